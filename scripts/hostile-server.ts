import { createServer, type IncomingMessage, type Server } from 'node:http';
import { hostileServices } from './hostile-services.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const TOKENS = new Set(['Bearer member', 'Bearer outsider']);

/** Returns the status of a refusal, or `null` if the request is accepted. */
function refusalOf({ method, url = '', headers }: IncomingMessage, body: string): number | null {
  const { authorization } = headers;
  if (authorization !== undefined && !TOKENS.has(authorization)) return 401;
  if (new URL(url, 'http://x').pathname !== '/repos/acme/widgets/issues') return 404;
  if (method !== 'POST') return null;
  if (authorization === undefined) return 401;
  try {
    const payload = JSON.parse(body) as { title?: unknown } | null;
    return typeof payload?.title === 'string' && payload.title.trim() !== '' ? null : 422;
  } catch {
    return 400;
  }
}

/** Returns a server for one of the services. @throws {Error} if the name is unknown */
export function hostileServer(name: string): Server {
  const list = hostileServices[name];
  if (list === undefined)
    throw new Error(`There is no service "${name}": ${Object.keys(hostileServices).join('; ')}.`);
  let [requests, created] = [0, 0];
  return createServer((request, response) => {
    let body = '';
    response.on('error', () => undefined);
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      requests += 1;
      const status = refusalOf(request, body);
      if (status !== null) {
        response.writeHead(status, JSON_TYPE).end('{"message":"no"}');
        return;
      }
      if (request.method === 'POST') created += 1;
      const answer = list(requests, created);
      if (typeof answer === 'function') answer(response);
      else
        response
          .writeHead(request.method === 'POST' ? 201 : 200, { ...JSON_TYPE, ...answer.headers })
          .end(answer.body);
    });
  });
}
