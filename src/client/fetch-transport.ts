import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isError } from './thrown.ts';
import type { Transport } from './transport.ts';
import { FaultError } from './transport-errors.ts';

/** A service within this process that implements the Fetch API. */
type Handler = (request: Request) => Response | Promise<Response>;

/** Returns a fault of the service. @param error what the handler threw: its name and the first line of its message are said */
function fault(what: string, error?: unknown): FaultError {
  const text = typeof error === 'string' ? error : '';
  const said = isError(error) ? `${error.name}: ${error.message.split('\n', 1)[0]}` : text;
  return new FaultError('connection-lost', `${what} ${said}`.trim());
}

/** True for an unread `Response`. `instanceof` would fail, because a test runner or a library may have its own class. */
function isResponse(value: unknown): value is Response {
  const { status, bodyUsed }: Partial<Response> = value ?? {};
  // That of a network error is 0.
  return Number(status) >= 100 && bodyUsed !== true;
}

/**
 * Sends requests to a Fetch API handler within this process. There are no connections:
 * only the handler cuts an answer. A handler that blocks the event loop cannot time out.
 */
export function fetchTransport(handler: Handler): Transport {
  return {
    send: async ({ method, url, headers, body }, { signal }) => {
      // A handler that never awaits would block timers and other requests.
      await nextTurn();
      // The run may have ended during the wait.
      signal.throwIfAborted();
      const aborted = once(signal, 'abort').then(() => signal.throwIfAborted());
      const init = { method, headers: { host: new URL(url).host, ...headers }, body, signal } as const;
      // The wrapper also catches synchronous throws of a handler that is not async.
      const answering = (async () => handler(new Request(url, { ...init, redirect: 'manual' })))();
      const response: unknown = await Promise.race([
        aborted,
        answering.catch((error: unknown) => {
          throw fault('the handler threw', error);
        }),
      ]);
      if (!isResponse(response)) throw fault('the handler returned something else than an unread Response');
      const { status, body: content } = response;
      const received = Object.fromEntries(response.headers.entries());
      if (method === 'HEAD') void content?.cancel().catch(() => undefined);
      const isEmpty = content === null || method === 'HEAD';
      return {
        status,
        headers: received,
        body: isEmpty ? [] : Readable.fromWeb(content, { objectMode: true, signal }),
      };
    },
    close: () => Promise.resolve(),
  };
}
