import { messageOf } from '../client/thrown.ts';

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
