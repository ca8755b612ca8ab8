import { setImmediate as turn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../src/client/clock.ts';
import { interrupted, pastDeadline, Stopped } from '../../src/client/stopped.ts';
import { Throttle, type ThrottleLimits } from '../../src/client/throttle.ts';
import { VirtualClock } from '../../src/client/virtual-clock.ts';

const paces: Throttle[] = [];

/** A pace with generous limits, unless overridden. */
function paceOf(limits: Partial<ThrottleLimits> = {}, clock?: Clock): Throttle {
  const pace = new Throttle(
    {
      concurrency: 4,
      maxRequests: 10_000,
      maxRate: undefined,
      deadlineMs: 60_000,
      ...limits,
    },
    clock,
  );
  paces.push(pace);
  return pace;
}

// No pace shall wait for its deadline.
afterEach(() => {
  for (const pace of paces.splice(0)) pace.stop(interrupted());
});

const nothing = () => Promise.resolve();

describe('requests in all', () => {
  it('are never more than allowed', async () => {
    const pace = paceOf({ maxRequests: 5 });
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => pace.run(() => turn())));
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(refused.map((one) => one instanceof Stopped && one.cause)).toEqual(Array(7).fill('limit'));
    expect(pace.sent).toBe(5);
  });

  it('are kept for later, and given out then', async () => {
    const pace = paceOf({ maxRequests: 3 });
    pace.keep(2);
    await pace.run(nothing);
    await expect(pace.run(nothing)).rejects.toThrow(/all 3 .*MAX_REQUESTS before/);
    pace.keep(0);
    await pace.run(nothing);
    await pace.run(nothing);
    await expect(pace.run(nothing)).rejects.toThrow(/MAX_REQUESTS/);
    expect(pace.sent).toBe(3);
  });
});

describe('the start of a request', () => {
  it('is as far from the one before as the rate says, and does not catch up', async () => {
    const clock = new VirtualClock();
    const pace = paceOf({ maxRate: 50, concurrency: 8 }, clock);
    const startOf = () => pace.run(() => Promise.resolve(clock.now()));
    expect(await Promise.all([startOf(), startOf(), startOf()])).toEqual([0, 20, 40]);
    await clock.sleep(960);
    expect(await Promise.all([startOf(), startOf()])).toEqual([1000, 1020]);
  });

  it('waits for the limit of its caller, and for that of no other', async () => {
    const clock = new VirtualClock();
    const pace = paceOf({ concurrency: 1 }, clock);
    const order: string[] = [];
    const started = (name: string, caller: string) =>
      pace.run(
        async () => {
          await clock.sleep(10);
          order.push(`${name} at ${clock.now()}`);
        },
        { caller },
      );
    const all = [started('first', 'a'), started('second', 'a'), started('other', 'b')];
    await clock.sleep(5);
    pace.limit('a', 1000);
    pace.limit('a', 1);
    await Promise.all(all);
    expect(order).toEqual(['first at 10', 'other at 20', 'second at 1015']);
    expect(pace.sent).toBe(3);
  });
});

describe('a pace that hears of refusals', () => {
  /** A pace with functions that report a refusal and measure the wait of the next request. */
  function resting(concurrency = 4) {
    const clock = new VirtualClock();
    const pace = paceOf({ concurrency }, clock);
    const refuse = (): void => pace.refused(clock.now());
    const untilNext = async (): Promise<number> => {
      const began = clock.now();
      return pace.run(() => Promise.resolve(clock.now() - began));
    };
    return { clock, pace, refuse, untilNext };
  }

  it('lets fewer through at once, and more again after good answers', async () => {
    const { clock, pace, refuse } = resting(8);
    refuse();
    refuse();
    let inFlight = 0;
    const most = async (wentWell: boolean): Promise<number> => {
      let seen = 0;
      const request = async (): Promise<void> => {
        inFlight += 1;
        seen = Math.max(seen, inFlight);
        await clock.sleep(10);
        inFlight -= 1;
        if (wentWell) pace.wentWell();
      };
      await Promise.all(Array.from({ length: 100 }, () => pace.run(request)));
      return seen;
    };
    expect([await most(false), await most(true)]).toEqual([4, 8]);
  });

  it('rests longer the more there are in a row, until that is in vain', async () => {
    const { pace, refuse, untilNext } = resting();
    const seen: unknown[] = [];
    for (let nth = 0; nth < 8; nth += 1) {
      refuse();
      seen.push([await untilNext(), pace.isInVain]);
    }
    expect(seen).toEqual([
      ...[0, 40, 120, 360, 1080, 1080].map((ms) => [ms, false]),
      [1080, true],
      [0, true],
    ]);
    pace.wentWell();
    refuse();
    expect([await untilNext(), pace.isInVain]).toEqual([40, false]);
  });
});

describe('the end of a run', () => {
  it('refuses what waits and what comes, and aborts what is in flight, for its first cause', async () => {
    const pace = paceOf({ concurrency: 1 });
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const inFlight = pace.run(() => ended);
    await turn();
    const [alone, second] = [1, 2].map(() => pace.alone(() => pace.run(nothing)));
    const waiting = pace.run(nothing);
    await turn();
    pace.stop(interrupted());
    pace.stop(pastDeadline());
    expect(pace.signal.aborted).toBe(true);
    for (const late of [waiting, pace.run(nothing), pace.wait(1), pace.alone(nothing)])
      await expect(late).rejects.toMatchObject({ cause: 'interrupted' });
    end();
    await inFlight;
    for (const one of [alone, second]) await expect(one).rejects.toBeInstanceOf(Stopped);
    expect(pace.sent).toBe(1);
  });
});

describe('work that runs alone', () => {
  it('meets no request of others, and all come to their turn, however they are mixed', async () => {
    const job = fc.record({ alone: fc.boolean(), requests: fc.integer({ min: 1, max: 4 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(job, { maxLength: 15 }),
        async (limit, jobs) => {
          const pace = paceOf({ concurrency: limit });
          const owners = new Set<number>();
          let [inFlight, aloneOwner] = [0, -1];
          const send = (owner: number, isAlone: boolean) =>
            pace.run(
              async () => {
                inFlight += 1;
                expect(inFlight).toBeLessThanOrEqual(limit);
                if (aloneOwner !== -1) expect(owner).toBe(aloneOwner);
                await turn();
                inFlight -= 1;
                owners.add(owner);
              },
              { isAlone },
            );
          await Promise.all(
            jobs.map(({ alone, requests }, owner) => {
              const work = () =>
                Promise.all(Array.from({ length: alone ? 1 : requests }, () => send(owner, alone)));
              if (!alone) return work();
              return pace.alone(async () => {
                expect([inFlight, aloneOwner]).toEqual([0, -1]);
                aloneOwner = owner;
                await work();
                aloneOwner = -1;
              });
            }),
          );
          expect(owners.size).toBe(jobs.length);
          pace.stop(interrupted());
        },
      ),
      { numRuns: 60 },
    );
  });
});
