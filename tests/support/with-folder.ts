import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const makeFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'issue-conformance-'));

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/** Makes an empty folder, and removes it after `use`. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeFolder();
  try {
    return await use(folder);
  } finally {
    await removeFolder(folder);
  }
}
