import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { encode, withHeaders } from '../changes/answers.ts';
import { deviationsOf } from './variant.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const FAST_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** Proxies that change connections and bodies. */
export const connectionVariants = deviationsOf({
  'connection-closed': {
    difference: 'Connections are closed after each answer.',
    change: withHeaders(() => ({ connection: 'close' })),
  },
  'connection-closed-after-three': {
    difference: 'Connections are closed after every third answer.',
    change: withHeaders(({ ordinal }) => (ordinal % 3 === 0 ? { connection: 'close' } : {})),
  },
  'date-a-day-ahead': {
    difference: 'The clock of the service is a day ahead, and so are its Date headers.',
    change: withHeaders(({ world }) => ({ date: new Date(world.clock.date() + DAY_MS).toUTCString() })),
  },
  'gzip-always': {
    difference: 'Bodies are compressed by gzip, even if the client does not ask for it.',
    change: encode('gzip', (body) => gzipSync(body, { level: 1 })),
  },
  'deflate-always': {
    difference: 'Bodies are compressed by deflate, even if the client does not ask for it.',
    change: encode('deflate', (body) => deflateSync(body, { level: 1 })),
  },
  'brotli-always': {
    difference: 'Bodies are compressed by Brotli, even if the client does not ask for it.',
    change: encode('br', (body) => brotliCompressSync(body, FAST_BROTLI)),
  },
});
