import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { codeOf } from './code-of.ts';

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
