import { setImmediate as nextTurn } from 'node:timers/promises';
import { HandlerFault } from './handler-fault.ts';
import type { RawAnswer, Transport } from './transport.ts';

/** A service within this process, in the way of the Fetch API. */
type Handler = (request: Request) => Response | Promise<Response>;

/** Methods that the Fetch API lets carry no body. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Statuses that an answer over HTTP can have. */
const isStatus = (status: unknown): boolean =>
  Number.isInteger(status) && Number(status) >= 100 && Number(status) <= 999;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** By what it has and not by its class: a test runner, or a library, may have a `Response` of its own. */
function isResponse(value: unknown): value is Response {
  if (!isRecord(value) || !isStatus(value['status'])) return false;
  const { headers, body } = value;
  const hasHeaders = isRecord(headers) && typeof headers['entries'] === 'function';
  return hasHeaders && (body === null || (isRecord(body) && typeof body['getReader'] === 'function'));
}

/** Rejects as soon as the signal aborts; to be raced with what may never come. */
function abortionOf(signal: AbortSignal): { readonly aborted: Promise<never>; readonly forget: () => void } {
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(new Error('aborted'));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
  aborted.catch(() => undefined);
  return { aborted, forget: () => signal.removeEventListener('abort', abort) };
}

/** The bytes of a body as they come; nobody is left waiting for a body that is not read to its end. */
async function* bytesOf(body: ReadableStream<unknown>, signal: AbortSignal): AsyncGenerator<Buffer> {
  const reader = body.getReader();
  const { aborted, forget } = abortionOf(signal);
  let isWhole = false;
  try {
    for (;;) {
      const reading = reader.read().catch((error: unknown) => {
        throw new HandlerFault('its body breaks off with', error);
      });
      const { done, value } = await Promise.race([reading, aborted]);
      if (done) {
        isWhole = true;
        return;
      }
      if (!ArrayBuffer.isView(value)) throw new HandlerFault('its body yields something else than bytes');
      yield Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
  } finally {
    forget();
    if (!isWhole) void reader.cancel().catch(() => undefined);
  }
}

/**
 * Requests to a handler of the Fetch API within this process. There are no connections, so that nothing is tried that
 * depends on them: a fresh one is as a kept one, an answer is never cut by anything but the handler, and one that computes
 * without a pause cannot be timed out.
 */
export function fetchTransport(handler: Handler): Transport {
  return {
    send: async ({ method, url, headers, body }, { signal }): Promise<RawAnswer> => {
      // A handler that waits for nothing would let neither a timer nor anybody else have their turn.
      await nextTurn();
      // A run may have ended meanwhile, and asks for nothing more.
      if (signal.aborted) throw new Error('aborted');
      const { host } = new URL(url);
      if (body !== null && WITHOUT_BODY.has(method))
        throw new HandlerFault(`a ${method} with a body cannot be made a Request`);
      const init = { method, headers: { host, ...headers }, body, signal, redirect: 'manual' } as const;
      const request = new Request(url, init);
      const { aborted, forget } = abortionOf(signal);
      try {
        // A handler may throw at once, as one that is not async does.
        const answering = (async () => handler(request))().catch((error: unknown) => {
          throw new HandlerFault('the handler threw', error);
        });
        const response: unknown = await Promise.race([answering, aborted]);
        if (!isResponse(response))
          throw new HandlerFault('the handler returned something else than a Response');
        if (response.bodyUsed) throw new HandlerFault('the handler returned a Response whose body was read');
        const received: Record<string, string> = {};
        for (const [name, value] of response.headers.entries()) {
          const before = received[name];
          received[name] = before === undefined ? value : `${before}, ${value}`;
        }
        const { status, body: content } = response;
        if (method === 'HEAD') void content?.cancel().catch(() => undefined);
        const isEmpty = content === null || method === 'HEAD';
        return { status, headers: received, body: isEmpty ? nothing() : bytesOf(content, signal) };
      } finally {
        forget();
      }
    },
    close: () => Promise.resolve(),
  };
}

async function* nothing(): AsyncGenerator<never> {
  // An answer without a body.
}
