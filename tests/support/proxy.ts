import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { connect, type Socket } from 'node:net';
import { listen } from './serve.ts';

interface ProxyOptions {
  /** The required value of Proxy-Authorization. */
  readonly authorization?: string;
  /** A status with which it refuses tunnels. */
  readonly tunnelStatus?: number;
}

function forward(request: IncomingMessage, response: ServerResponse): void {
  const { 'proxy-authorization': _, ...headers } = request.headers;
  const upstream = send(request.url ?? '', { method: request.method, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  upstream.on('error', () => response.writeHead(502).end());
  request.pipe(upstream);
}

/**
 * Starts a proxy on a free port of the loopback interface, which forwards requests and opens tunnels.
 * @returns also the requests that it received: `GET http://…`, `CONNECT host:port`
 */
export async function serveProxy({ authorization, tunnelStatus }: ProxyOptions = {}) {
  const asked: string[] = [];
  const isKnown = ({ method, url, headers }: IncomingMessage): boolean => {
    asked.push(`${method} ${url}`);
    return authorization === undefined || headers['proxy-authorization'] === authorization;
  };
  const server = createServer((request, response) => {
    if (isKnown(request)) forward(request, response);
    else response.writeHead(407, { 'proxy-authenticate': 'Basic' }).end('<h1>Who are you?</h1>');
  });
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    const status = isKnown(request) ? tunnelStatus : 407;
    if (status !== undefined) {
      socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 2\r\n\r\nNo`);
      return;
    }
    const { hostname, port } = new URL(`tunnel://${request.url}`);
    const upstream = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
    socket.on('close', () => upstream.destroy());
  });
  const { baseUrl, stop } = await listen(server);
  return { origin: baseUrl, asked, stop };
}
