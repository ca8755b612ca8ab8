import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Reply } from './request.ts';
import { openService, type ServiceOptions } from './service.ts';

// Loopback only: the tokens are published in the source.
const HOST = '127.0.0.1';

// Allows long query values, since the size of a request line is not under test.
const MAX_HEADER_BYTES = 128 * 1024;
const CUT_OFF_BYTES = 512;

/** Writes a reply unchanged, with no other headers than HTTP needs. */
function deliver({ status, headers, body, delivery }: Reply, outgoing: ServerResponse): void {
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

/** Starts the bundled service on the loopback interface with its own data. @throws Error if the port is taken */
export async function startService(options: ServiceOptions = {}) {
  const { handle, ...service } = openService(options);
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = 'GET', headers, url = '/' } = incoming;
    try {
      const reply = await handle({
        method,
        url: new URL(url, `http://${headers.host ?? HOST}`),
        header: (name) => headers[name]?.toString(),
        body: () => text(incoming),
      });
      deliver(reply, outgoing);
    } catch {
      // An error of the service is a 500. A client that left during its payload gets no answer.
      if (!outgoing.headersSent) outgoing.writeHead(500, { connection: 'close' });
      outgoing.end();
    }
  };
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (incoming, outgoing) => {
    void answer(incoming, outgoing);
  });
  server.listen(options.port ?? 0, HOST);
  await once(server, 'listening');
  // A TCP server has such an address; a string would be a pipe's path.
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    // Clients keep idle connections open, which would delay the close.
    server.closeAllConnections();
    await closed;
  };
  return { ...service, baseUrl: `http://${HOST}:${port}`, stop };
}
