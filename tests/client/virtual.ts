import { Client, type ClientOptions } from '../../src/client/client.ts';
import type { Clock } from '../../src/client/clock.ts';
import type { SentRequest } from '../../src/client/exchange.ts';
import type { Transport } from '../../src/client/transport.ts';
import { VirtualClock } from '../support/virtual-clock.ts';
import { LIMITS } from './sending.ts';

/** What becomes of a request: an answer, or none because of a fault of the way; `never` leaves it open. */
export type VirtualReply =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | 'refused'
  | 'reset'
  | 'garbled'
  | 'never';

/** A service within the process, told of every request as it arrives. */
export type VirtualService = (request: SentRequest) => VirtualReply | Promise<VirtualReply>;

/** Milliseconds that a request takes to get to the service. */
export const WAY_MS = 10;

class WayFault extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

const FAULTS = { refused: 'ECONNREFUSED', reset: 'ECONNRESET', garbled: 'HPE_INVALID_CONSTANT' } as const;

/** Reaches a service within the process, by a clock that may be virtual. */
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
    if (typeof reply === 'string') throw new WayFault(FAULTS[reply]);
    const body = Buffer.from(reply.body ?? '');
    return {
      status: reply.status,
      headers: { 'content-length': String(body.length), ...reply.headers },
      body: (async function* () {
        yield await Promise.resolve(body);
      })(),
    };
  },
  close: () => Promise.resolve(),
});

/** A client of a service within the process, for which minutes pass in no time. */
export function virtualClient(
  answering: (clock: VirtualClock) => VirtualService,
  options: Partial<ClientOptions> = {},
): { readonly client: Client; readonly clock: VirtualClock } {
  const clock = new VirtualClock();
  const transport = transportTo(clock, answering(clock));
  return { client: new Client({ ...LIMITS, ...options, clock, transport }), clock };
}
