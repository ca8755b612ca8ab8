import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';

/** A fake service on a free port of the loopback interface. */
export interface FakeService {
  readonly baseUrl: string;
  readonly stop: () => Promise<void>;
}

export async function listen(server: Server, scheme = 'http'): Promise<FakeService> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `${scheme}://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

export function serveHttp(listener: (...on: Parameters<RequestListener>) => unknown): Promise<FakeService> {
  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    listener(request, response);
  });
  return listen(server);
}

export function serveTcp(onConnection: (socket: Socket) => void): Promise<FakeService> {
  return listen(createTcpServer(onConnection));
}

/** Certificates for 127.0.0.1, issued by an authority that nobody trusts, unless the name says otherwise. */
export type Certificate = 'valid' | 'other-host' | 'self-signed';

/** Reads a certificate, or the key of all certificates. */
const readPem = (name: Certificate | 'key') => readFile(`tests/support/certificates/${name}.pem`);

export async function serveHttps(
  listener: RequestListener,
  certificate: Certificate = 'valid',
): Promise<FakeService> {
  const [key, cert] = [await readPem('key'), await readPem(certificate)];
  const server = createTlsServer({ key, cert }, listener);
  return listen(server, 'https');
}

/** Answers every request the same. */
export const alwaysAnswer =
  (
    status: number,
    body: string | Buffer = '',
    headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
  ) =>
  (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(status, headers).end(body);
  };
