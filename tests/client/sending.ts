import { Client, type ClientOptions } from '../../src/client/client.ts';
import type { Exchange, SentRequest } from '../../src/client/exchange.ts';
import type { FakeService } from '../support/serve.ts';

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
