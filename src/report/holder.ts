import { existsSync, lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { codeOf } from '../client/thrown.ts';
import { endsOf } from './plain-file.ts';

const holderSchema = z.object({ run: z.string(), process: z.int(), host: z.string(), since: z.string() });

/** The run that may write to a report folder. */
export type Holder = z.infer<typeof holderSchema>;

/** The state of a lock. */
export type LockSeen =
  | { readonly is: 'free' }
  /** `file` is the file that the holder touches. */
  | { readonly is: 'held'; readonly holder: Holder; readonly file: string }
  /** Something that this program did not make. */
  | { readonly is: 'not a lock' };

const MOST_BYTES = 4096;

function holderIn(file: string): Holder | null {
  const ends = endsOf(file, { head: MOST_BYTES, tail: 0 });
  if (ends === null) return null;
  try {
    return holderSchema.safeParse(JSON.parse(ends.head)).data ?? null;
  } catch {
    return null;
  }
}

/** Returns the name of the file in a lock that names its holder. */
export const holderFile = (run: string): string => `${run.replaceAll(/[^\w-]+/g, '-')}.json`;

/**
 * Reads the state of a lock. A lock is a folder with one file; earlier versions made a single file. An empty
 * folder is a released lock. Pipes, devices and links are not opened.
 *
 * @throws the error of the file system, unless it says that nothing is there
 */
export function lockAt(path: string): LockSeen {
  try {
    const found = lstatSync(path);
    const names = found.isDirectory() ? readdirSync(path) : [];
    if (found.isDirectory() && names.length === 0) return { is: 'free' };
    const [name = ''] = names;
    const file = found.isDirectory() ? join(path, name) : path;
    const holder = found.isFile() || names.length === 1 ? holderIn(file) : null;
    if (holder !== null) return { is: 'held', holder, file };
    // Another run may have released the lock and taken it again between the two reads.
    const isSame = lstatSync(path).ino === found.ino && (names.length !== 1 || existsSync(file));
    return isSame ? { is: 'not a lock' } : lockAt(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return { is: 'free' };
    throw error;
  }
}

/**
 * True if a process of this machine has certainly ended. False for processes of other machines, which cannot
 * be checked.
 */
export function isGone({ process: pid, host }: Holder): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

/** Codes of errors that mean: the file is gone already, or another lock has taken its place. */
export const TAKEN: ReadonlySet<unknown> = new Set([
  'ENOENT',
  'EEXIST',
  'ENOTEMPTY',
  'ENOTDIR',
  'EISDIR',
  // Windows reports EPERM for a folder that is in the way.
  'EPERM',
]);

/**
 * Removes the lock of one run, never that of another. The file in a lock is named after its run, so it is
 * missing if another run holds the lock. Several runs may call this at once.
 *
 * @throws the error of the file system if nothing can be removed there
 */
export function takeAway(path: string, file: string): void {
  try {
    unlinkSync(file);
    // Fails if another run has taken the empty folder in between.
    if (file !== path) rmdirSync(path);
  } catch (error) {
    if (!TAKEN.has(codeOf(error))) throw error;
  }
}
