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
