import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

/** A fake service on a free port of the loopback interface. */
export interface FakeService {
  readonly baseUrl: string;
  /** Methods of the requests received. */
  readonly methods: readonly string[];
  readonly stop: () => Promise<void>;
}

export async function listen(
  server: Server,
  methods: readonly string[] = [],
  scheme = 'http',
): Promise<FakeService> {
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
    methods,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

export function serveHttp(listener: (...on: Parameters<RequestListener>) => unknown): Promise<FakeService> {
  const methods: string[] = [];
  const server = createServer((request, response) => {
    methods.push(request.method ?? '');
    response.on('error', () => undefined);
    listener(request, response);
  });
  return listen(server, methods);
}

export function serveTcp(onConnection: (socket: Socket) => void): Promise<FakeService> {
  return listen(createTcpServer(onConnection), []);
}

/** Certificates for 127.0.0.1, issued by an untrusted authority (`ca`), unless the name says otherwise. */
export type Certificate = 'valid' | 'other-host' | 'self-signed';

/** Returns the path of a test certificate. All certificates and their authority share one key. */
export const certificatePath = (name: Certificate | 'ca' | 'key'): string =>
  fileURLToPath(new URL(`certificates/${name}.pem`, import.meta.url));

/** Returns the TLS options of a server with a certificate. */
async function showing(certificate: Certificate): Promise<ServerOptions> {
  const [key, cert] = await Promise.all(
    [certificatePath('key'), certificatePath(certificate)].map((path) => readFile(path)),
  );
  return { key, cert };
}

export async function serveHttps(
  listener: RequestListener,
  certificate: Certificate = 'valid',
): Promise<FakeService> {
  const server = createTlsServer(await showing(certificate), listener);
  return listen(server, [], 'https');
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
