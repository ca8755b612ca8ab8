import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transport } from './transport.ts';
import { FaultError } from './transport-errors.ts';

const isResponse = (answer: unknown): answer is Response =>
  typeof answer === 'object' && answer !== null && 'headers' in answer && 'status' in answer;

/**
 * Sends requests to a Fetch API handler within this process. There are no connections:
 * only the handler cuts an answer. A handler that blocks the event loop cannot time out.
 */
export function fetchTransport(handler: (request: Request) => Response | Promise<Response>): Transport {
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
        const answer: unknown = await handler(new Request(url, { ...init, redirect: 'manual' }));
        if (!isResponse(answer)) throw new TypeError('it returned no Response');
        return {
          status: answer.status,
          received: Object.fromEntries(answer.headers.entries()),
          content: answer.body,
        };
      };
      const { status, received, content } = await Promise.race([aborted, answering()]).catch(
        (error: unknown) => {
          const [firstLine] = String(error).split('\n', 1);
          throw new FaultError('handler-failed', `the handler failed: ${firstLine}`);
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
