import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { codeOf, messageOf } from '../client/thrown.ts';

/** A name beside the file that no other run uses. */
const nameBeside = (path: string): string => `${path}.${randomUUID()}.tmp`;

/**
 * Writes files in the place of earlier ones: all of them, or none. Whoever reads one meanwhile sees the earlier one or this
 * one, never half of one. Nothing is renamed before all are written, since the disk may turn out to be full. The first file
 * is renamed last, so that it stands for all.
 *
 * @throws the error of what failed; none of these files is left behind then
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
 * Makes a folder and those above it, where they are missing. Done step by step, since `mkdir` with `recursive` never comes
 * back where the folder above exists and takes no new one, as under `/proc`.
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
    // Another run may have made it meanwhile.
    if (codeOf(error) !== 'EEXIST' || !(await isFolder(path))) throw error;
  }
}

/**
 * Makes a folder where it is missing, and proves that files can be written to it; nothing stays behind.
 *
 * @throws the error of what failed
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

/** What is in the way of writing, in words. */
export function causeOf(error: unknown): string {
  const cause = CAUSES[String(codeOf(error))];
  return cause ?? messageOf(error);
}

/**
 * What is said where a folder cannot be written to: which, what is in the way, and what to set.
 *
 * @param kind what the folder holds: `report`
 * @param setting what names another folder: `REPORT_DIR (--report-dir)`
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
