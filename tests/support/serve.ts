import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';

/** A service that is none, on a free port of the loopback interface. */
export interface FakeService {
  readonly baseUrl: string;
  /** Methods of the requests that came in. */
  readonly methods: readonly string[];
  readonly stop: () => Promise<void>;
}

async function listen(server: Server, methods: readonly string[]): Promise<FakeService> {
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
    baseUrl: `http://127.0.0.1:${port}`,
    methods,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

export function serveHttp(listener: RequestListener): Promise<FakeService> {
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

/** Answers everything alike. */
export const always =
  (
    status: number,
    body: string | Buffer = '',
    headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
  ) =>
  (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(status, headers).end(body);
  };
