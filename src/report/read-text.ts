import { readFile, stat } from 'node:fs/promises';
import { codeOf, messageOf } from '../client/thrown.ts';
import { inert } from './text.ts';

/** The file is not read. The message completes a sentence that begins with the file name. */
class UnfitFile extends Error {
  override readonly name = 'UnfitFile';
}

/**
 * Reads a UTF-8 file.
 *
 * @param most the largest size in bytes; larger files are not read
 * @throws {UnfitFile} if it is larger or no plain file; else the error of the file system
 */
export async function readText(path: string, most: number): Promise<string> {
  const found = await stat(path);
  if (found.isDirectory()) throw new UnfitFile('it is a folder');
  // Reading a pipe would wait for its writer, and some devices never end.
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

/** Returns the reason that a file cannot be read, in words that are safe to show. */
export const whyUnreadable = (error: unknown): string =>
  CAUSES[String(codeOf(error))] ?? inert(messageOf(error));
