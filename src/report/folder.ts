import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { codeOf, messageOf } from '../client/thrown.ts';

/** Returns a temporary name beside the file that no other run uses. */
const nameBeside = (path: string): string => `${path}.${randomUUID()}.tmp`;

/**
 * Writes all files in place of earlier ones, or none. A reader sees the earlier file or the new one, never
 * half a file. All files are written before the first is renamed, because the disk may be full. The first
 * file is renamed last; if it is new, all are new.
 *
 * @throws the error of the step that failed; none of these files is left behind then
 */
export async function writeTogether(files: ReadonlyMap<string, string>): Promise<void> {
  const staged = [...files].map(([path, text]) => ({ path, text, beside: nameBeside(path) }));
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

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found?.isDirectory() === true;
}

/**
 * Makes a folder and its missing parents, one by one. A recursive `mkdir` never returns if a parent exists
 * but accepts no new folders, as in `/proc`.
 *
 * @throws the error of the step that failed
 */
export async function makeFolder(dir: string): Promise<void> {
  const path = resolve(dir);
  if (await isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) await makeFolder(above);
  try {
    await mkdir(path);
  } catch (error) {
    // Another run may have made the folder at the same time.
    if (codeOf(error) !== 'EEXIST' || !(await isFolder(path))) throw error;
  }
}

/**
 * Makes a folder if it is missing, and proves that files can be written to it. The test file is removed.
 *
 * @throws the error of the step that failed
 */
export async function proveWritable(dir: string): Promise<void> {
  await makeFolder(dir);
  const probe = nameBeside(join(dir, 'probe'));
  try {
    await writeFile(probe, 'issue-conformance looks whether it can write here\n', { flag: 'wx' });
  } finally {
    await rm(probe, { force: true });
  }
}

const CAUSES: Readonly<Record<string, string>> = {
  EEXIST: 'a file is in the way',
  ENOENT: 'there is no such folder, and none can be made',
  ENOTDIR: 'a file is in the way',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'no space is left there',
  EDQUOT: 'no space is left there',
  ENAMETOOLONG: 'the name is too long',
  EISDIR: 'a folder stands where a report is to be written',
};

/** Returns the reason that writing failed, in words. */
export function causeOf(error: unknown): string {
  const cause = CAUSES[String(codeOf(error))];
  return cause ?? messageOf(error);
}

/**
 * Returns the error for a folder that cannot be written to: which folder, the reason, and the setting to
 * change.
 *
 * @param kind the contents of the folder: `report`
 * @param setting the name of the setting: `REPORT_DIR (--report-dir)`
 */
export function unwritable(
  { kind, dir, setting }: { readonly kind: string; readonly dir: string; readonly setting: string },
  error: unknown,
): Error {
  return new Error(
    `The ${kind} folder ${JSON.stringify(dir)} cannot be written to: ${causeOf(error)}. Set ${setting} to another one.`,
    { cause: error },
  );
}
