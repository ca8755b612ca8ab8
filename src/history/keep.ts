import { lstat, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { codeOf } from '../client/thrown.ts';
import { json } from '../report/data/json.ts';
import { makeFolder, proveWritable, unwritable } from '../report/folder.ts';
import { type Report, reportSchema } from '../report/model.ts';
import { historyName } from './kept-file.ts';

/** More runs than ever begin in one millisecond with one id. */
const MOST_OF_ONE_NAME = 1000;

const unwritableHistory = (dir: string, error: unknown): Error =>
  unwritable({ kind: 'history', dir, setting: 'HISTORY_DIR (--history)' }, error);

/**
 * Makes the history folder, and proves that reports can be written to it and found in it, so that no run is made in vain.
 *
 * @throws Error with a sentence on what is in the way and what to set
 */
export async function prepareHistoryDir(dir: string): Promise<void> {
  try {
    await proveWritable(dir);
    await readdir(dir);
  } catch (error) {
    throw unwritableHistory(dir, error);
  }
}

async function isTaken(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Writes a file that is not there yet. Whoever reads it meanwhile sees no file or all of it.
 *
 * Not by a hard link, which not every file system has: the file beside is the right to the name, since only one run can
 * make it, and nobody looks whether the name is free, and takes it, without that right.
 *
 * @returns false where the name is taken, or about to be; then nothing was written
 * @throws the error of what failed; nothing is left behind then
 */
async function writeNew(path: string, text: string): Promise<boolean> {
  const beside = `${path}.tmp`;
  try {
    await writeFile(beside, '', { flag: 'wx' });
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  let renamed = false;
  try {
    if (await isTaken(path)) return false;
    await writeFile(beside, text);
    await rename(beside, path);
    renamed = true;
    return true;
  } finally {
    // What is called so after the renaming is somebody else's.
    if (!renamed) await rm(beside, { force: true });
  }
}

async function writeUnderFreeName(report: Report, dir: string): Promise<string> {
  const text = json(report);
  for (let again = 0; again < MOST_OF_ONE_NAME; again++) {
    const path = join(resolve(dir), historyName(report, again));
    if (await writeNew(path, text)) return path;
  }
  throw new Error(`${historyName(report)} is taken, and all names like it`);
}

/**
 * Keeps the report of a run in a folder, beside those of all other runs and in the place of none, the folder made where it
 * is missing. Several runs may do so at the same time.
 *
 * @returns the absolute path of its file
 * @throws ZodError where the report is none; Error with a sentence where it cannot be written
 */
export async function keepReport(report: Report, dir: string): Promise<string> {
  const checked = reportSchema.parse(report);
  try {
    await makeFolder(dir);
    return await writeUnderFreeName(checked, dir);
  } catch (error) {
    throw unwritableHistory(dir, error);
  }
}
