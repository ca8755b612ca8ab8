import { describe, expect, it } from 'vitest';
import type { SentRequest } from '../../src/client/exchange.ts';
import { planRun } from '../../src/host/plan.ts';
import { parseSettings } from '../../src/host/settings.ts';
import { afterWait, type Waiting, waitForTarget } from '../../src/host/wait.ts';
import { transportTo, type VirtualReply } from '../client/virtual.ts';
import { settingsFor } from '../support/try-service.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const NAMED = {
  owner: 'acme',
  repo: 'widgets',
  privateOwner: 'acme',
  privateRepo: 'vault',
  token: 'member-token',
  outsiderToken: 'outsider-token',
};
const SETTINGS = { ...settingsFor(NAMED, 'http://service.test'), timeoutMs: 3000 };

/** Waits for a service with the given responses by time, and records all requests. */
async function waited(
  answering: (now: number) => VirtualReply,
  waitMs: number,
  more: Waiting & { readonly maxRate?: number } = {},
) {
  const clock = new VirtualClock();
  const asked: { readonly request: SentRequest; readonly at: number }[] = [];
  const transport = transportTo(clock, (request) => {
    asked.push({ request, at: clock.now() });
    return answering(clock.now());
  });
  const { maxRate, ...waiting } = more;
  const told: string[] = [];
  const result = await waitForTarget({ ...SETTINGS, maxRate }, waitMs, {
    transport,
    clock,
    onNotReady: (seen) => told.push(seen),
    ...waiting,
  });
  return { ...result, asked, told, now: clock.now() };
}

describe('waiting for a target', () => {
  it('asks once where it is there, for the plain list as the run does', async () => {
    const { asked, told, ...result } = await waited(() => ({ status: 200, body: '[]' }), 30_000);
    expect(result).toMatchObject({ isReady: true, ms: 10 });
    expect(told).toEqual([]);
    expect(asked.map(({ request }) => request)).toMatchObject([
      {
        method: 'GET',
        url: 'http://service.test/repos/acme/widgets/issues',
        headers: { authorization: 'Bearer member-token' },
        body: null,
      },
    ]);
  });

  for (const reply of [
    'refused',
    'reset',
    'never',
    { status: 404 },
    { status: 401 },
    { status: 503 },
  ] as const)
    it(`goes on over ${typeof reply === 'string' ? reply : reply.status}, until 200`, async () => {
      const { isReady, now, told } = await waited((at) => (at < 9000 ? reply : { status: 200 }), 30_000);
      expect(isReady).toBe(true);
      expect(now).toBeGreaterThanOrEqual(9000);
      expect(now).toBeLessThan(9000 + 3000 + 2000);
      expect(told).toHaveLength(1);
    });

  it('ends after so long, also where nothing is ever answered, with few requests', async () => {
    for (const reply of ['refused', 'never'] as const) {
      const { isReady, ms, asked, now } = await waited(() => reply, 30_000);
      expect(isReady).toBe(false);
      expect([ms, now]).toEqual([30_000, 30_000]);
      expect(asked.length).toBeGreaterThan(5);
      expect(asked.length).toBeLessThan(20);
    }
  });

  it('keeps to MAX_RATE, and to what a Retry-After asks for', async () => {
    const slow = await waited(() => ({ status: 503 }), 30_000, { maxRate: 0.1 });
    expect(slow.asked).toHaveLength(3);
    const asking = { status: 503, headers: { 'retry-after': '12' } };
    expect((await waited(() => asking, 30_000)).asked).toHaveLength(3);
  });

  it('ends at a signal', async () => {
    const ending = new AbortController();
    const { isReady, now } = await waited(
      (at) => {
        if (at > 4000) ending.abort();
        return 'refused';
      },
      600_000,
      { signal: ending.signal },
    );
    expect(isReady).toBe(false);
    expect(now).toBeLessThan(7000);
  });
});

describe('the patience with rate limits', () => {
  const patienceOf = (wait: number, waitedMs: number | null, isReady = false): number | undefined => {
    const parsed = parseSettings({
      BASE_URL: 'http://service.test',
      OWNER: 'acme',
      REPO: 'widgets',
      WAIT_S: String(wait),
    });
    if (!parsed.ok) throw new Error('the settings are good');
    const { settings } = parsed;
    const after = waitedMs === null ? null : { ms: waitedMs, isReady };
    return afterWait(planRun(settings, null), settings, after).session.limitPatienceMs;
  };

  it('is a minute, or WAIT_S if that is longer, less what was waited in vain', () => {
    expect(patienceOf(0, null)).toBe(60_000);
    expect(patienceOf(90, 200, true)).toBe(90_000);
    expect(patienceOf(90, 90_000)).toBe(0);
    expect(patienceOf(20, 20_000)).toBe(40_000);
  });
});
