/** The program was called in a way that it cannot be: the message says what was given and what is allowed. Exit 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
