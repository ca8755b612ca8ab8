import { describe, expect, it } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import type { Clock } from '../../src/client/clock.ts';
import { get } from './sending.ts';
import { type VirtualReply, type VirtualService, virtualClient } from './virtual.ts';

const GOOD: VirtualReply = { status: 200 };
const refusing = (status: number, after?: string): VirtualReply => ({
  status,
  headers: after === undefined ? {} : { 'retry-after': after },
});

/** Refuses requests beyond a number in a time window, which begins with its first request. */
const limited =
  (count: number, ms: number, refusal: VirtualReply) =>
  (clock: Clock): VirtualService => {
    let [began, seen] = [Number.NEGATIVE_INFINITY, 0];
    return () => {
      if (clock.now() - began >= ms) [began, seen] = [clock.now(), 0];
      seen += 1;
      return seen > count ? refusal : GOOD;
    };
  };

/** Refuses requests while a number of others is being answered; each takes some milliseconds. */
const busyBeyond =
  (count: number, refusal: VirtualReply) =>
  (clock: Clock): VirtualService => {
    let inFlight = 0;
    return async () => {
      if (inFlight >= count) return refusal;
      inFlight += 1;
      await clock.sleep(5);
      inFlight -= 1;
      return GOOD;
    };
  };

/** Sends requests at one moment and returns their statuses or faults. */
async function outcomesOf(client: Client, count: number): Promise<Set<number | string | undefined>> {
  const all = Array.from({ length: count }, (_, index) => client.send(() => get(`http://a/${index}`)));
  return new Set((await Promise.all(all)).map(({ response, fault }) => response?.status ?? fault?.kind));
}

const LIMITS = { concurrency: 8, maxRequests: 10_000, deadlineMs: 600_000 };

describe('a target that refuses what is too much', () => {
  it.for([
    ['429 and no wait', refusing(429, '0')],
    ['429', refusing(429)],
    ['503 and no wait', refusing(503, '0')],
  ] as const)('in a time, with %s, answers everything in the end', async ([, refusal]) => {
    const { client } = virtualClient(limited(40, 400, refusal), LIMITS);
    expect(await outcomesOf(client, 120)).toEqual(new Set([200]));
    expect(client.retries).toBeGreaterThan(0);
    expect(client.retries).toBeLessThan(60);
  });

  it.for([
    ['503', 1, refusing(503)],
    ['503 and no wait', 3, refusing(503, '0')],
    ['429 and no wait', 1, refusing(429, '0')],
    ['429', 3, refusing(429)],
  ] as const)(
    'at once, with %s beyond %i, answers everything, with few refusals',
    async ([, room, refusal]) => {
      const { client } = virtualClient(busyBeyond(room, refusal), LIMITS);
      expect(await outcomesOf(client, 100)).toEqual(new Set([200]));
      expect(client.retries).toBeGreaterThan(0);
      expect(client.retries).toBeLessThan(50);
    },
  );

  it('for a while gets few requests meanwhile', async () => {
    const unwell =
      (clock: Clock): VirtualService =>
      () =>
        clock.now() < 500 ? refusing(503) : GOOD;
    const { client } = virtualClient(unwell, LIMITS);
    expect(await outcomesOf(client, 100)).toEqual(new Set([200]));
    expect(client.retries).toBeLessThan(40);
  });

  it('for ever, with 503, is not asked again and again without end', async () => {
    const { client, clock } = virtualClient(() => () => refusing(503), LIMITS);
    expect(await outcomesOf(client, 60)).toEqual(new Set([503]));
    expect(client.requests).toBeLessThan(60 + 40);
    expect(clock.now()).toBeLessThan(20_000);
  });

  it.for(['0', undefined])(
    'from its first answer on, with 429 and Retry-After %s, is asked nothing more after a minute',
    async (after) => {
      const { client, clock } = virtualClient(() => () => refusing(429, after), LIMITS);
      const outcomes = await outcomesOf(client, 60);
      expect([outcomes.has(429), outcomes.has(200)]).toEqual([true, false]);
      expect(client.requests).toBeLessThan(60 + 60);
      expect([clock.now() >= 60_000, clock.now() < 80_000]).toEqual([true, true]);
      const sent = client.requests;
      expect(await outcomesOf(client, 60)).toEqual(new Set(['withheld']));
      expect(client.requests).toBe(sent);
    },
  );
});
