import type { IncomingMessage } from 'node:http';
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

/** Sends requests to a new service, which is stopped afterwards. */
export async function withService<T>(
  start: Promise<FakeService>,
  limits: Partial<ClientOptions>,
  use: (client: Client, baseUrl: string) => Promise<T>,
): Promise<T> {
  const service = await start;
  const client = new Client({ ...LIMITS, ...limits });
  try {
    return await use(client, service.baseUrl);
  } finally {
    await client.close();
    await service.stop();
  }
}

/** Sends one request and returns its result. */
export const sendTo = (start: Promise<FakeService>, limits: Partial<ClientOptions> = {}, request = get) =>
  withService(start, limits, async (client, baseUrl) => {
    const exchange = await client.send(() => request(`${baseUrl}/`));
    return { exchange, requests: client.requests };
  });

export async function textSent(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
