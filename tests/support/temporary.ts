import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

/** Returns the path of the folder, or of a file in it. */
type InFolder = (...names: readonly string[]) => string;

type Hook = (work: () => Promise<void>) => void;

const makeFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'issue-conformance-'));
const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

function folderOf(before: Hook, after: Hook): InFolder {
  let folder = '';
  before(async () => {
    folder = await makeFolder();
  });
  after(() => removeFolder(folder));
  return (...names) => join(folder, ...names);
}

/** Makes an empty folder before the tests of a file or a block, and removes it after them. */
export const sharedFolder = (): InFolder => folderOf(beforeAll, afterAll);

/** Makes an empty folder before each test of a file or a block, and removes it after that test. */
export const folderOfEachTest = (): InFolder => folderOf(beforeEach, afterEach);

/** Makes an empty folder, and removes it after `use`. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeFolder();
  try {
    return await use(folder);
  } finally {
    await removeFolder(folder);
  }
}
