import { randomUUID } from 'node:crypto';
import {
  access,
  constants,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../client/thrown.ts';
import { escapeHarmful } from '../model/text.ts';
import { authorOf, refuseForeign } from './own-files.ts';

const nameBeside = (path: string): string => `${path}.${randomUUID()}.tmp`;

const TEMPORARY = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

/** A text for a file, and the beginning by which an earlier file is known as this program's. Without it, no file is replaced. */
export interface OwnText {
  readonly text: string;
  readonly begins?: RegExp;
}

/**
 * Writes all files in place of earlier ones, or none, because the disk may be full. The first file is renamed last; if it
 * is new, all are new. Every file of every command is written here.
 *
 * @throws {ForeignFile} if a file is in the way that this program did not write
 */
export async function writeTogether(files: ReadonlyMap<string, OwnText>): Promise<void> {
  await refuseForeign(files);
  const staged = [...files].map(([path, { text }]) => ({ path, text, beside: nameBeside(path) }));
  const done: string[] = [];
  try {
    for (const { beside, text } of staged) await writeFile(beside, text, { flag: 'wx' });
    for (const { path, beside } of staged.toReversed()) {
      await rename(beside, path);
      done.push(path);
    }
  } catch (error) {
    for (const path of [...done, ...staged.map(({ beside }) => beside)]) await rm(path, { force: true });
    throw error;
  }
}

/** Removes a file if this program wrote it. */
export async function removeOwn(path: string, begins: RegExp): Promise<void> {
  if ((await authorOf(path, begins)) === 'this program') await rm(path, { force: true });
}

/** Removes what a killed program left half-written in place of files of these names. */
export async function removeHalfWritten(dir: string, names: readonly string[]): Promise<void> {
  for (const name of await readdir(dir)) {
    const path = join(dir, name);
    const isLeft = TEMPORARY.test(name) && names.includes(name.replace(TEMPORARY, ''));
    if (isLeft && (await lstat(path)).isFile()) await rm(path, { force: true });
  }
}

/** Makes a folder if it is missing. @throws the error of the file system if this user may not list or write it */
export async function makeFolder(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true });
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

/** @param setting that says where the folder is: `REPORT_DIR (--report-dir)` */
export const unwritable = (kind: string, dir: string, setting: string, cause: unknown): Error =>
  new Error(
    `The ${kind} folder ${JSON.stringify(dir)} cannot be written to: ${escapeHarmful(messageOf(cause))}. Set ${setting} to another one.`,
    { cause },
  );
