import { createServer, request as httpRequest, type IncomingMessage, type RequestListener } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import type { SentRequest } from './exchange.ts';
import { HandlerFault } from './handler-fault.ts';
import type { RawAnswer, Transport } from './transport.ts';

/** Connection properties that a service may read. */
const LOOPBACK = { remoteAddress: '127.0.0.1', localAddress: '127.0.0.1' };

/** Returns the answer to a request sent over a connection of its own. */
function askOver(
  connection: Duplex,
  { method, url, headers, body }: SentRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { host, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      method,
      path: `${pathname}${search}`,
      headers: { host, ...headers },
      signal,
      createConnection: () => connection,
    });
    // The listener stays: an error after the head of the answer reaches the reader of its body.
    request.on('error', reject);
    request.on('response', resolve);
    request.end(body ?? undefined);
  });
}

/** Error of a broken connection, with the code that a network would give. */
class ConnectionReset extends Error {
  readonly code = 'ECONNRESET';
}

/**
 * Sends requests to a node:http listener `(request, response)` within this process, such as an express app.
 * They pass through Node's own server and parser over streams in memory. Each has its own connection; no port
 * is opened.
 */
export function listenerTransport(listener: RequestListener): Transport {
  /** Errors of the listener, by connection. */
  const thrown = new WeakMap<Duplex, unknown>();
  const server = createServer((request, response) => {
    // A listener may throw or reject; either would end the process.
    (async () => listener(request, response))().catch((error: unknown) => {
      thrown.set(request.socket, error);
      request.socket.destroy();
    });
  });
  return {
    send: async (request, { signal }): Promise<RawAnswer> => {
      const [ours, theirs] = duplexPair();
      Object.assign(theirs, LOOPBACK, { encrypted: request.url.startsWith('https:') });
      const end = (): void => {
        ours.destroy();
        theirs.destroy();
      };
      signal.addEventListener('abort', end, { once: true });
      theirs.once('close', () => {
        signal.removeEventListener('abort', end);
        // The other end of a duplex pair is not notified by itself.
        if (!theirs.writableFinished) ours.destroy(new ConnectionReset('reset'));
      });
      ours.once('close', () => theirs.destroy());
      const faultBehind = (error: unknown): unknown =>
        thrown.has(theirs) ? new HandlerFault('the listener threw', thrown.get(theirs)) : error;
      server.emit('connection', theirs);
      try {
        const answer = await askOver(ours, request, signal);
        const received: Record<string, string> = {};
        for (const [name, value] of Object.entries(answer.headers))
          if (value !== undefined) received[name] = Array.isArray(value) ? value.join(', ') : value;
        return { status: answer.statusCode ?? 0, headers: received, body: bytesOf(answer, faultBehind) };
      } catch (error) {
        end();
        throw faultBehind(error);
      }
    },
    close: () => Promise.resolve(),
  };
}

async function* bytesOf(answer: IncomingMessage, faultBehind: (error: unknown) => unknown): AsyncGenerator {
  try {
    yield* answer;
  } catch (error) {
    throw faultBehind(error);
  }
}
