import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

/** Matches a 1xx status line, which announces another answer; 101 announces a protocol other than HTTP. */
const INTERIM = /^HTTP\/1\.\d 1(?!01)\d\d/;
const STATUS_LINE = 'HTTP/1.1 100'.length;
const HEAD_END = '\r\n\r\n';
/** A longer head is passed on unchanged; undici has its own limit. */
const MAX_HEAD_BYTES = 64 * 1024;

const NOTHING: Buffer = Buffer.alloc(0);

/**
 * Returns the bytes after leading interim answers. `complete` is false while more bytes are needed to
 * recognise one.
 */
export function withoutInterim(bytes: Buffer): { readonly rest: Buffer; readonly complete: boolean } {
  let rest = bytes;
  for (;;) {
    const start = rest.toString('latin1', 0, STATUS_LINE);
    if (start.length < STATUS_LINE) return { rest, complete: !'HTTP/1.'.startsWith(start.slice(0, 7)) };
    if (!INTERIM.test(start)) return { rest, complete: true };
    const end = rest.indexOf(HEAD_END);
    if (end === -1) return { rest, complete: rest.length > MAX_HEAD_BYTES };
    rest = rest.subarray(end + HEAD_END.length);
  }
}

/** Hides interim answers from a reader that calls `read()`, as undici does. */
function hideInterim(socket: Socket): void {
  const read: (size?: number) => unknown = socket.read.bind(socket);
  let held = NOTHING;
  let written = -1;
  let isStart = false;
  socket.read = (size?: number): unknown => {
    if (size !== undefined) return read(size);
    // There is no pipelining, so the bytes after a request start its answer.
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten;
      isStart = true;
    }
    while (isStart) {
      const chunk = read();
      if (!Buffer.isBuffer(chunk)) return chunk;
      const { rest, complete } = withoutInterim(held.length === 0 ? chunk : Buffer.concat([held, chunk]));
      held = complete ? NOTHING : rest;
      if (!complete) continue;
      isStart = false;
      return rest;
    }
    return read();
  };
}

/**
 * Accepts unrequested interim answers, as every client must (RFC 9110, 15.2). Undici accepts 102 and 103, but
 * closes the connection at a 100.
 */
export const connectorPastInterim =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...result) => {
      if (result[0] === null) hideInterim(result[1]);
      callback(...result);
    });
