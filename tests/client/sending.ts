import { Client } from '../../src/client/client.ts';
import { type Clock, virtualClock } from '../../src/client/clock.ts';
import type { Exchange, SentRequest } from '../../src/client/exchange.ts';
import type { Transport } from '../../src/client/transport.ts';
import type { FakeService } from '../support/serve.ts';

export type ClientOptions = ConstructorParameters<typeof Client>[0];

/** Limits of time that no test over a real connection reaches, however busy the machine is. */
export const LIMITS: ClientOptions = {
  concurrency: 4,
  maxRequests: 100,
  maxRate: undefined,
  deadlineMs: 3_600_000,
  timeoutMs: 600_000,
};

type Headers = SentRequest['headers'];

export const get = (url: string, headers: Headers = {}): SentRequest => ({
  method: 'GET',
  url,
  headers,
  body: null,
});

export const post = (url: string, headers: Headers = {}, body = '{"title":"t"}'): SentRequest => ({
  method: 'POST',
  url,
  headers,
  body,
});

/** Returns the status of an answer, or the kind of fault without one. */
export const outcomeOf = ({ response, fault }: Exchange): number | string | undefined =>
  response?.status ?? fault?.kind;

/** Sends requests at one moment and returns their distinct outcomes. */
export async function outcomesOf(count: number, send: (nth: number) => Promise<Exchange>) {
  const answers = await Promise.all(Array.from({ length: count }, (_, nth) => send(nth)));
  return new Set(answers.map(outcomeOf));
}

/** Sends one request to a new service, which is stopped afterwards. */
export async function sendTo(
  start: Promise<FakeService>,
  limits: Partial<ClientOptions> = {},
  request: (url: string) => SentRequest = get,
): Promise<{ readonly exchange: Exchange; readonly requests: number }> {
  const service = await start;
  const client = new Client({ ...LIMITS, ...limits });
  try {
    const exchange = await client.send(() => request(`${service.baseUrl}/`));
    return { exchange, requests: client.requests };
  } finally {
    await client.close();
    await service.stop();
  }
}

/** The result of a request: a response, or a fault of the connection; `never` leaves it open. */
export type VirtualReply =
  | { readonly status: number; readonly headers?: SentRequest['headers']; readonly body?: readonly Buffer[] }
  | 'refused'
  | 'reset'
  | 'garbled'
  | 'never';

export const GOOD: VirtualReply = { status: 200 };

/** Returns a refusal, which may say how long to wait. */
export const refusing = (status: number, after?: string): VirtualReply => ({
  status,
  headers: after === undefined ? {} : { 'retry-after': after },
});

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
  answering: (clock: Clock) => VirtualService,
  options: Partial<ClientOptions> = {},
): { readonly client: Client; readonly clock: Clock } {
  const clock = virtualClock();
  const transport = transportTo(clock, answering(clock));
  return { client: new Client({ ...LIMITS, ...options, clock, transport }), clock };
}
