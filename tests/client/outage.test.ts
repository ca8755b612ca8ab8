import { expect, it } from 'vitest';
import {
  type ClientOptions,
  GOOD,
  get,
  outcomeOf,
  outcomesOf,
  post,
  type VirtualReply,
  type VirtualService,
  virtualClient,
  WAY_MS,
} from './sending.ts';

const LIMITS = { deadlineMs: 600_000, timeoutMs: 5000, probe: () => get('http://a/probe') };

interface Mortal extends Partial<ClientOptions> {
  readonly path: string;
  /** Times that it dies; without end if left out. */
  readonly times?: number;
  readonly awayMs?: number;
  readonly silence?: VirtualReply;
}

/** A service that dies at requests for a path, and comes back after some time. One request was answered. */
async function mortal({ path, times = 99, awayMs = 1e12, silence = 'refused', ...options }: Mortal) {
  const arrived: string[] = [];
  let [backAt, left] = [0, times];
  const { client, clock } = virtualClient(
    (time): VirtualService =>
      ({ url, body }) => {
        if (time.now() < backAt) return silence;
        arrived.push(body ?? url);
        if (url !== `http://a${path}` || left === 0) return GOOD;
        left -= 1;
        backAt = time.now() + awayMs;
        return silence === 'never' ? 'never' : 'reset';
      },
    { ...LIMITS, ...options },
  );
  await client.send(() => get('http://a/first'));
  const send = (to: string) => client.send(() => get(`http://a${to}`));
  let attempts = 0;
  const create = () => client.send(() => post('http://a/issues', {}, `attempt ${(attempts += 1)}`));
  return { client, clock, arrived, send, create };
}

it.each<[string, Partial<Mortal>, least: number, most: number]>([
  ['refuses', {}, 25_000, 60_000],
  ['is silent', { silence: 'never' }, 25_000, 60_000],
  ['is waited for no longer than half of the run', { deadlineMs: 8000 }, 3000, 6000],
])('a service that goes away ends the run, which names the request: %s', async (_, options, least, most) => {
  const { clock, create, send } = await mortal({ path: '/issues', ...options });
  await expect(create()).rejects.toMatchObject({
    cause: 'unanswered',
    message: expect.stringMatching(/: POST \/issues with payload attempt 1\. /),
  });
  await expect(send('/2')).rejects.toMatchObject({ cause: 'unanswered' });
  expect(clock.now()).toBeGreaterThan(least);
  expect(clock.now()).toBeLessThan(most);
});

it.each<[silence: VirtualReply, awayMs: number]>([
  ['refused', 12_000],
  // It is not back while it answers 502 or 503.
  [{ status: 503 }, 6000],
])('a service that comes back is asked again, a creation under another name: %j', async (silence, awayMs) => {
  const { client, clock, arrived, create } = await mortal({ path: '/issues', times: 1, awayMs, silence });
  expect(outcomeOf(await create())).toBe(200);
  expect(arrived.filter((one) => one.startsWith('attempt'))).toEqual(['attempt 1', 'attempt 2']);
  expect(clock.now() - awayMs).toBeLessThan(2000);
  expect(Math.abs(client.throttle.heldUpMs - awayMs)).toBeLessThan(1500);
});

it.each([
  ['GET', 502, 2],
  ['GET', 504, 2],
  ['POST', 502, 1],
  ['POST', 504, 1],
])('a gateway that answers everything is waited for: %s and %d', async (method, status, times) => {
  const sent: string[] = [];
  const backAt = 20_000;
  const { client, clock } = virtualClient(
    (time): VirtualService =>
      ({ url, body }) => {
        const isAway = time.now() > WAY_MS && time.now() < backAt;
        if (url === 'http://a/asked' && (!isAway || sent.length === 0)) sent.push(body ?? url);
        return isAway ? { status } : GOOD;
      },
    LIMITS,
  );
  await client.send(() => get('http://a/first'));
  const ask = () => (method === 'GET' ? get('http://a/asked') : post('http://a/asked', {}, 'x'));
  expect(outcomeOf(await client.send(ask))).toBe(times === 1 ? status : 200);
  expect(sent).toHaveLength(times);
  expect(clock.now()).toBeGreaterThan(backAt);
});

it('a limit that cuts connections is no outage of the request that meets it', async () => {
  const [burst, everyMs] = [60, 100];
  let [left, at] = [burst, 0];
  const { client } = virtualClient(
    (time): VirtualService =>
      () => {
        left = Math.min(burst, left + (time.now() - at) / everyMs);
        at = time.now();
        if (left < 1) return 'reset';
        left -= 1;
        return GOOD;
      },
    { ...LIMITS, concurrency: 8, maxRequests: 5000 },
  );
  const outcomes = await outcomesOf(300, (nth) => client.send(() => get(`http://a/${nth}`)));
  expect(outcomes).toContain(200);
  expect(outcomes).not.toContain('gone');
});

it.each<[VirtualReply, outcome: string]>([
  ['refused', 'unreachable'],
  ['garbled', 'malformed'],
  ['reset', 'connection-lost'],
])('a service that never answered is not waited for: %s', async (reply, outcome) => {
  const { client, clock } = virtualClient(() => () => reply, LIMITS);
  expect(await outcomesOf(2, (nth) => client.send(() => get(`http://a/${nth}`)))).toEqual(new Set([outcome]));
  expect(clock.now()).toBeLessThan(5000);
});

const CROWDED = { ...LIMITS, concurrency: 8, maxRequests: 1000, timeoutMs: 1000 };

it.each([
  ['waits in its queue', 400, 400, [200, 'timeout']],
  ['timed out', 1, 900, ['timeout', 200]],
])(
  'a service of one request at a time is sent no POST twice if it %s',
  async (_, getMs, postMs, outcomes) => {
    let posts = 0;
    const { client } = virtualClient((clock): VirtualService => {
      let last: Promise<VirtualReply> = Promise.resolve(GOOD);
      return ({ method }) => {
        if (method === 'POST') posts += 1;
        // Requests whose callers have given up take time as well.
        last = last.then(() => clock.sleep(method === 'POST' ? postMs : getMs)).then(() => GOOD);
        return last;
      };
    }, CROWDED);
    await client.send(() => get('http://a/0'));
    expect(await outcomesOf(8, () => client.send(() => post('http://a/issues')))).toEqual(new Set(outcomes));
    expect(posts).toBe(8);
  },
);

it('a service that hangs at one kind of request is asked a few times for each, and answers the others', async () => {
  const { client, clock } = virtualClient(
    (time) => async (request) => (request.url.includes('hangs') ? 'never' : time.sleep(300).then(() => GOOD)),
    CROWDED,
  );
  const paths = Array.from({ length: 40 }, (_, nth) => (nth % 10 === 0 ? `hangs/${nth}` : nth));
  const answers = await Promise.all(paths.map((path) => client.send(() => get(`http://a/${path}`))));
  expect(answers.filter((one) => outcomeOf(one) === 200)).toHaveLength(36);
  // A few more check the service.
  expect(client.requests).toBeLessThanOrEqual(40 + 4 * 3 + 4);
  expect(clock.now()).toBeLessThan(15_000);
});

it('a service of one request at a time that hangs for good is given up though many requests wait for their turn', async () => {
  let seen = 0;
  const { client, clock } = virtualClient(() => () => (++seen > 4 ? 'never' : GOOD), CROWDED);
  const all = Array.from({ length: 200 }, (_, nth) => client.send(() => get(`http://a/${nth}`)));
  const ended = await Promise.allSettled(all);
  expect(ended.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(190);
  expect([clock.now() < 41_000, seen < 100]).toEqual([true, true]);
});
