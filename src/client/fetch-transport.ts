import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isError } from './thrown.ts';
import type { Transport } from './transport.ts';
import { FaultError } from './transport-errors.ts';

/** A service within this process that implements the Fetch API. */
type Handler = (request: Request) => Response | Promise<Response>;

/** Returns the name of an error, and the first line of its message. */
const nameOf = (error: unknown): string =>
  isError(error) ? `${error.name}: ${error.message.split('\n', 1)[0]}` : String(error);

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
      const aborted = once(signal, 'abort').then((): never => {
        throw signal.reason;
      });
      const init = { method, headers: { host: new URL(url).host, ...headers }, body, signal } as const;
      const answering = async () => {
        // A test runner or a library may have a Response of its own class.
        const answer = await handler(new Request(url, { ...init, redirect: 'manual' }));
        return {
          status: answer.status,
          received: Object.fromEntries(answer.headers.entries()),
          content: answer.body,
        };
      };
      const { status, received, content } = await Promise.race([aborted, answering()]).catch(
        (error: unknown) => {
          throw new FaultError('handler-failed', `the handler failed: ${nameOf(error)}`);
        },
      );
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
