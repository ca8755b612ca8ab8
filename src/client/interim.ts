import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

/** An answer with 1xx that promises another one behind it; 101 promises something that is no HTTP. */
const INTERIM = /^HTTP\/1\.\d 1(?!01)\d\d/;
const STATUS_LINE = 'HTTP/1.1 100'.length;
const HEAD_END = '\r\n\r\n';
/** A head longer than this is given to undici as it is, which has a limit of its own. */
const MAX_HEAD_BYTES = 64 * 1024;

const NOTHING: Buffer = Buffer.alloc(0);

/**
 * What follows the interim answers at the beginning of some bytes, and whether it is known to be none itself: of a head
 * that has not come whole, nothing can be said yet.
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

/** Hides interim answers from whoever reads a connection by `read()`, as undici does. */
function hideInterim(socket: Socket): void {
  const read: (size?: number) => unknown = socket.read.bind(socket);
  let held = NOTHING;
  let written = -1;
  let isStart = false;
  socket.read = (size?: number): unknown => {
    if (size !== undefined) return read(size);
    // One request follows another only once it was answered, so what comes after a request begins its answer.
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
 * Takes interim answers that nobody asked for, as every client must (RFC 9110, 15.2): undici takes 102 and 103, and kills
 * the connection at a 100.
 */
export const connectorPastInterim =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...result) => {
      if (result[0] === null) hideInterim(result[1]);
      callback(...result);
    });
