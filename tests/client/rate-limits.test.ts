import { describe, expect, it } from 'vitest';
import { get } from './sending.ts';
import { type VirtualReply, type VirtualService, virtualClient, WAY_MS } from './virtual.ts';

const GOOD: VirtualReply = { status: 200 };
const MEMBER = { authorization: 'Bearer member' };

const anonymously = () => get('http://a/');
const asMember = () => get('http://a/', MEMBER);

/** Refuses requests until a time, always with the same response. */
const untilAllowed =
  (
    until: number,
    refusal: VirtualReply,
    isLimited: (authorization: string | undefined) => boolean = () => true,
  ) =>
  (clock: { now: () => number }): VirtualService =>
  ({ headers }) =>
    clock.now() < until && isLimited(headers['authorization']) ? refusal : GOOD;

describe('a rate limit', () => {
  it.for([
    ['429 with Retry-After', 429, { 'retry-after': '30' }],
    ['403 with Retry-After', 403, { 'retry-after': '30' }],
    [
      '403 with an allowance that is used up',
      403,
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '30' },
    ],
  ] as const)('that is said by %s is waited for', async ([, status, headers]) => {
    const { client } = virtualClient(untilAllowed(30_000, { status, headers }), { deadlineMs: 60_000 });
    const answer = await client.send(anonymously);
    expect([answer.response?.status, answer.startedAt]).toEqual([200, 30_000 + WAY_MS]);
  });

  it('is not what a plain 403 says', async () => {
    const { client } = virtualClient(() => () => ({
      status: 403,
      headers: { 'x-ratelimit-remaining': '7' },
    }));
    const answer = await client.send(asMember);
    expect([answer.response?.status, client.requests]).toEqual([403, 1]);
    await client.send(asMember);
    expect(client.requests).toBe(2);
  });

  it('is waited for once by all requests of a caller, and not by each after the other', async () => {
    const limit = untilAllowed(20_000, { status: 429, headers: { 'retry-after': '20' } });
    const { client, clock } = virtualClient(limit, { concurrency: 4, deadlineMs: 60_000 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => client.send(asMember)));
    expect(new Set(answers.map(({ response }) => response?.status))).toEqual(new Set([200]));
    expect(clock.now()).toBeLessThan(21_000);
    // Only requests in flight at the first refusal are sent again.
    expect(client.retries).toBe(4);
  });

  it('counts by the clock of the service, though that is a day ahead', async () => {
    const day = 24 * 3_600_000;
    const { client } = virtualClient((clock) => () => {
      const now = clock.date() + day;
      if (clock.now() >= 8000) return GOOD;
      const until = new Date(now + 8000 - clock.now()).toUTCString();
      return { status: 429, headers: { date: new Date(now).toUTCString(), 'retry-after': until } };
    });
    const answer = await client.send(asMember);
    expect(answer.response?.status).toBe(200);
    expect(answer.startedAt).toBeGreaterThanOrEqual(7000);
    expect(answer.startedAt).toBeLessThan(10_000);
  });

  it('is taken for a lock-out where invalid credentials meet it again and again, and waited for once for all of them', async () => {
    const { client, clock } = virtualClient(() => () => ({ status: 429, headers: { 'retry-after': '60' } }));
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((token) =>
        client.send(
          () => ({
            method: 'GET',
            url: 'http://x/',
            headers: { authorization: `Bearer ${token}` },
            body: null,
          }),
          { invalid: true },
        ),
      ),
    );
    expect(answers.map(({ response, fault }) => response?.status ?? fault?.kind)).toContain(429);
    expect(clock.now()).toBeLessThan(200_000);
    const after = await client.send(
      () => ({ method: 'GET', url: 'http://x/', headers: { authorization: 'Bearer four' }, body: null }),
      { invalid: true },
    );
    expect(after.fault).toEqual({
      kind: 'withheld',
      message: 'the service accepts no more requests with invalid credentials (429, Retry-After: 60)',
    });
  });

  it('that lets some through each time is waited for until all are', async () => {
    const { client, clock } = virtualClient(
      (time) => {
        let [window, seen] = [-1, 0];
        return () => {
          const now = Math.floor(time.now() / 10_000);
          if (now !== window) [window, seen] = [now, 0];
          seen += 1;
          return seen <= 2 ? GOOD : { status: 429, headers: { 'retry-after': '10' } };
        };
      },
      { concurrency: 8, deadlineMs: 600_000 },
    );
    const answers = await Promise.all(Array.from({ length: 16 }, () => client.send(asMember)));
    expect(new Set(answers.map(({ response }) => response?.status))).toEqual(new Set([200]));
    expect(clock.now()).toBeLessThan(100_000);
  });
});

describe('the rate limit of one caller', () => {
  const anonymousOnly = (authorization: string | undefined): boolean => authorization === undefined;

  it('stops nobody else while it is waited for', async () => {
    const limit = untilAllowed(25_000, { status: 429, headers: { 'retry-after': '25' } }, anonymousOnly);
    const { client } = virtualClient(limit, { concurrency: 2, deadlineMs: 60_000 });
    const anonymous = Promise.all([1, 2, 3, 4].map(() => client.send(anonymously)));
    const members = await Promise.all([1, 2, 3, 4].map(() => client.send(asMember)));
    expect(Math.max(...members.map(({ startedAt }) => startedAt))).toBeLessThan(100);
    for (const { response, startedAt } of await anonymous) {
      expect(response?.status).toBe(200);
      expect(startedAt).toBeGreaterThanOrEqual(25_000);
    }
  });

  it('that lasts longer than the run is not waited for, and withholds its further requests alone', async () => {
    const limit = untilAllowed(3_600_000, { status: 429, headers: { 'retry-after': '3600' } }, anonymousOnly);
    const { client, clock } = virtualClient(limit, { deadlineMs: 60_000 });
    const refused = await client.send(anonymously);
    expect([refused.response?.status, clock.now()]).toEqual([429, WAY_MS]);
    const withheld = await client.send(anonymously);
    expect(withheld).toMatchObject({
      response: null,
      fault: { kind: 'withheld', message: expect.stringMatching(/429.*3600.*lasts longer than the run/) },
    });
    expect(client.requests).toBe(1);
    const member = await client.send(asMember);
    expect([member.response?.status, client.requests]).toEqual([200, 2]);
  });

  it('is waited for where it ends just before the run does', async () => {
    const limit = untilAllowed(58_000, { status: 429, headers: { 'retry-after': '58' } });
    const { client } = virtualClient(limit, { deadlineMs: 60_000 });
    const answer = await client.send(anonymously);
    expect(answer.response?.status).toBe(200);
  });
});
