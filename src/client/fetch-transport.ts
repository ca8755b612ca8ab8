import { setImmediate as nextTurn } from 'node:timers/promises';
import { HandlerFault } from './handler-fault.ts';
import type { RawAnswer, Transport } from './transport.ts';

/** A service within this process that implements the Fetch API. */
type Handler = (request: Request) => Response | Promise<Response>;

/** Methods that carry no body in the Fetch API. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** True for a status that HTTP allows. */
const isStatus = (status: unknown): boolean =>
  Number.isInteger(status) && Number(status) >= 100 && Number(status) <= 999;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/**
 * True if a value looks like a `Response`. `instanceof` would fail, because a test runner or a library may
 * have its own class.
 */
function isResponse(value: unknown): value is Response {
  if (!isRecord(value) || !isStatus(value['status'])) return false;
  const { headers, body } = value;
  const hasHeaders = isRecord(headers) && typeof headers['entries'] === 'function';
  return hasHeaders && (body === null || (isRecord(body) && typeof body['getReader'] === 'function'));
}

/** Returns a promise that rejects when the signal aborts, to race against a promise that may never settle. */
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

/** Yields the bytes of a body as they arrive. A body that is not read to its end is cancelled. */
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
 * Sends requests to a Fetch API handler within this process. There are no connections: `fresh` has no effect,
 * and only the handler cuts an answer. A handler that blocks the event loop cannot time out.
 */
export function fetchTransport(handler: Handler): Transport {
  return {
    send: async ({ method, url, headers, body }, { signal }): Promise<RawAnswer> => {
      // A handler that never awaits would block timers and other requests.
      await nextTurn();
      // The run may have ended during the wait.
      if (signal.aborted) throw new Error('aborted');
      const { host } = new URL(url);
      if (body !== null && WITHOUT_BODY.has(method))
        throw new HandlerFault(`a ${method} with a body cannot be made a Request`);
      const init = { method, headers: { host, ...headers }, body, signal, redirect: 'manual' } as const;
      const request = new Request(url, init);
      const { aborted, forget } = abortionOf(signal);
      try {
        // The wrapper also catches synchronous throws of a handler that is not async.
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
  // An answer without a body yields nothing.
}
