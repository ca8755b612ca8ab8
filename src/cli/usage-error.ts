import { messageOf } from '../client/thrown.ts';

/** The program was called in a way that it cannot be: the message says what was given and what is allowed. Exit 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const toUsageError = (error: unknown): UsageError => new UsageError(messageOf(error), { cause: error });

/** The result of some work whose errors are the caller's doing. @throws {UsageError} */
export function orUsageError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toUsageError(error);
  }
}

/** As {@link orUsageError}, of a promise. */
export function rejectAsUsageError(error: unknown): never {
  throw toUsageError(error);
}
