import { expect, it } from 'vitest';
import { virtualClock } from '../../src/client/clock.ts';
import type { SentRequest } from '../../src/client/exchange.ts';
import { planRun } from '../../src/runner/plan.ts';
import { waitForTarget } from '../../src/runner/run-and-report.ts';
import { transportTo, type VirtualReply } from '../client/sending.ts';
import { parsedSettings, TARGET } from '../settings/parsed-settings.ts';
import { openTarget } from '../support/try-service.ts';

const SETTINGS = openTarget({ timeoutMs: 3000 }).settings;

/** Waits half a minute for a service with the given responses by time, and records all requests. */
async function waited(
  answering: (now: number) => VirtualReply,
  maxRate?: number,
  waiting: Parameters<typeof waitForTarget>[1] = {},
) {
  const clock = virtualClock();
  const asked: SentRequest[] = [];
  const told: string[] = [];
  const transport = transportTo(clock, (request) => {
    asked.push(request);
    return answering(clock.now());
  });
  const tell = (sentence: string) => told.push(sentence);
  const { settings } = planRun(parsedSettings({ ...TARGET, WAIT_S: '30' }), null);
  const plan = { settings, session: { ...SETTINGS, maxRate } };
  await waitForTarget(plan, { transport, clock, onWait: tell, ...waiting });
  return { asked, told, now: clock.now() };
}

it('waiting for a target asks once if it is there, for the plain list as the run does', async () => {
  const { now, asked, told } = await waited(() => ({ status: 200 }));
  expect([now, told]).toEqual([10, []]);
  const url = 'http://service.test/repos/acme/widgets/issues';
  const headers = { authorization: `Bearer ${SETTINGS.target.token}` };
  expect(asked).toMatchObject([{ method: 'GET', url, headers, body: null }]);
});

it.each<[VirtualReply]>([
  ['refused'],
  ['reset'],
  ['never'],
  [{ status: 404 }],
  [{ status: 401 }],
  [{ status: 503 }],
])('waiting for a target goes on over %j, until 200', async (reply) => {
  const { now, told } = await waited((at) => (at < 9000 ? reply : { status: 200 }));
  expect(told).toHaveLength(1);
  expect(now).toBeGreaterThanOrEqual(9000);
  expect(now).toBeLessThan(9000 + 3000 + 2000);
});

it.each<[VirtualReply, maxRate: number | undefined, least: number, most: number]>([
  ['refused', undefined, 6, 30],
  ['never', undefined, 6, 19],
  [{ status: 503 }, 0.1, 3, 3],
  [{ status: 503, headers: { 'retry-after': '12' } }, undefined, 3, 5],
])('waiting ends after so long with few requests: %j, MAX_RATE %s', async (reply, maxRate, least, most) => {
  const { now, asked } = await waited(() => reply, maxRate);
  expect(now).toBe(30_000);
  expect(asked.length).toBeGreaterThanOrEqual(least);
  expect(asked.length).toBeLessThanOrEqual(most);
});

it('waiting for a target ends at a signal', async () => {
  const ending = new AbortController();
  const refusing = (at: number): VirtualReply => {
    if (at > 4000) ending.abort();
    return 'refused';
  };
  const { now } = await waited(refusing, undefined, { signal: ending.signal });
  expect(now).toBeLessThan(7000);
});
