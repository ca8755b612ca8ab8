import { existsSync, lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { codeOf } from '../client/thrown.ts';
import { endsOf } from './plain-file.ts';

const holderSchema = z.object({ run: z.string(), process: z.int(), host: z.string(), since: z.string() });

/** The run that may write to a report folder. */
export type Holder = z.infer<typeof holderSchema>;

/** What stands in the place of a lock. */
export type LockSeen =
  | { readonly is: 'free' }
  /** `file` is what the holder touches. */
  | { readonly is: 'held'; readonly holder: Holder; readonly file: string }
  /** Something that no run of this program made. */
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

/** The name of the file in a lock that says who holds it. */
export const holderFile = (run: string): string => `${run.replaceAll(/[^\w-]+/g, '-')}.json`;

/**
 * Looks at a lock: a folder that holds one file, or the file alone, as earlier versions made it. An empty folder is what is
 * left of a lock. It reads neither pipes nor devices, and follows no link.
 * @throws the error of the file system if it cannot say that there is nothing
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
    // A lock may have gone away, and another one come, between two looks at it.
    const isSame = lstatSync(path).ino === found.ino && (names.length !== 1 || existsSync(file));
    return isSame ? { is: 'not a lock' } : lockAt(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return { is: 'free' };
    throw error;
  }
}

/** Returns true if a process of this machine is certainly gone; of another machine nothing is known. */
export function isGone({ process: pid, host }: Holder): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

/** What the file system says if something is gone already, or if another lock has taken the place. */
export const TAKEN: ReadonlySet<unknown> = new Set([
  'ENOENT',
  'EEXIST',
  'ENOTEMPTY',
  'ENOTDIR',
  'EISDIR',
  // Windows says so of a folder that is in the way.
  'EPERM',
]);

/**
 * Takes the lock of one run away, and no other's: its file has its name, so it is not there if another run has the lock by
 * now. Any number of runs may do so at once.
 * @throws the error of the file system if nothing can be removed there
 */
export function takeAway(path: string, file: string): void {
  try {
    unlinkSync(file);
    // Fails if another run has taken the empty folder meanwhile.
    if (file !== path) rmdirSync(path);
  } catch (error) {
    if (!TAKEN.has(codeOf(error))) throw error;
  }
}
