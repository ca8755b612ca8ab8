import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { makeFolder, removeFolder } from './with-folder.ts';

/** Returns the path of the folder, or of a file in it. */
type InFolder = (...names: readonly string[]) => string;

type Hook = (work: () => Promise<void>) => void;

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
