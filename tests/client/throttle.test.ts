import { setImmediate as turn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { type Clock, virtualClock } from '../../src/client/clock.ts';
import { interrupted, Stopped } from '../../src/client/stopped.ts';
import { Throttle, type ThrottleLimits } from '../../src/client/throttle.ts';

const throttles: Throttle[] = [];

/** Returns a throttle with generous limits, unless overridden. */
function throttleOf(limits: Partial<ThrottleLimits> = {}, clock?: Clock): Throttle {
  const throttle = new Throttle(
    { concurrency: 4, maxRequests: 10_000, maxRate: undefined, deadlineMs: 60_000, ...limits },
    clock,
  );
  throttles.push(throttle);
  return throttle;
}

// None shall wait for its deadline.
afterEach(() => {
  for (const throttle of throttles.splice(0)) throttle.stop(interrupted());
});

const nothing = () => Promise.resolve();

it('sends no more requests than allowed, and gives out later those that are kept', async () => {
  const throttle = throttleOf({ maxRequests: 3 });
  throttle.reserve(2, 3);
  await throttle.run(nothing);
  await expect(throttle.run(nothing)).rejects.toThrow(/all 3 .*MAX_REQUESTS/);
  throttle.release();
  const more = await Promise.allSettled([1, 2, 3].map(() => throttle.run(() => turn())));
  expect(more.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(throttle.sent).toBe(3);
});

it('starts requests as far apart as the rate says, and does not catch up', async () => {
  const clock = virtualClock();
  const throttle = throttleOf({ maxRate: 50, concurrency: 8 }, clock);
  const startOf = () => throttle.run(() => Promise.resolve(clock.now()));
  expect(await Promise.all([startOf(), startOf(), startOf()])).toEqual([0, 20, 40]);
  await clock.sleep(960);
  expect(await Promise.all([startOf(), startOf()])).toEqual([1000, 1020]);
});

it('lets some requests through together, and no more in any second than the rate says', async () => {
  const clock = virtualClock();
  const throttle = throttleOf({ maxRate: 4, concurrency: 8 }, clock);
  const startsOf = (count: number) =>
    Promise.all(Array.from({ length: count }, () => throttle.run(() => Promise.resolve(clock.now()))));
  const before = await startsOf(2);
  await throttle.pauseFor(3);
  const starts = [...before, ...(await startsOf(5))];
  expect(starts).toEqual([0, 250, 1250, 1250, 1250, 2250, 2500]);
});

it('holds back one caller for the longest of its limits', async () => {
  const clock = virtualClock();
  const throttle = throttleOf({}, clock);
  for (const ms of [1000, 1]) throttle.limit('a', ms);
  const startOf = (caller: string) => throttle.run(() => Promise.resolve(clock.now()), { caller });
  expect(await Promise.all([startOf('a'), startOf('b')])).toEqual([1000, 0]);
});

it('refuses at its end what waits and what comes, and aborts what is in flight, for its first cause', async () => {
  const throttle = throttleOf({ concurrency: 1 });
  let end = (): void => undefined;
  const inFlight = throttle.run(
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  await turn();
  const waiting = [throttle.run(nothing), ...[1, 2].map(() => throttle.alone(() => throttle.run(nothing)))];
  await turn();
  throttle.stop(interrupted());
  throttle.stop(new Stopped('limit', ''));
  expect(throttle.signal.aborted).toBe(true);
  const late = [...waiting, throttle.run(nothing), throttle.wait(1), throttle.alone(nothing)];
  for (const { status, ...one } of await Promise.allSettled(late))
    expect([status, one]).toMatchObject(['rejected', { reason: { cause: 'interrupted' } }]);
  end();
  await inFlight;
  expect(throttle.sent).toBe(1);
});

it('lets work that runs alone meet no request of others, and all come to their turn', async () => {
  const job = fc.record({ isAlone: fc.boolean(), requests: fc.integer({ min: 1, max: 4 }) });
  const limits = fc.integer({ min: 1, max: 4 });
  await fc.assert(
    fc.asyncProperty(limits, fc.array(job, { maxLength: 15 }), async (concurrency, jobs) => {
      const throttle = throttleOf({ concurrency });
      let [inFlight, sent, loner] = [0, 0, -1];
      const send = (owner: number, isAlone: boolean) =>
        throttle.run(
          async () => {
            inFlight += 1;
            expect(inFlight).toBeLessThanOrEqual(concurrency);
            if (loner !== -1) expect(owner).toBe(loner);
            await turn();
            inFlight -= 1;
            sent += 1;
          },
          { isAlone },
        );
      await Promise.all(
        jobs.map(({ isAlone, requests }, owner) => {
          if (!isAlone) return Promise.all(Array.from({ length: requests }, () => send(owner, false)));
          return throttle.alone(async () => {
            expect([inFlight, loner]).toEqual([0, -1]);
            loner = owner;
            await send(owner, true);
            loner = -1;
          });
        }),
      );
      expect(sent).toBe(jobs.reduce((sum, { isAlone, requests }) => sum + (isAlone ? 1 : requests), 0));
      throttle.stop(interrupted());
    }),
    { numRuns: 60 },
  );
});

it('counts waits at the same time once', async () => {
  const clock = virtualClock();
  const throttle = throttleOf({}, clock);
  const within = clock.sleep(2000).then(() => throttle.holdUp(clock.sleep(3000)));
  await Promise.all([throttle.holdUp(clock.sleep(10_000)), within]);
  expect(throttle.heldUpMs).toBe(10_000);
});
