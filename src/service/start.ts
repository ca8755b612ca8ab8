import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer } from './answer.ts';
import { type Named, openService, type ServiceOptions } from './service.ts';

// Loopback only: the tokens are published in the source.
const HOST = '127.0.0.1';

// Allows long query values, since the size of a request line is not under test.
const MAX_HEADER_BYTES = 128 * 1024;

const CUT_OFF_BYTES = 512;

export interface StartOptions extends ServiceOptions {
  /** Default: 0, a free port. */
  readonly port?: number;
}

/** A bundled service that listens on a port. */
export interface RunningService extends Named {
  readonly baseUrl: string;
  /** Returns the number of requests since the start. */
  readonly requests: () => number;
  /** Returns milliseconds spent on requests, without waits. */
  readonly busyMs: () => number;
  readonly stop: () => Promise<void>;
}

/** Maximum bytes of a payload that is read. */
const MAX_PAYLOAD_BYTES = 1024 * 1024;

class PayloadTooLarge extends Error {}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > MAX_PAYLOAD_BYTES) throw new PayloadTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Writes an answer unchanged, with no other headers than HTTP needs. */
function deliver({ status, headers, body, delivery }: Answer, outgoing: ServerResponse): void {
  const { socket } = outgoing;
  if (delivery === 'reset') {
    socket?.resetAndDestroy();
    return;
  }
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  if (delivery === 'cut') {
    outgoing.writeHead(status, { ...headers, 'content-length': bytes.byteLength + CUT_OFF_BYTES });
    outgoing.write(bytes, () => socket?.end());
    return;
  }
  const bodyless = status === 204 || status === 304;
  outgoing.writeHead(status, bodyless ? { ...headers } : { ...headers, 'content-length': bytes.byteLength });
  outgoing.end(bodyless ? undefined : bytes);
}

/**
 * Starts the bundled service on the loopback interface with its own data.
 * @throws Error if the port is taken
 */
export async function startService(options: StartOptions = {}): Promise<RunningService> {
  const { handle, load, ...named } = openService(options);
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = 'GET', headers, url = '/' } = incoming;
    try {
      const header = (name: string): string | undefined => {
        const value = headers[name];
        return Array.isArray(value) ? value.join(', ') : value;
      };
      const address = new URL(url, `http://${headers.host ?? HOST}`);
      deliver(await handle({ method, url: address, header, body: () => textOf(incoming) }), outgoing);
    } catch (error) {
      // An error of the service is a 500. A client that left during its payload gets no answer.
      const status = error instanceof PayloadTooLarge ? 413 : 500;
      if (!outgoing.headersSent) outgoing.writeHead(status, { connection: 'close' });
      outgoing.end();
    }
  };
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (incoming, outgoing) => {
    void answer(incoming, outgoing);
  });
  const port = await listen(server, options.port ?? 0);
  return {
    ...named,
    baseUrl: `http://${HOST}:${port}`,
    requests: () => load.requests,
    busyMs: () => load.busyMs,
    stop: () => stop(server),
  };
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, HOST);
  try {
    await once(server, 'listening');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE') {
      throw new Error(
        `Port ${port} of ${HOST} is in use by another program. Name another, or 0 for a free one.`,
        {
          cause,
        },
      );
    }
    throw cause;
  }
  // A TCP server has such an address; a string would be a pipe's path.
  return (server.address() as AddressInfo).port;
}

async function stop(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  // Clients keep idle connections open, which would delay the close.
  server.closeAllConnections();
  await closed;
}
