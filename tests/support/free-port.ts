import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Returns a port of the loopback interface that was free a moment ago. Another process may take it before it
 * is used.
 */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port was found');
  return address.port;
}
