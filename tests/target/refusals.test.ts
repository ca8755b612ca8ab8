import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Client } from '../../src/target/client.ts';
import { always, serveHttp } from '../support/serve.ts';
import { get, withService } from './sending.ts';

/** Refuses what is beyond so many requests in a while, which begins with the first one in it. */
function limited(count: number, ms: number, refuse: RequestListener): RequestListener {
  let [began, seen] = [Number.NEGATIVE_INFINITY, 0];
  return (request, response) => {
    if (performance.now() - began >= ms) [began, seen] = [performance.now(), 0];
    seen += 1;
    if (seen > count) refuse(request, response);
    else response.end('[]');
  };
}

/** Refuses what comes while so many are being answered, each of which takes some milliseconds. */
function busyBeyond(count: number, refuse: RequestListener): RequestListener {
  let inFlight = 0;
  return (request, response) => {
    if (inFlight >= count) {
      refuse(request, response);
      return;
    }
    inFlight += 1;
    void sleep(5).then(() => {
      inFlight -= 1;
      return response.end('[]');
    });
  };
}

const statusesOf = async (
  client: Client,
  baseUrl: string,
  count: number,
): Promise<Set<number | undefined>> => {
  const all = Array.from({ length: count }, (_, index) => client.send(() => get(`${baseUrl}/${index}`)));
  return new Set((await Promise.all(all)).map(({ response }) => response?.status));
};

const ZERO = { 'retry-after': '0' };
const LIMITS = { concurrency: 8, maxRequests: 10_000 };

describe.concurrent('a target that refuses what is too much', () => {
  it.for([
    ['429 and no wait', always(429, '', ZERO)],
    ['429', always(429)],
    ['503 and no wait', always(503, '', ZERO)],
  ] as const)('in a time, with %s, answers everything in the end', async ([, refuse]) => {
    await withService(serveHttp(limited(40, 400, refuse)), LIMITS, async (client, baseUrl) => {
      expect(await statusesOf(client, baseUrl, 120)).toEqual(new Set([200]));
      expect(client.retries).toBeLessThan(60);
    });
  });

  it.for([
    ['503', 1, always(503)],
    ['503 and no wait', 3, always(503, '', ZERO)],
    ['429 and no wait', 1, always(429, '', ZERO)],
    ['429', 3, always(429)],
  ] as const)(
    'at once, with %s beyond %i, answers everything, with few refusals',
    async ([, room, refuse]) => {
      await withService(serveHttp(busyBeyond(room, refuse)), LIMITS, async (client, baseUrl) => {
        expect(await statusesOf(client, baseUrl, 100)).toEqual(new Set([200]));
        expect(client.retries).toBeLessThan(50);
      });
    },
  );

  it('for a while gets few requests meanwhile', async () => {
    const began = performance.now();
    const outage: RequestListener = (request, response) =>
      performance.now() - began < 500 ? always(503)(request, response) : always(200)(request, response);
    await withService(serveHttp(outage), LIMITS, async (client, baseUrl) => {
      expect(await statusesOf(client, baseUrl, 100)).toEqual(new Set([200]));
      expect(client.retries).toBeLessThan(40);
    });
  });

  it.for<{ status: number; headers: Record<string, string> }>([
    { status: 429, headers: ZERO },
    { status: 503, headers: {} },
  ])('for ever, with $status, is not asked again and again without end', async ({ status, headers }) => {
    const began = performance.now();
    await withService(serveHttp(always(status, '', headers)), LIMITS, async (client, baseUrl) => {
      expect(await statusesOf(client, baseUrl, 60)).toEqual(new Set([status]));
      expect(client.requests).toBeLessThan(60 + 40);
    });
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});
