import { lstat, open } from 'node:fs/promises';
import { codeOf } from '../client/thrown.ts';
import { type FormatName, formatNames, formats } from '../render/formats.ts';

const HEAD_BYTES = 1024;

/** The author of the file at a path. Links, pipes, devices and folders are never this program's. */
export type Owner = 'nobody' | 'this program' | 'somebody else';

/** Codes of errors that mean: nothing is there; or something is, and this user may not read it. */
const NOTHING: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR']);
const UNREADABLE: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM']);

/** Returns the author of a file, by its beginning. @throws the error of the file system */
export async function authorOf(path: string, beginning: RegExp): Promise<Owner> {
  try {
    // Opening a pipe would wait for its writer.
    if (!(await lstat(path)).isFile()) return 'somebody else';
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return beginning.test(buffer.toString('utf8', 0, bytesRead)) ? 'this program' : 'somebody else';
    } finally {
      await file.close();
    }
  } catch (error) {
    if (NOTHING.has(codeOf(error))) return 'nobody';
    if (UNREADABLE.has(codeOf(error))) return 'somebody else';
    throw error;
  }
}

export const ownerOf = (path: string, format: FormatName): Promise<Owner> =>
  authorOf(path, formats[format].begins);

/** Returns the format that is written to a file of this name, or `undefined`. */
export const formatOf = (name: string): FormatName | undefined =>
  formatNames.find((format) => formats[format].file === name);
