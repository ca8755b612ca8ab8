import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { type Injected, injecting } from '../../proof/injected.ts';
import type { Answer } from '../../src/service/answer.ts';
import { openService, type Service } from '../../src/service/service.ts';
import { VirtualClock } from '../support/virtual-clock.ts';
import type { AskedService } from './client.ts';

/** Milliseconds that a request travels. */
const WAY_MS = 2;

/** Headers that fetch adds. */
const OF_FETCH = { accept: '*/*', 'accept-encoding': 'gzip, deflate', 'user-agent': 'node' };

const DECODINGS = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync };

function decoded(body: Uint8Array, coding: string | undefined): Uint8Array {
  return coding === 'gzip' || coding === 'deflate' || coding === 'br' ? DECODINGS[coding](body) : body;
}

/** Returns the response as fetch would. */
function responseOf({ status, headers, body, delivery }: Answer): Response {
  if (delivery !== undefined) throw new TypeError('the connection broke');
  const isBodyless = status === 204 || status === 304;
  const bytes = decoded(Buffer.from(body), headers['content-encoding']);
  return new Response(isBodyless ? null : Buffer.from(bytes), { status, headers: { ...headers } });
}

/** A service in this process with the interface of a listening one, and a virtual clock. */
export interface Within extends AskedService {
  readonly clock: VirtualClock;
  readonly load: Service['load'];
}

/** Opens a new reference service without a port. */
export function within(options: Injected = {}): Within {
  const clock = new VirtualClock();
  const { handle, ...named } = openService(injecting({ ...options, clock }));
  return {
    ...named,
    clock,
    baseUrl: 'http://127.0.0.1:80',
    fetch: async (url, { method, headers, body }) => {
      const given = new Map(
        Object.entries({ ...OF_FETCH, ...headers }).map(([name, value]) => [name.toLowerCase(), value]),
      );
      if (body !== undefined && !given.has('content-type'))
        given.set('content-type', 'text/plain;charset=UTF-8');
      await clock.sleep(WAY_MS);
      const incoming = {
        method,
        url: new URL(url),
        header: (name: string) => given.get(name),
        body: () => Promise.resolve(body ?? ''),
      };
      return responseOf(await handle(incoming));
    },
  };
}
