import { setImmediate as nextTurn } from 'node:timers/promises';
import { FaultError } from './fault.ts';
import { isError } from './thrown.ts';
import type { RawAnswer, Transport } from './transport.ts';

/** A service within this process that implements the Fetch API. */
type Handler = (request: Request) => Response | Promise<Response>;

/** Returns an error's name and the first line of its message. */
function lineOf(error: unknown): string {
  if (!isError(error)) return typeof error === 'string' ? error : typeof error;
  const [first = ''] = error.message.split('\n');
  return first === '' ? error.name : `${error.name}: ${first}`;
}

/** A fault of the service. @param error what the handler threw, named at the end of the message */
const fault = (what: string, error?: unknown): FaultError =>
  new FaultError('broken', error === undefined ? what : `${what} ${lineOf(error)}`);

/**
 * True if a value looks like a `Response`. `instanceof` would fail, because a test runner or a library may
 * have its own class. A network error has the status 0.
 */
function isResponse(value: unknown): value is Response {
  if (typeof value !== 'object' || value === null) return false;
  const { status, headers, body, bodyUsed } = value as Partial<Response>;
  const isReadable = body === null || typeof body?.getReader === 'function';
  return Number(status) >= 100 && typeof headers?.entries === 'function' && isReadable && bodyUsed !== true;
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
        throw fault('its body breaks off with', error);
      });
      const { done, value } = await Promise.race([reading, aborted]);
      if (done) {
        isWhole = true;
        return;
      }
      if (!ArrayBuffer.isView(value)) throw fault('its body yields something else than bytes');
      yield Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
  } finally {
    forget();
    if (!isWhole) void reader.cancel().catch(() => undefined);
  }
}

/**
 * Sends requests to a Fetch API handler within this process. There are no connections:
 * only the handler cuts an answer. A handler that blocks the event loop cannot time out.
 */
export function fetchTransport(handler: Handler): Transport {
  return {
    send: async ({ method, url, headers, body }, { signal }): Promise<RawAnswer> => {
      // A handler that never awaits would block timers and other requests.
      await nextTurn();
      // The run may have ended during the wait.
      if (signal.aborted) throw new Error('aborted');
      const { host } = new URL(url);
      const init = { method, headers: { host, ...headers }, body, signal, redirect: 'manual' } as const;
      const request = new Request(url, init);
      const { aborted, forget } = abortionOf(signal);
      try {
        // The wrapper also catches synchronous throws of a handler that is not async.
        const answering = (async () => handler(request))().catch((error: unknown) => {
          throw fault('the handler threw', error);
        });
        const response: unknown = await Promise.race([answering, aborted]);
        if (!isResponse(response)) throw fault('the handler returned something else than an unread Response');
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
