import { Client, type ClientOptions } from '../../src/client/client.ts';
import type { Clock } from '../../src/client/clock.ts';
import { VirtualClock } from '../../src/client/clock.ts';
import type { SentRequest } from '../../src/client/exchange.ts';
import type { Transport } from '../../src/client/transport.ts';
import { LIMITS } from './sending.ts';

/** The result of a request: a response, or a fault of the connection; `never` leaves it open. */
export type VirtualReply =
  | { readonly status: number; readonly headers?: SentRequest['headers']; readonly body?: readonly Buffer[] }
  | 'refused'
  | 'reset'
  | 'garbled'
  | 'never';

/** A service in this process, called for each request. */
export type VirtualService = (request: SentRequest) => VirtualReply | Promise<VirtualReply>;

/** Milliseconds that a request travels to the service. */
export const WAY_MS = 10;

const FAULTS = { refused: 'ECONNREFUSED', reset: 'ECONNRESET', garbled: 'HPE_INVALID_CONSTANT' } as const;

/** Returns a transport to a service in this process, with any clock. */
export const transportTo = (clock: Clock, answering: VirtualService): Transport => ({
  send: async (request, { signal }) => {
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
    });
    const answered = async (): Promise<VirtualReply> => {
      await clock.sleep(WAY_MS);
      return answering(request);
    };
    const reply = await Promise.race([answered(), aborted]);
    if (reply === 'never') return aborted;
    if (typeof reply === 'string') throw Object.assign(new Error(reply), { code: FAULTS[reply] });
    return { headers: {}, body: [], ...reply };
  },
  close: () => Promise.resolve(),
});

/** Returns a client of a service in this process, with a virtual clock. */
export function virtualClient(
  answering: (clock: VirtualClock) => VirtualService,
  options: Partial<ClientOptions> = {},
): { readonly client: Client; readonly clock: VirtualClock } {
  const clock = new VirtualClock();
  const transport = transportTo(clock, answering(clock));
  return { client: new Client({ ...LIMITS, ...options, clock, transport }), clock };
}
