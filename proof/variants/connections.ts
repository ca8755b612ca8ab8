import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { encode, withHeaders } from '../changes/answers.ts';
import type { Deviation } from './variant.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const FAST_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** Proxies that change connections and bodies. */
export const connectionVariants = [
  {
    id: 'connection-closed',
    difference: 'Connections are closed after each answer.',
    change: (b) => withHeaders(b, () => ({ connection: 'close' })),
  },
  {
    id: 'connection-closed-after-three',
    difference: 'Connections are closed after every third answer.',
    change: (b) => withHeaders(b, ({ ordinal }) => (ordinal % 3 === 0 ? { connection: 'close' } : {})),
  },
  {
    id: 'date-a-day-ahead',
    difference: 'The clock of the service is a day ahead, and so are its Date headers.',
    change: (b) =>
      withHeaders(b, ({ world }) => ({ date: new Date(world.clock.date() + DAY_MS).toUTCString() })),
  },
  {
    id: 'gzip-always',
    difference: 'Bodies are compressed by gzip, even if the client does not ask for it.',
    change: (b) => encode(b, 'gzip', (body) => gzipSync(body, { level: 1 })),
  },
  {
    id: 'deflate-always',
    difference: 'Bodies are compressed by deflate, even if the client does not ask for it.',
    change: (b) => encode(b, 'deflate', (body) => deflateSync(body, { level: 1 })),
  },
  {
    id: 'brotli-always',
    difference: 'Bodies are compressed by Brotli, even if the client does not ask for it.',
    change: (b) => encode(b, 'br', (body) => brotliCompressSync(body, FAST_BROTLI)),
  },
] as const satisfies readonly Deviation[];
