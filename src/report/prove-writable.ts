import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from './make-folder.ts';
import { nameBeside } from './write-whole.ts';

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
