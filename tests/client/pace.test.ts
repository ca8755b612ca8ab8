import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { StartTimes } from '../../src/client/start-times.ts';
import { Stopped } from '../../src/client/stopped.ts';
import { VirtualClock } from '../support/virtual-clock.ts';
import { drain, Gauge, paceOf, stopPaces } from './pacing.ts';

afterEach(stopPaces);

describe('requests in flight', () => {
  it('are as many as allowed and never more', async () => {
    const [pace, gauge] = [paceOf({ concurrency: 3 }), new Gauge()];
    const all = Promise.all(Array.from({ length: 40 }, () => pace.run(gauge.request)));
    await turn();
    expect(gauge.inFlight).toBe(3);
    await drain(gauge, 40);
    await all;
    expect(gauge.most).toBe(3);
    expect(pace.sent).toBe(40);
  });

  it('start in the order in which they were asked for, those that go first before all others', async () => {
    const pace = paceOf({ concurrency: 1 });
    const started: string[] = [];
    const request = (name: string, first: boolean): Promise<void> =>
      pace.run(
        async () => {
          started.push(name);
          await turn();
        },
        { first },
      );
    await Promise.all([
      ...['a', 'b', 'c'].map((name) => request(name, false)),
      ...['1', '2'].map((name) => request(name, true)),
    ]);
    expect(started).toEqual(['a', '1', '2', 'b', 'c']);
  });

  it('make room for the next one when they fail', async () => {
    const pace = paceOf({ concurrency: 1 });
    await expect(pace.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await pace.run(() => Promise.resolve(7))).toBe(7);
  });
});

describe('requests in all', () => {
  it('are never more than allowed, and what is beyond is refused by name', async () => {
    const pace = paceOf({ maxRequests: 5 });
    let ran = 0;
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, () =>
        pace.run(async () => {
          ran += 1;
          await turn();
        }),
      ),
    );
    expect([ran, pace.sent]).toEqual([5, 5]);
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(refused).toHaveLength(7);
    expect(refused.every((one) => one instanceof Stopped && one.cause === 'requests')).toBe(true);
  });

  it('do not count what was refused while it waited', async () => {
    const pace = paceOf({ maxRate: 0.001 });
    await pace.run(() => Promise.resolve());
    const waiting = pace.run(() => Promise.resolve());
    await turn();
    pace.stop(new Stopped('interrupted'));
    await expect(waiting).rejects.toBeInstanceOf(Stopped);
    expect(pace.sent).toBe(1);
  });
});

describe('requests a second', () => {
  it('start just as far from one another as the rate says', async () => {
    const clock = new VirtualClock();
    const pace = paceOf({ maxRate: 50, concurrency: 8 }, clock);
    const startOf = () => pace.run(() => Promise.resolve(clock.now()));
    const starts = await Promise.all(Array.from({ length: 6 }, startOf));
    expect(starts).toEqual([0, 20, 40, 60, 80, 100]);
  });

  it('do not catch up on what was not sent meanwhile', async () => {
    const clock = new VirtualClock();
    const pace = paceOf({ maxRate: 50, concurrency: 8 }, clock);
    await clock.sleep(1000);
    const startOf = () => pace.run(() => Promise.resolve(clock.now()));
    expect(await Promise.all([startOf(), startOf(), startOf()])).toEqual([1000, 1020, 1040]);
  });
});

describe('a pause', () => {
  const started = (clock: VirtualClock, maxRate?: number) => {
    const times = new StartTimes(clock, maxRate);
    const startOf = async (): Promise<number> => {
      await times.take((ms) => clock.sleep(ms));
      return clock.now();
    };
    return { times, startOf };
  };

  it('holds back all that would start, and is never shortened', async () => {
    const { times, startOf } = started(new VirtualClock());
    times.pause(80);
    times.pause(1);
    expect(await Promise.all([startOf(), startOf()])).toEqual([80, 80]);
  });

  it('that is asked for while something waits for its turn holds that back too', async () => {
    const { times, startOf } = started(new VirtualClock(), 10);
    const all = [startOf(), startOf()];
    times.pause(500);
    expect(Math.min(...(await Promise.all(all)))).toBeGreaterThanOrEqual(500);
  });

  it('ends with the run', async () => {
    const pace = paceOf();
    for (const startedAt of [0, 1]) pace.refused(startedAt);
    const waiting = pace.run(() => Promise.resolve());
    await turn();
    expect(pace.sent).toBe(1);
    pace.stop(new Stopped('deadline'));
    await expect(waiting).rejects.toMatchObject({ cause: 'deadline' });
  });
});

describe('the end of a run', () => {
  it('refuses what waits and what comes, and aborts what is in flight', async () => {
    const [pace, gauge] = [paceOf({ concurrency: 1 }), new Gauge()];
    const inFlight = pace.run(gauge.request);
    const waiting = pace.run(gauge.request);
    await turn();
    pace.stop(new Stopped('interrupted'));
    expect(pace.signal.aborted).toBe(true);
    await expect(waiting).rejects.toMatchObject({ cause: 'interrupted' });
    await expect(pace.run(gauge.request)).rejects.toBeInstanceOf(Stopped);
    await expect(pace.wait(1)).rejects.toBeInstanceOf(Stopped);
    gauge.endOne();
    await inFlight;
    expect(gauge.most).toBe(1);
  });

  it('keeps its first cause', async () => {
    const pace = paceOf();
    pace.stop(new Stopped('interrupted'));
    pace.stop(new Stopped('deadline'));
    await expect(pace.wait(1)).rejects.toMatchObject({ cause: 'interrupted' });
  });

  it('comes by itself at the deadline', async () => {
    const clock = new VirtualClock();
    const pace = paceOf({ deadlineMs: 30 }, clock);
    await expect(pace.wait(10_000)).rejects.toMatchObject({ cause: 'deadline' });
    expect([clock.now(), pace.remainingMs]).toEqual([30, 0]);
  });

  it('is far off for a deadline longer than timers can be', () => {
    const pace = paceOf({ deadlineMs: 1_000_000_000_000 });
    expect(pace.signal.aborted).toBe(false);
    expect(pace.remainingMs).toBeGreaterThan(999_999_000_000);
  });

  it('is said in a sentence that names the setting', () => {
    expect(new Stopped('deadline').message).toContain('DEADLINE_S');
    expect(new Stopped('interrupted').message).toContain('interrupted');
    expect(new Stopped('gone', 'It went away.').message).toBe('It went away.');
  });

  it.each([
    { kept: 400, says: /may send 600 of the 1,000 requests of MAX_REQUESTS, and sent them all/ },
    { kept: 0, says: /The run sent all 1,000 requests of MAX_REQUESTS/ },
  ])('says how many requests there were, $kept of which are for later', async ({ kept, says }) => {
    const pace = paceOf({ maxRequests: 1000 });
    pace.keep(kept);
    for (let sent = 0; sent < 1000 - kept; sent += 1) await pace.run(async () => undefined);
    await expect(pace.run(async () => undefined)).rejects.toThrow(says);
  });

  it('keeps requests for later, and gives them out then', async () => {
    const pace = paceOf({ maxRequests: 3 });
    pace.keep(2);
    await pace.run(async () => undefined);
    await expect(pace.run(async () => undefined)).rejects.toThrow(Stopped);
    pace.keep(0);
    await pace.run(async () => undefined);
    expect(pace.sent).toBe(2);
  });
});
