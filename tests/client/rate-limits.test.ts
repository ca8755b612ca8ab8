import { expect, it } from 'vitest';
import type { Clock } from '../../src/client/clock.ts';
import {
  type ClientOptions,
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

const ONLY_200 = new Set([200]);
type Answering = (clock: Clock) => VirtualService;

/** Refuses requests of some callers, or of all, until a time. */
const until =
  (ms: number, refusal: VirtualReply, callers?: string): Answering =>
  (clock) =>
  ({ headers: { 'x-caller': caller = '' } }) =>
    clock.now() < ms && (callers ?? caller).includes(caller) ? refusal : GOOD;

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

/** A client, and a function that sends for a caller: `n` has no credential, `i` an invalid one, others have their own. */
function limitedBy(answering: Answering, options: Partial<ClientOptions> = {}) {
  const limits = { concurrency: 8, maxRequests: 10_000, deadlineMs: 600_000 };
  const { client, clock } = virtualClient(answering, { ...limits, ...options });
  const as = (caller: string, url = 'http://a/') =>
    client.send(
      () =>
        get(url, { 'x-caller': caller, ...(caller === 'n' ? {} : { authorization: `Bearer ${caller}` }) }),
      { as: caller === 'i' ? 'invalid' : 'valid' },
    );
  return { client, clock, as };
}

// Each step is a caller with the outcome, of which a minus is a request that is not sent; a dot is a minute.
it.each<[what: string, Answering, steps: string, mostMs: number, requests: number]>([
  ['ends before the run', until(599_000, refusing(429, '599')), 'm200', 600_000, 2],
  ['outlasts the run', until(Infinity, refusing(429, '3600'), 'n'), 'n429 n- m200', 2 * WAY_MS, 2],
  ['has no hint', until(1e5, refusing(429), 'n'), 'm200 n429 n429 n- . n200', 200_000, 20],
  ['ends in vain', until(Infinity, refusing(429), 'ab'), 'm200 a429 a429 b429 b429', 100_000, 30],
  ['names too short a wait', until(Infinity, refusing(429, '1'), 'n'), 'm200 n429 n-', 150_000, 20],
  ['locks out slowly', until(Infinity, refusing(429, '60'), 'i'), 'm200 i429 i-', 200_000, 4],
  ['locks out', until(Infinity, refusing(429, '200'), 'i'), 'm200 i429 i-', 2 * WAY_MS, 2],
])('a rate limit is waited for if it may end: %s', async (_, answering, steps, mostMs, requests) => {
  const { client, clock, as } = limitedBy(answering);
  const seen: string[] = [];
  for (const [caller = ''] of steps.split(' '))
    if (caller === '.') seen.push(await clock.sleep(60_000).then(() => '.'));
    else seen.push(`${caller}${outcomeOf(await as(caller))}`.replace('not-sent', '-'));
  expect([seen.join(' '), clock.now() <= mostMs]).toEqual([steps, true]);
  expect(client.requests).toBeLessThanOrEqual(requests);
});

it('a rate limit is waited for once by all requests of a caller', async () => {
  const { client, clock, as } = limitedBy(until(20_000, refusing(429, '20')), { concurrency: 4 });
  expect(await outcomesOf(12, () => as('m'))).toEqual(ONLY_200);
  // Only requests in flight at the first refusal are sent again.
  expect([client.retries, clock.now() < 21_000]).toEqual([4, true]);
  expect(Math.round(client.throttle.heldUpMs / 1000)).toBe(20);
});

it('a rate limit of one caller stops nobody else', async () => {
  const { clock, as } = limitedBy(until(25_000, refusing(429, '25'), 'n'), { concurrency: 2 });
  const anonymous = outcomesOf(4, () => as('n'));
  expect([await outcomesOf(4, () => as('m')), clock.now() < 100]).toEqual([ONLY_200, true]);
  expect([await anonymous, clock.now() > 25_000]).toEqual([ONLY_200, true]);
});

it('a rate limit without a hint lowers the rate to one that the service accepts', async () => {
  const { client, as } = limitedBy(perWindow(1, 40, refusing(429)));
  await outcomesOf(40, () => as('m'));
  const before = client.retries;
  expect(await outcomesOf(200, () => as('m'))).toEqual(ONLY_200);
  expect(client.retries - before).toBeLessThan(20);
  expect([12, 25]).toContain(client.throttle.adaptive.workingRate);
});

it('a rate limit of one request alone ends, though its caller gets other answers meanwhile', async () => {
  const service: VirtualService = ({ url }) => (url.endsWith('?limited') ? refusing(429) : GOOD);
  const { clock, as } = limitedBy(() => service);
  const limited = as('m', 'http://a/?limited');
  const others = outcomesOf(200, async (nth) => {
    await clock.sleep(100 * nth);
    return as('m');
  });
  expect([outcomeOf(await limited), clock.now() < 20_000]).toEqual([429, true]);
  expect(await others).toEqual(ONLY_200);
});

it('a lasting 503 to some requests slows down no others', async () => {
  const service: VirtualService = ({ url }) => (url.endsWith('?long') ? refusing(503) : GOOD);
  const { client, clock, as } = limitedBy(() => service, { probe: () => get('http://a/') });
  for (let times = 0; times < 12; times += 1)
    await outcomesOf(8, (nth) => as('m', nth % 3 === 0 ? 'http://a/?long' : 'http://a/'));
  const { concurrency, pauseMs } = client.throttle.adaptive;
  expect([concurrency, pauseMs, clock.now() < 15_000]).toEqual([8, 0, true]);
});

it.each<[string, method: string, sixth: VirtualReply, after: string | undefined, arrived: number]>([
  ['a creation that may have arrived at last', 'POST', { status: 504 }, undefined, 6],
  ['a request that is to wait for longer than the run', 'GET', GOOD, '3600', 1],
])('a lasting 503 is final to %s', async (_, method, sixth, after, arrived) => {
  let seen = 0;
  const service: VirtualService = ({ url }) => {
    if (url === 'http://a/') return GOOD;
    seen += 1;
    return seen < 6 ? refusing(503, after) : sixth;
  };
  const { client } = virtualClient(() => service, { deadlineMs: 600_000, probe: () => get('http://a/') });
  await client.send(() => get('http://a/'));
  await client.send(() => ({ ...get('http://a/?long'), method }));
  expect(seen).toBe(arrived);
});

it('a service that takes three at once answers all of them, though one request always gets 503', async () => {
  const usual = atOnce(3, refusing(503));
  const { as } = limitedBy(
    (clock) => {
      const service = usual(clock);
      return (request) => (request.url.endsWith('?long') ? refusing(503) : service(request));
    },
    { probe: () => get('http://a/') },
  );
  await as('m', 'http://a/?long');
  expect(await outcomesOf(100, () => as('m'))).toEqual(ONLY_200);
});

it.each<[string, Answering, count: number, mostRetries: number]>([
  ['2 in 10 s, 429', perWindow(2, 10_000, refusing(429, '10')), 16, 60],
  ['40 in 0.4 s, 429', perWindow(40, 400, refusing(429)), 120, 60],
  ['40 in 0.4 s, 503 without a wait', perWindow(40, 400, refusing(503, '0')), 120, 60],
  ['3 at once, 503 without a wait', atOnce(3, refusing(503, '0')), 100, 50],
  ['1 at once, 429 without a wait', atOnce(1, refusing(429, '0')), 100, 50],
  ['half a second, 503', until(500, refusing(503)), 100, 40],
])(
  'a limited target answers everything in the end, with few refusals: %s',
  async (_, answering, count, mostRetries) => {
    const { client, clock, as } = limitedBy(answering);
    expect(await outcomesOf(count, () => as('m'))).toEqual(ONLY_200);
    expect(client.retries).toBeGreaterThan(0);
    expect(client.retries).toBeLessThan(mostRetries);
    expect(clock.now()).toBeLessThan(100_000);
  },
);

it.each<[status: number, after: string | undefined, least: number, most: number]>([
  [503, undefined, 0, 20_000],
  [429, '0', 60_000, 80_000],
  [429, undefined, 60_000, 80_000],
])(
  'a target that refuses for ever is not asked without end (%i, Retry-After: %s)',
  async (status, after, least, most) => {
    const { client, clock, as } = limitedBy(() => () => refusing(status, after));
    const outcomes = await outcomesOf(60, () => as('m'));
    expect([outcomes.has(status), outcomes.has(200)]).toEqual([true, false]);
    expect([clock.now() >= least, clock.now() < most]).toEqual([true, true]);
    const sent = client.requests;
    expect(sent).toBeLessThan(60 + 80);
    if (status === 503) return;
    expect(await outcomesOf(60, () => as('m'))).toEqual(new Set(['not-sent']));
    expect(client.requests).toBe(sent);
  },
);
