import { createReadStream } from 'node:fs';
import { access, constants, lstat, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { codeOf, messageOf } from '../client/thrown.ts';
import { escapeHarmful } from '../model/text.ts';

const HEAD_BYTES = 1024;

/**
 * True if a file is in the way that this program did not write, as its beginning tells: the content alone knows of a file
 * that another program replaced, and stays with a copy. Links, pipes, devices and folders are never this program's.
 */
export async function isForeign(path: string, begins: RegExp): Promise<boolean> {
  try {
    // Opening a pipe would wait for its writer.
    if (!(await lstat(path)).isFile()) return true;
    return !begins.test(await textOf(createReadStream(path, { end: HEAD_BYTES - 1 })));
  } catch (error) {
    // What cannot be read is not known as this program's.
    return !['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '');
  }
}

/** A text for a file, and the beginning by which an earlier file is known as this program's. Without it, no file is replaced. */
interface OwnText {
  readonly text: string;
  readonly begins?: RegExp | undefined;
}

const NEVER = /(?!)/;

/** @throws {Error} that names files in the way that this program did not write */
export async function refuseForeign(files: ReadonlyMap<string, Pick<OwnText, 'begins'>>): Promise<void> {
  const foreign: string[] = [];
  for (const [path, { begins = NEVER }] of files)
    if (await isForeign(path, begins)) foreign.push(JSON.stringify(basename(path)));
  const [what, it] = foreign.length > 1 ? ['not files', 'them'] : ['not a file', 'it'];
  if (foreign.length > 0)
    throw new Error(`${foreign.join(' and ')} there: ${what} that this command may replace; move ${it}`);
}

export async function removeOwn(path: string, begins: RegExp): Promise<void> {
  if (!(await isForeign(path, begins))) await rm(path, { force: true });
}

/**
 * Writes all files in place of earlier ones, or none, because the disk may be full. The first file is renamed last; if it
 * is new, all are new. What a killed program left half-written is replaced. @throws as {@link refuseForeign} does
 */
export async function writeTogether(files: ReadonlyMap<string, OwnText>): Promise<void> {
  await refuseForeign(files);
  const staged = [...files].map(([path, { text }]) => {
    return { path, text, beside: join(dirname(path), `.issue-conformance.${basename(path)}.tmp`) };
  });
  const done: string[] = [];
  try {
    for (const { beside, text } of staged) {
      await rm(beside, { force: true });
      await writeFile(beside, text, { flag: 'wx' });
    }
    for (const { path, beside } of staged.toReversed()) {
      await rename(beside, path);
      done.push(path);
    }
  } catch (error) {
    for (const path of [...done, ...staged.map(({ beside }) => beside)]) await rm(path, { force: true });
    throw error;
  }
}

/** Makes a folder if it is missing. @throws the error of the file system if this user may not list or write it */
export async function makeFolder(dir: string): Promise<void> {
  const isThere = async () => (await stat(dir).catch(() => null))?.isDirectory() === true;
  if (!(await isThere())) {
    // With `recursive`, Node never ends where the file system calls every new folder missing, as /proc does.
    if (dirname(dir) !== dir) await makeFolder(dirname(dir));
    await mkdir(dir).catch(async (error: unknown) => {
      // Another run may have made it.
      if (!(await isThere())) throw error;
    });
  }
  await access(dir, constants.R_OK | constants.W_OK);
}

/** Reads a file. @throws Error with the end of a sentence that begins with its name */
export async function readText(path: string, most: number): Promise<string> {
  try {
    const found = await stat(path);
    // Reading a pipe would wait for its writer, and some devices never end.
    if (!found.isFile()) throw new Error('it is a folder, a pipe or a device, not a file');
    if (found.size > most) throw new Error(`it has ${found.size} bytes, and ${most} are allowed`);
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Error(escapeHarmful(messageOf(error)), { cause: error });
  }
}

/** The error for a setting, a file, a folder or a call that cannot be used. The message says why. Exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** The setting of a file or folder, and its flag. */
  readonly setting: string | undefined;

  constructor(sentence: string, { cause, setting }: { cause?: unknown; setting?: string } = {}) {
    super(sentence, { cause });
    this.setting = setting;
  }
}

/** Returns what turns an error into a sentence on a folder, or a file. @param setting that names it: `REPORT_DIR (--report-dir)` */
export const rejectPath =
  (path: string, setting: string, what: 'file' | 'folder' = 'folder') =>
  (cause: unknown): never => {
    const why = escapeHarmful(messageOf(cause));
    const sentence = `The ${what} ${JSON.stringify(path)} cannot be used: ${why}. Set ${setting} to another one.`;
    throw new UsageError(sentence, { cause, setting });
  };
