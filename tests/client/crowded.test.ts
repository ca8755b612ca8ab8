import { describe, expect, it } from 'vitest';
import type { Clock } from '../../src/client/clock.ts';
import type { Exchange, SentRequest } from '../../src/client/exchange.ts';
import { get } from './sending.ts';
import { type VirtualService, virtualClient } from './virtual.ts';

const LIMITS = {
  concurrency: 8,
  maxRequests: 1000,
  timeoutMs: 1000,
  deadlineMs: 600_000,
  sign: () => get('http://a/sign'),
};

/** Answers one request after the other, also those whose callers have given up. */
const oneByOne =
  (milliseconds: (request: SentRequest) => number, seen: SentRequest[] = []) =>
  (clock: Clock): VirtualService => {
    let last: Promise<unknown> = Promise.resolve();
    return (request) => {
      seen.push(request);
      const answer = last.then(async () => {
        await clock.sleep(milliseconds(request));
        return { status: 200 };
      });
      last = answer;
      return answer;
    };
  };

const statusOf = ({ response, fault }: Exchange) => response?.status ?? fault?.kind;
const post = (): SentRequest => ({ method: 'POST', url: 'http://a/issues', headers: {}, body: '{}' });
const many = <T>(count: number, one: (nth: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, nth) => one(nth)));

describe('a service that takes one request after the other', () => {
  it('answers all of them at last, with few that are sent again', async () => {
    const { client } = virtualClient(
      oneByOne(() => 400),
      LIMITS,
    );
    const answers = await many(60, (nth) => client.send(() => get(`http://a/${nth}`)));
    expect(new Set(answers.map(statusOf))).toEqual(new Set([200]));
    expect(client.requests).toBeLessThan(80);
  });

  it('and needs an uneven time for each does so too', async () => {
    const times = [50, 400, 120, 300, 20];
    const { client } = virtualClient(
      oneByOne(({ url }) => times[Number(url.slice('http://a/'.length)) % times.length] ?? 10),
      LIMITS,
    );
    const answers = await many(100, (nth) => client.send(() => get(`http://a/${nth}`)));
    expect(new Set(answers.map(statusOf))).toEqual(new Set([200]));
    expect(client.requests).toBeLessThan(130);
  });

  it('is sent no POST that it has no time for, and none twice', async () => {
    const seen: SentRequest[] = [];
    const { client } = virtualClient(
      oneByOne(() => 400, seen),
      LIMITS,
    );
    await client.send(() => get('http://a/first'));
    const answers = await many(12, () => client.send(post));
    expect(answers.map(statusOf)).toEqual(answers.map(() => 200));
    expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(12);
  });

  it('is sent no POST again that timed out behind others', async () => {
    const seen: SentRequest[] = [];
    const { client } = virtualClient(
      oneByOne(({ method }) => (method === 'POST' ? 900 : 1), seen),
      LIMITS,
    );
    await client.send(() => get('http://a/first'));
    const answers = await many(8, () => client.send(post));
    expect(answers.map(statusOf)).toContain('timeout');
    expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(8);
  });
});

describe('a service that does not answer one kind of request', () => {
  const hanging = (request: SentRequest) => request.url.includes('hangs');

  it('is asked twice for each, as ever, and for all others as many at once as ever', async () => {
    let [inFlight, most] = [0, 0];
    const { client, clock } = virtualClient(
      (time): VirtualService =>
        async (request) => {
          if (hanging(request)) return 'never';
          inFlight += 1;
          most = Math.max(most, inFlight);
          await time.sleep(300);
          inFlight -= 1;
          return { status: 200 };
        },
      LIMITS,
    );
    const answers = await many(40, (nth) =>
      client.send(() => get(`http://a/${nth % 10 === 0 ? 'hangs' : 'well'}/${nth}`)),
    );
    expect(answers.filter((answer) => statusOf(answer) === 'timeout')).toHaveLength(4);
    // Each request that hangs is sent twice, and a few more check the service.
    expect(client.requests).toBeLessThanOrEqual(40 + 4 + 4);
    expect(clock.now()).toBeLessThan(8000);
    most = 0;
    await many(16, (nth) => client.send(() => get(`http://a/later/${nth}`)));
    expect(most).toBe(8);
  });
});

describe('a service that hangs for good', () => {
  it('is given up though many requests wait for their turn', async () => {
    let seen = 0;
    const { client, clock } = virtualClient(
      (): VirtualService => () => {
        seen += 1;
        return seen > 4 ? 'never' : { status: 200 };
      },
      LIMITS,
    );
    await client.send(() => get('http://a/first'));
    const ended = await Promise.allSettled(
      Array.from({ length: 200 }, (_, nth) => client.send(() => get(`http://a/${nth}`))),
    );
    expect(ended.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(190);
    // Eight at a time, the time-outs alone would take 25 seconds before a check.
    expect(clock.now()).toBeLessThan(41_000);
    expect(seen).toBeLessThan(100);
  });
});
