import { type Injected, injecting } from '../../proof/injected.ts';
import { VirtualClock } from '../../src/client/clock.ts';
import { openService } from '../../src/service/service.ts';
import { handlerOf } from '../api/bundled.ts';
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
  const answer = handlerOf({ handle });
  return {
    ...named,
    clock,
    baseUrl: 'http://127.0.0.1:80',
    fetch: async (url, init) => {
      await clock.sleep(WAY_MS);
      return answer(new Request(url, init));
    },
  };
}
