import { isError } from './thrown.ts';

/** Returns an error's name and the first line of its message. */
function lineOf(error: unknown): string {
  if (!isError(error)) return typeof error === 'string' ? error : typeof error;
  const [first = ''] = error.message.split('\n');
  return first === '' ? error.name : `${error.name}: ${first}`;
}

/**
 * A handler within this process gives no answer, or an unreadable one: a fault of the service. It sets no
 * `cause`, because the handler's own error code (from its database, say) would look like a network error.
 */
export class HandlerFault extends Error {
  override readonly name = 'HandlerFault';

  /** @param error what the handler threw, named at the end of the message */
  constructor(what: string, error?: unknown) {
    super(error === undefined ? what : `${what} ${lineOf(error)}`);
  }
}
