import { describe, expect, it } from 'vitest';
import type { ClientOptions } from '../../src/client/client.ts';
import type { VirtualClock } from '../../src/client/clock.ts';
import {
  GOOD,
  get,
  outcomeOf,
  outcomesOf,
  refusing,
  type VirtualReply,
  type VirtualService,
  virtualClient,
  WAY_MS,
} from './sending.ts';

const DAY = 24 * 3_600_000;
const ONLY_200 = new Set([200]);
type Answering = (clock: VirtualClock) => VirtualService;

/** Refuses requests until a time; with `anonymous`, only those without a credential. */
const until =
  (ms: number, refusal: VirtualReply, who?: 'anonymous'): Answering =>
  (clock) =>
  ({ headers }) =>
    clock.now() < ms && (who === undefined || headers['authorization'] === undefined) ? refusal : GOOD;

/** Refuses requests beyond a number in a time window, which begins with its first request. */
const perWindow =
  (count: number, ms: number, refusal: VirtualReply): Answering =>
  (clock) => {
    let [began, seen] = [Number.NEGATIVE_INFINITY, 0];
    return () => {
      if (clock.now() - began >= ms) [began, seen] = [clock.now(), 0];
      seen += 1;
      return seen > count ? refusal : GOOD;
    };
  };

/** Refuses requests while a number of others is being answered. */
const atOnce =
  (count: number, refusal: VirtualReply): Answering =>
  (clock) => {
    let inFlight = 0;
    return async () => {
      if (inFlight >= count) return refusal;
      inFlight += 1;
      await clock.sleep(5);
      inFlight -= 1;
      return GOOD;
    };
  };

/** A client with functions that send as somebody. */
function limitedBy(answering: Answering, options: Partial<ClientOptions> = {}) {
  const { client, clock } = virtualClient(answering, {
    concurrency: 8,
    maxRequests: 10_000,
    deadlineMs: 60_000,
    ...options,
  });
  const as = (name?: string, standing: 'valid' | 'invalid' = 'valid') =>
    client.send(() => get('http://a/', name === undefined ? {} : { authorization: `Bearer ${name}` }), {
      as: standing,
    });
  return { client, clock, as };
}

describe('a rate limit', () => {
  it('is waited for once by all requests of a caller', async () => {
    const { client, clock, as } = limitedBy(until(20_000, refusing(429, '20')), { concurrency: 4 });
    expect(await outcomesOf(12, () => as('member'))).toEqual(ONLY_200);
    expect(clock.now()).toBeLessThan(21_000);
    // Only requests in flight at the first refusal are sent again.
    expect(client.retries).toBe(4);
    expect(client.throttle.heldUpMs).toBeGreaterThan(19_000);
    expect(client.throttle.heldUpMs).toBeLessThan(21_000);
  });

  it('of one caller stops nobody else', async () => {
    const limit = until(25_000, refusing(429, '25'), 'anonymous');
    const { clock, as } = limitedBy(limit, { concurrency: 2 });
    const anonymous = outcomesOf(4, () => as());
    expect([await outcomesOf(4, () => as('member')), clock.now() < 100]).toEqual([ONLY_200, true]);
    expect([await anonymous, clock.now() > 25_000]).toEqual([ONLY_200, true]);
  });

  it('is waited for if it ends before the run; else it withholds further requests of its caller alone', async () => {
    expect(outcomeOf(await limitedBy(until(59_000, refusing(429, '59'))).as())).toBe(200);
    const { client, clock, as } = limitedBy(until(DAY, refusing(429, '3600'), 'anonymous'));
    expect([outcomeOf(await as()), clock.now()]).toEqual([429, WAY_MS]);
    expect([outcomeOf(await as()), client.requests]).toEqual(['not-sent', 1]);
    expect([outcomeOf(await as('member')), client.requests]).toEqual([200, 2]);
  });

  it('without a hint ends no caller for good', async () => {
    const { client, clock, as } = limitedBy(until(100_000, refusing(429), 'anonymous'), {
      deadlineMs: 600_000,
    });
    await as('member');
    const outcomes = [outcomeOf(await as()), outcomeOf(await as()), outcomeOf(await as())];
    expect(outcomes).toEqual([429, 429, 'not-sent']);
    expect(client.requests).toBeLessThan(20);
    await clock.sleep(60_000);
    expect(outcomeOf(await as())).toBe(200);
  });

  it('without a hint lowers the rate to one that the service accepts', async () => {
    const { client, as } = limitedBy(perWindow(1, 40, refusing(429)));
    await outcomesOf(40, () => as('member'));
    const before = client.retries;
    expect(await outcomesOf(200, () => as('member'))).toEqual(ONLY_200);
    expect(client.retries - before).toBeLessThan(20);
    expect([12, 25]).toContain(client.throttle.rate.working);
  });

  it('without a hint is waited for less once that was in vain', async () => {
    const { clock, as } = limitedBy(
      () =>
        ({ headers }) =>
          headers['authorization'] === undefined ? GOOD : refusing(429),
      { deadlineMs: 600_000 },
    );
    await as();
    for (const name of ['a', 'a', 'b', 'b']) expect(outcomeOf(await as(name))).toBe(429);
    expect(clock.now()).toBeLessThan(100_000);
  });

  it('of one request alone ends, though its caller gets other answers meanwhile', async () => {
    const { client, clock, as } = limitedBy(
      () =>
        ({ url }) =>
          url.endsWith('?limited') ? refusing(429) : GOOD,
      { deadlineMs: 600_000 },
    );
    const limited = client.send(() => get('http://a/?limited', { authorization: 'Bearer member' }));
    const others = Array.from({ length: 200 }, async (_, nth) => {
      await clock.sleep(100 * nth);
      return outcomeOf(await as('member'));
    });
    expect([outcomeOf(await limited), clock.now() < 20_000]).toEqual([429, true]);
    expect(new Set(await Promise.all(others))).toEqual(ONLY_200);
  });

  it.each(['60', '200'])(
    'of invalid credentials is taken for a lock-out if it is long, or met again and again (%s s)',
    async (after) => {
      const { clock, as } = limitedBy(
        () =>
          ({ headers }) =>
            headers['authorization'] === 'Bearer member' ? GOOD : refusing(429, after),
        { deadlineMs: 3_600_000 },
      );
      await as('member');
      expect(await outcomesOf(3, (nth) => as(`made up ${nth}`, 'invalid'))).toContain(429);
      expect(clock.now()).toBeLessThan(200_000);
      expect(outcomeOf(await as('another', 'invalid'))).toBe('not-sent');
    },
  );
});

describe('a target that refuses what is too much', () => {
  const CROWDED = { deadlineMs: 600_000 };

  it.each<[string, Answering, count: number, mostRetries: number]>([
    ['2 in 10 s, 429', perWindow(2, 10_000, refusing(429, '10')), 16, 60],
    ['40 in 0.4 s, 429', perWindow(40, 400, refusing(429)), 120, 60],
    ['40 in 0.4 s, 503 without a wait', perWindow(40, 400, refusing(503, '0')), 120, 60],
    ['3 at once, 503 without a wait', atOnce(3, refusing(503, '0')), 100, 50],
    ['1 at once, 429 without a wait', atOnce(1, refusing(429, '0')), 100, 50],
    ['half a second, 503', until(500, refusing(503)), 100, 40],
  ])('answers everything in the end, with few refusals: %s', async (_, answering, count, mostRetries) => {
    const { client, clock, as } = limitedBy(answering, CROWDED);
    expect(await outcomesOf(count, () => as('member'))).toEqual(ONLY_200);
    expect(client.retries).toBeGreaterThan(0);
    expect(client.retries).toBeLessThan(mostRetries);
    expect(clock.now()).toBeLessThan(100_000);
  });

  it.each<[status: number, after: string | undefined, least: number, most: number]>([
    [503, undefined, 0, 20_000],
    [429, '0', 60_000, 80_000],
    [429, undefined, 60_000, 80_000],
  ])('for ever is not asked without end (%i, Retry-After: %s)', async (status, after, least, most) => {
    const { client, clock, as } = limitedBy(() => () => refusing(status, after), CROWDED);
    const outcomes = await outcomesOf(60, () => as('member'));
    expect([outcomes.has(status), outcomes.has(200)]).toEqual([true, false]);
    expect([clock.now() >= least, clock.now() < most]).toEqual([true, true]);
    const sent = client.requests;
    expect(sent).toBeLessThan(60 + 80);
    if (status === 503) return;
    expect(await outcomesOf(60, () => as('member'))).toEqual(new Set(['not-sent']));
    expect(client.requests).toBe(sent);
  });
});
