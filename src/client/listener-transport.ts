import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { httpTransport, type Transport } from './transport.ts';

/** Maximum connections; the pace of the run limits the requests. */
const CONNECTIONS = 256;

/**
 * Sends requests to a node:http listener `(request, response)` of this process, such as an express app, over a free port
 * of 127.0.0.1.
 * @param connectMs milliseconds to connect
 */
export function listenerTransport(listener: RequestListener, connectMs = 10_000): Transport {
  const server = createServer((request, response) => {
    // A listener may throw or reject; either would end the process.
    (async () => listener(request, response))().catch(() => request.socket.destroy());
  });
  const over = httpTransport(CONNECTIONS, connectMs);
  let listening: Promise<unknown> | null = null;
  return {
    send: async (request, options) => {
      listening ??= once(server.listen(0, '127.0.0.1'), 'listening');
      await listening;
      const { host, pathname, search } = new URL(request.url);
      const { port } = server.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}${pathname}${search}`;
      return over.send({ ...request, url, headers: { host, ...request.headers } }, options);
    },
    close: async () => {
      await over.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
