import { writeFile } from 'node:fs/promises';
import { codeOf, messageOf } from '../client/thrown.ts';
import { shown } from '../report/text.ts';

/** The call is invalid. The message says what was given and what is allowed. Exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const toUsageError = (error: unknown): UsageError => new UsageError(messageOf(error), { cause: error });

/**
 * Returns the result of some work whose errors are the caller's fault.
 * @throws {UsageError} if the work throws
 */
export function orUsageError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toUsageError(error);
  }
}

/** As {@link orUsageError}, for the error of a promise. @throws {UsageError} always */
export function rejectAsUsageError(error: unknown): never {
  throw toUsageError(error);
}

/** Returns the whole number of a flag. @throws {UsageError} if it is none, or out of bounds */
export function wholeNumberOf(
  flag: string,
  text: string | undefined,
  [least, most]: readonly [number, number],
  what: string,
): number {
  const number = Number(text ?? '');
  if (text !== undefined && /^\d{1,10}$/.test(text) && number >= least && number <= most) return number;
  const given = text === undefined ? 'missing' : JSON.stringify(shown(text));
  throw new UsageError(
    `${flag} is ${given}; expected a whole number from ${least} to ${most}, ${what}. Nothing was sent.`,
  );
}

/**
 * Writes a text to standard output, or to the file of --output.
 * @param flag `wx` if an existing file may hold somebody's work
 * @throws {UsageError} if the file cannot be written
 */
export async function writeOutput(text: string, path: string | undefined, flag: 'w' | 'wx'): Promise<void> {
  if (path === undefined) process.stdout.write(text);
  else
    await writeFile(path, text, { flag }).catch((error: unknown) => {
      const cause =
        codeOf(error) === 'EEXIST' ? 'it exists already, and is not overwritten' : messageOf(error);
      throw new UsageError(
        `The file ${JSON.stringify(path)} cannot be written: ${cause}. Give --output another one.`,
        { cause: error },
      );
    });
}
