import { lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { formatFiles } from './format-names.ts';

const names: readonly string[] = Object.values(formatFiles);
/** What is read of either end of a file to see whose it is. */
const SEEN_BYTES = 64 * 1024;
/** Stands in every format of every version. */
const SIGN = 'issue-conformance';
/** A report that was being written when its run was killed. */
const HALF_WRITTEN = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

/** Whether this program wrote a file, of whatever version; what cannot be read is taken for somebody else's. */
async function isOurs(path: string, size: number): Promise<boolean> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return false;
  try {
    for (const at of new Set([0, Math.max(0, size - SEEN_BYTES)])) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(SEEN_BYTES), 0, SEEN_BYTES, at);
      if (buffer.subarray(0, bytesRead).includes(SIGN)) return true;
    }
    return false;
  } finally {
    await file.close();
  }
}

/** A name beside the file that nothing has. */
async function freeName(path: string): Promise<string> {
  for (let nth = 1; ; nth += 1) {
    const name = `${path}.kept-${nth}`;
    if ((await lstat(name).catch(() => null)) === null) return name;
  }
}

/**
 * Takes the reports of earlier runs out of a folder, so that none is taken for one of the run that begins. A file that has
 * the name of a report and is none of ours gets another name; folders and all other files are left alone.
 *
 * @returns the names of files that are called otherwise now, each with its new name
 * @throws the error of the file system
 */
export async function removeEarlier(dir: string): Promise<readonly (readonly [string, string])[]> {
  const renamed: (readonly [string, string])[] = [];
  for (const name of await readdir(dir)) {
    const path = join(dir, name);
    if (HALF_WRITTEN.test(name) && names.includes(name.replace(HALF_WRITTEN, '')))
      await rm(path, { force: true });
    if (!names.includes(name)) continue;
    const found = await lstat(path);
    if (found.isDirectory()) continue;
    // A link is ours to replace, whatever it leads to; a pipe would wait for somebody who writes to it.
    if (!found.isFile() || found.size === 0 || (await isOurs(path, found.size))) await rm(path);
    else {
      const kept = await freeName(path);
      await rename(path, kept);
      renamed.push([path, kept]);
    }
  }
  return renamed;
}
