import { lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { codeOf } from '../client/thrown.ts';
import { proveWritable, unwritable } from '../folder/files.ts';
import { json } from '../formats/json.ts';
import { type Report, reportSchema } from '../report/model.ts';
import { historyName } from './kept-file.ts';

/** More runs than ever start in one millisecond with the same id. */
const MAX_SAME_NAME = 1000;

const unwritableHistory = (dir: string, error: unknown): Error =>
  unwritable({ kind: 'history', dir, setting: 'HISTORY_DIR (--history)' }, error);

/**
 * Creates the history folder and checks that reports can be written and listed, so that no run is wasted.
 * @throws {Error} with a sentence on the obstacle and what to set
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
 * Writes a new file atomically: a reader sees no file or the whole file. Not every file system has hard
 * links, so a temporary file reserves the name. Only one run can create that file, and only its creator
 * checks and takes the name.
 * @returns false if the name is taken or reserved; nothing was written then
 * @throws the error of the failed step; nothing is left behind then
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
    // After the rename, a file of this name belongs to another run.
    if (!renamed) await rm(beside, { force: true });
  }
}

async function writeUnderFreeName(report: Report, dir: string): Promise<string> {
  const text = json(report);
  for (let again = 0; again < MAX_SAME_NAME; again++) {
    const path = join(resolve(dir), historyName(report, again));
    if (await writeNew(path, text)) return path;
  }
  throw new Error(`${historyName(report)} is taken, and all names like it`);
}

/**
 * Saves a report in a folder beside earlier ones, and creates the folder if necessary. Several runs may do so
 * at once.
 * @returns the absolute path of the file
 * @throws {ZodError} if the report is invalid
 * @throws {Error} with a sentence if it cannot be written
 */
export async function keepReport(report: Report, dir: string): Promise<string> {
  const checked = reportSchema.parse(report);
  try {
    await mkdir(dir, { recursive: true });
    return await writeUnderFreeName(checked, dir);
  } catch (error) {
    throw unwritableHistory(dir, error);
  }
}
