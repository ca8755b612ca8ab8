import { type Injected, injecting } from '../../proof/injected.ts';
import { VirtualClock } from '../../src/client/virtual-clock.ts';
import { openService } from '../../src/service/service.ts';
import type { AskedService } from './client.ts';

/** Milliseconds that a request travels. */
const WAY_MS = 2;

/** A service in this process with the interface of a listening one, and a virtual clock. */
export interface Within extends AskedService {
  readonly clock: VirtualClock;
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
      const given = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
      if (body !== undefined && !given.has('content-type'))
        given.set('content-type', 'text/plain;charset=UTF-8');
      await clock.sleep(WAY_MS);
      const incoming = {
        method,
        url: new URL(url),
        header: (name: string) => given.get(name),
        body: () => Promise.resolve(body ?? ''),
      };
      const { status, headers: own, body: text } = await handle(incoming);
      return new Response(Buffer.from(text), { status, headers: { ...own } });
    },
  };
}
