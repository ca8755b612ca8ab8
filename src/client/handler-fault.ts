import { isError } from './thrown.ts';

/** What an error says of itself, in a line. */
function lineOf(error: unknown): string {
  if (!isError(error)) return typeof error === 'string' ? error : typeof error;
  const [first = ''] = error.message.split('\n');
  return first === '' ? error.name : `${error.name}: ${first}`;
}

/**
 * A handler within this process gives no answer, or none that can be read: a fault of the service.
 * That has no `cause`: a code of the handler's own, such as that of a database it does not reach, says nothing of the way to it.
 */
export class HandlerFault extends Error {
  override readonly name = 'HandlerFault';

  /** @param error what the handler threw, to be named at the end of the sentence */
  constructor(what: string, error?: unknown) {
    super(error === undefined ? what : `${what} ${lineOf(error)}`);
  }
}
