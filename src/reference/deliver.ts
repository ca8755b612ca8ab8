import type { ServerResponse } from 'node:http';
import type { Answer } from './answer.ts';

/** Writes an answer as it is, with no header that the answer does not name but those that HTTP needs. */
export function deliver(answer: Answer, outgoing: ServerResponse): void {
  const { status, headers, body, delivery } = answer;
  const { socket } = outgoing;
  if (delivery === 'reset') {
    socket?.resetAndDestroy();
    return;
  }
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  if (delivery === 'cut') {
    outgoing.writeHead(status, { ...headers, 'content-length': bytes.byteLength + CUT_OFF });
    outgoing.write(bytes, () => socket?.end());
    return;
  }
  const bodyless = status === 204 || status === 304;
  outgoing.writeHead(status, bodyless ? { ...headers } : { ...headers, 'content-length': bytes.byteLength });
  outgoing.end(bodyless ? undefined : bytes);
}

const CUT_OFF = 512;
