import { describe, expect, it } from 'vitest';
import type { ClientOptions } from '../../src/client/client.ts';
import type { SentRequest } from '../../src/client/exchange.ts';
import { get } from './sending.ts';
import { type VirtualReply, type VirtualService, virtualClient } from './virtual.ts';

const GOOD: VirtualReply = { status: 200 };
const SIGN = 'http://a/sign';
const LIMITS = { deadlineMs: 600_000, timeoutMs: 5000, sign: () => get(SIGN) };

const post = (attempt: number): SentRequest => ({
  method: 'POST',
  url: 'http://a/issues',
  headers: {},
  body: `{"title":"attempt ${attempt}"}`,
});

/** A service that dies at certain requests and comes back after some time. */
function mortal(
  diesAt: (request: SentRequest) => boolean,
  {
    awayMs = Number.POSITIVE_INFINITY,
    silence = 'refused',
  }: { awayMs?: number; silence?: VirtualReply } = {},
  options: Partial<ClientOptions> = {},
) {
  const arrived: SentRequest[] = [];
  let backAt = 0;
  const { client, clock } = virtualClient(
    (time): VirtualService =>
      (request) => {
        if (time.now() < backAt) return silence;
        arrived.push(request);
        if (!diesAt(request)) return GOOD;
        backAt = time.now() + awayMs;
        return silence === 'never' ? 'never' : 'reset';
      },
    { ...LIMITS, ...options },
  );
  /** Requests for an address that arrived while the service was alive. */
  const arrivedAt = (url: string) => arrived.filter((request) => request.url === url);
  return { client, clock, arrivedAt };
}

const isFor = (path: string) => (request: SentRequest) => request.url === `http://a${path}`;
const once = (diesAt: (request: SentRequest) => boolean) => {
  let died = false;
  return (request: SentRequest): boolean => {
    const dies = !died && diesAt(request);
    died ||= dies;
    return dies;
  };
};

describe('a service that goes away', () => {
  it('and does not come back ends the run, which says at which request it went', async () => {
    for (const silence of ['refused', 'never'] as const) {
      const { client, clock } = mortal(isFor('/issues'), { silence });
      await client.send(() => get('http://a/1'));
      await expect(client.send(post)).rejects.toMatchObject({
        cause: 'gone',
        message: expect.stringMatching(
          /^The service stopped answering after \d+\.\d s \((connection refused|no answer in time|.+)\)\. In flight when the first connection broke: POST \/issues with payload {"title":"attempt 1"}\. Is the service still running\?$/,
        ),
      });
      await expect(client.send(() => get('http://a/2'))).rejects.toMatchObject({ cause: 'gone' });
      expect(clock.now()).toBeGreaterThan(25_000);
      expect(clock.now()).toBeLessThan(60_000);
    }
  });

  it('is waited for no longer than half of what is left of the run', async () => {
    const { client, clock } = mortal(isFor('/issues'), {}, { deadlineMs: 8000 });
    await client.send(() => get('http://a/1'));
    await expect(client.send(post)).rejects.toMatchObject({ cause: 'gone' });
    expect(clock.now()).toBeLessThan(6000);
  });

  it('while many requests are in flight names three of them', async () => {
    const { client } = mortal(isFor('/5'), {}, { concurrency: 8 });
    await client.send(() => get('http://a/1'));
    const paths = ['/5', '/6', '/7', '/8', '/8', '/9'];
    const ended = await Promise.allSettled(paths.map((path) => client.send(() => get(`http://a${path}`))));
    expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(ended[0]).toMatchObject({
      reason: { message: expect.stringContaining('broke: GET /5, GET /6, GET /7 and 2 more. Is the') },
    });
  });

  it('suspects no request that was sent after the first connection broke', async () => {
    const { client } = mortal(isFor('/3'), {}, { concurrency: 2 });
    await client.send(() => get('http://a/1'));
    const paths = Array.from({ length: 40 }, (_, nth) => `/${nth + 2}`);
    const ended = await Promise.allSettled(paths.map((path) => client.send(() => get(`http://a${path}`))));
    const told = ended.find(({ status }) => status === 'rejected');
    const named =
      /broke: (.+)\. Is the/.exec(told?.status === 'rejected' ? String(told.reason) : '')?.[1] ?? '';
    expect(named.split(', ').length).toBeLessThanOrEqual(2);
    expect(named).toContain('GET /3');
    expect(named).not.toContain('more');
  });

  it('shows no more of a long payload than its beginning', async () => {
    const { client } = mortal(isFor('/issues'));
    await client.send(() => get('http://a/1'));
    const sent = client.send((attempt) => ({ ...post(attempt), body: 'x'.repeat(5000) }));
    await expect(sent).rejects.toMatchObject({ message: expect.stringMatching(/payload x{120}…\. Is the/) });
  });

  it('and comes back is asked again what it did not answer', async () => {
    const { client, clock, arrivedAt } = mortal(once(isFor('/issues')), { awayMs: 12_000 });
    await client.send(() => get('http://a/1'));
    const answer = await client.send(post);
    expect(answer.response?.status).toBe(200);
    expect(arrivedAt('http://a/issues').map(({ body }) => body)).toEqual([
      '{"title":"attempt 1"}',
      '{"title":"attempt 2"}',
    ]);
    expect(clock.now()).toBeGreaterThan(12_000);
    expect(clock.now()).toBeLessThan(14_000);
  });

  it('while many requests are in flight answers all of them once it is back, after one look for all', async () => {
    const { client, arrivedAt } = mortal(once(isFor('/3')), { awayMs: 3000 }, { concurrency: 8 });
    await client.send(() => get('http://a/first'));
    const sent = Array.from({ length: 8 }, (_, nth) => client.send(() => get(`http://a/${nth}`)));
    const answers = await Promise.all(sent);
    expect(new Set(answers.map(({ response }) => response?.status))).toEqual(new Set([200]));
    // Requests to a dead service do not arrive.
    expect(arrivedAt(SIGN)).toHaveLength(1);
  });

  it('at the same request again and again has gone because of it, and the run goes on', async () => {
    const { client, arrivedAt } = mortal(isFor('/issues'), { awayMs: 2000 });
    await client.send(() => get('http://a/1'));
    const answer = await client.send(post);
    expect(answer).toMatchObject({
      response: null,
      fault: { kind: 'gone', message: expect.stringContaining('3 times') },
      request: { body: '{"title":"attempt 1"}' },
    });
    expect(arrivedAt('http://a/issues').map(({ body }) => body)).toEqual(
      [1, 2, 3].map((attempt) => post(attempt).body),
    );
    const next = await client.send(() => get('http://a/2'));
    expect(next.response?.status).toBe(200);
  });

  it('blames no request that was in flight beside the one at which it goes', async () => {
    const { client } = mortal(isFor('/5'), { awayMs: 1000 }, { concurrency: 4 });
    await client.send(() => get('http://a/1'));
    const paths = ['/4', '/5', '/6', '/7'];
    const answers = await Promise.all(paths.map((path) => client.send(() => get(`http://a${path}`))));
    expect(answers.map(({ response, fault }) => response?.status ?? fault?.kind)).toEqual([
      200,
      'gone',
      200,
      200,
    ]);
  });
});

describe('no answer', () => {
  it('to one request of a service that is there is a matter of that request', async () => {
    const { client } = virtualClient(
      () => (request) => (request.url === 'http://a/2' ? 'reset' : GOOD),
      LIMITS,
    );
    await client.send(() => get('http://a/1'));
    const answer = await client.send(() => get('http://a/2'));
    expect([answer.fault?.kind, answer.response]).toEqual(['broken', null]);
  });

  it('of a service that never answered anything is not taken for its going away', async () => {
    const { client, clock } = virtualClient(() => () => 'refused', LIMITS);
    const answer = await client.send(() => get('http://a/1'));
    expect([answer.fault?.kind, client.requests]).toEqual(['unreachable', 2]);
    expect(clock.now()).toBeLessThan(1000);
  });
});

describe('a service that is only just starting', () => {
  it('answers 502 or 503 and is not back yet', async () => {
    let backAt = Number.POSITIVE_INFINITY;
    const { client, clock } = virtualClient(
      (time): VirtualService =>
        ({ url }) => {
          if (time.now() < backAt - 3000) return 'refused';
          if (time.now() < backAt) return { status: 503 };
          if (url !== 'http://a/2' || backAt > 0) return GOOD;
          return 'reset';
        },
      LIMITS,
    );
    backAt = 0;
    await client.send(() => get('http://a/1'));
    backAt = 6000;
    const answer = await client.send(() => get('http://a/2'));
    expect(answer.response?.status).toBe(200);
    expect(clock.now()).toBeGreaterThan(6000);
  });
});

describe('a service that goes away while somebody has it alone', () => {
  it('keeps nobody waiting for one another', async () => {
    const { client, clock } = mortal(once(isFor('/dies')), { awayMs: 2000 });
    await client.send(() => get('http://a/1'));
    const outside = client.send(() => get('http://a/dies'));
    await clock.sleep(1);
    const alone = client.pace.alone(() =>
      Promise.all([client.send(() => get('http://a/2')), client.send(() => get('http://a/3'))]),
    );
    const answers = [...(await alone), await outside];
    expect(answers.map(({ response }) => response?.status)).toEqual([200, 200, 200]);
    expect(clock.now()).toBeLessThan(30_000);
  });

  it('is sent one after the other what was sent side by side, so that none is blamed for another', async () => {
    const { client } = mortal(isFor('/dies'), { awayMs: 1000 });
    await client.send(() => get('http://a/1'));
    const answers = await client.pace.alone(() =>
      Promise.all(['/2', '/dies', '/3'].map((path) => client.send(() => get(`http://a${path}`)))),
    );
    expect(answers.map(({ response, fault }) => response?.status ?? fault?.kind)).toEqual([200, 'gone', 200]);
  });

  it('is looked for though the rate limit of a caller is not over', async () => {
    const { client, clock } = mortal(once(isFor('/dies')), { awayMs: 2000 });
    await client.send(() => get('http://a/1'));
    client.pace.limit('', 300_000);
    const answer = await client.send(() => get('http://a/dies', { authorization: 'Bearer member' }));
    expect(answer.response?.status).toBe(200);
    expect(clock.now()).toBeLessThan(10_000);
  });
});

describe('a service of which nothing was ever understood', () => {
  it('is not waited for where it falls silent', async () => {
    let asked = 0;
    const { client, clock } = virtualClient(
      (): VirtualService => () => {
        asked += 1;
        return asked === 1 ? 'garbled' : 'reset';
      },
      LIMITS,
    );
    await client.send(() => get('http://a/1'));
    await client.send(() => get('http://a/2'));
    expect(clock.now()).toBeLessThan(5000);
  });
});
