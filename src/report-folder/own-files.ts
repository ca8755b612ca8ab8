import { lstat, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { codeOf } from '../client/thrown.ts';

const HEAD_BYTES = 1024;

/** The author of the file at a path. Links, pipes, devices and folders are never this program's. */
type Author = 'nobody' | 'this program' | 'somebody else';

/** Codes of errors that mean: nothing is there; or something is, and this user may not read it. */
const NOTHING: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR']);
const UNREADABLE: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM']);

/**
 * Returns the author of a file, by its beginning: the content alone knows of a file that another program replaced, and
 * stays with a copy. @throws the error of the file system
 */
export async function authorOf(path: string, begins: RegExp): Promise<Author> {
  try {
    // Opening a pipe would wait for its writer.
    if (!(await lstat(path)).isFile()) return 'somebody else';
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return begins.test(buffer.toString('utf8', 0, bytesRead)) ? 'this program' : 'somebody else';
    } finally {
      await file.close();
    }
  } catch (error) {
    if (NOTHING.has(codeOf(error))) return 'nobody';
    if (UNREADABLE.has(codeOf(error))) return 'somebody else';
    throw error;
  }
}

const NEVER = /(?!)/;

/** Files are in the way that this program did not write. */
export class ForeignFile extends Error {
  override readonly name = 'ForeignFile';
}

/** @param files paths, and the beginning of files that may be replaced; none without one @throws {ForeignFile} */
export async function refuseForeign(files: ReadonlyMap<string, { readonly begins?: RegExp }>): Promise<void> {
  const foreign: string[] = [];
  for (const [path, { begins = NEVER }] of files)
    if ((await authorOf(path, begins)) === 'somebody else') foreign.push(JSON.stringify(basename(path)));
  if (foreign.length > 0)
    throw new ForeignFile(
      `${foreign.join(' and ')} there: not written by this program, so nothing is replaced; move it`,
    );
}
