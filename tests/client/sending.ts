import type { IncomingMessage } from 'node:http';
import { Client, type ClientOptions } from '../../src/client/client.ts';
import type { Exchange, SentRequest } from '../../src/client/exchange.ts';
import type { FakeService } from '../support/serve.ts';

export const LIMITS: ClientOptions = {
  concurrency: 4,
  maxRequests: 100,
  maxRate: undefined,
  deadlineMs: 30_000,
  timeoutMs: 10_000,
};

export const get = (url: string, headers: Readonly<Record<string, string>> = {}): SentRequest => ({
  method: 'GET',
  url,
  headers,
  body: null,
});

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

/** Sends one GET and returns its result. */
export const sendTo = (
  start: Promise<FakeService>,
  limits: Partial<ClientOptions> = {},
): Promise<{ exchange: Exchange; requests: number; retries: number }> =>
  withService(start, limits, async (client, baseUrl) => {
    const exchange = await client.send(() => get(`${baseUrl}/`));
    return { exchange, requests: client.requests, retries: client.retries };
  });

export async function textSent(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
