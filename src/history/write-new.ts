import { lstat, rename, rm, writeFile } from 'node:fs/promises';
import { codeOf } from '../report/code-of.ts';

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
export async function writeNew(path: string, text: string): Promise<boolean> {
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
