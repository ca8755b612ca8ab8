import { readFile, stat } from 'node:fs/promises';
import { codeOf, messageOf } from '../client/thrown.ts';
import { inert } from './text.ts';

/** A file is not read: the message is the end of a sentence that begins with its name. */
class UnfitFile extends Error {
  override readonly name = 'UnfitFile';
}

/**
 * The text of a file in UTF-8.
 *
 * @param most bytes that it may have; of a longer one nothing is read
 * @throws {UnfitFile} where it is longer, or no file; or the error of the file system
 */
export async function readText(path: string, most: number): Promise<string> {
  const found = await stat(path);
  if (found.isDirectory()) throw new UnfitFile('it is a folder');
  // A pipe would wait for somebody who writes to it, and some devices have no end.
  if (!found.isFile()) throw new UnfitFile('it is a pipe or a device, and no file');
  if (found.size > most) throw new UnfitFile(`it has ${found.size} bytes, and ${most} are allowed`);
  return readFile(path, 'utf8');
}

const CAUSES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
};

/** Why a file cannot be read, in words that may be shown. */
export const whyUnreadable = (error: unknown): string =>
  CAUSES[String(codeOf(error))] ?? inert(messageOf(error));
