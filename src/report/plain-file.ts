import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { codeOf } from '../client/thrown.ts';

/**
 * With these flags, a pipe without a writer opens at once, and a link is not followed. Windows has neither
 * constant.
 */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/** The two ends of a file, as text. */
export interface Ends {
  readonly head: string;
  readonly tail: string;
}

function part(file: number, length: number, at: number): string {
  const bytes = Buffer.alloc(length);
  return bytes.toString('utf8', 0, readSync(file, bytes, 0, length, at));
}

/**
 * Reads both ends of a plain file. It never blocks, because pipes and devices are not read.
 *
 * @param most bytes of each end
 * @returns `null` unless the path is a plain file that this user may read
 */
export function endsOf(path: string, most: { readonly head: number; readonly tail: number }): Ends | null {
  let file: number | null = null;
  try {
    file = openSync(path, FLAGS);
    const found = fstatSync(file);
    if (!found.isFile()) return null;
    const tail = Math.min(most.tail, found.size);
    return {
      head: part(file, Math.min(most.head, found.size), 0),
      tail: part(file, tail, found.size - tail),
    };
  } catch (error) {
    // Only errors of the file system have a code; others are bugs of this program.
    if (codeOf(error) === undefined) throw error;
    return null;
  } finally {
    if (file !== null) closeSync(file);
  }
}
