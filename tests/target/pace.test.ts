import { setImmediate as turn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { Pace, type PaceLimits } from '../../src/target/pace.ts';
import { Stopped } from '../../src/target/stopped.ts';

const paces: Pace[] = [];
function paceOf(limits: Partial<PaceLimits> = {}): Pace {
  const pace = new Pace({
    concurrency: 4,
    maxRequests: 10_000,
    maxRate: undefined,
    deadlineMs: 60_000,
    ...limits,
  });
  paces.push(pace);
  return pace;
}
afterEach(() => {
  for (const pace of paces.splice(0)) pace.stop('interrupted');
});

/** Requests that end when they are told to, and an account of how many are in flight. */
class Gauge {
  inFlight = 0;
  most = 0;
  ended = 0;
  readonly #ends: (() => void)[] = [];

  request = async (): Promise<void> => {
    this.inFlight += 1;
    this.most = Math.max(this.most, this.inFlight);
    await new Promise<void>((resolve) => this.#ends.push(resolve));
    this.inFlight -= 1;
    this.ended += 1;
  };

  endOne(): boolean {
    const end = this.#ends.shift();
    end?.();
    return end !== undefined;
  }
}

/** Ends requests one by one until so many have ended. */
async function drain(gauge: Gauge, count: number): Promise<void> {
  for (let turns = 0; gauge.ended < count; turns += 1) {
    if (turns > 20 * count + 100) throw new Error(`${gauge.ended} of ${count} ended: nothing moves any more`);
    gauge.endOne();
    await turn();
  }
}

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

  it('make room for the next one when they fail', async () => {
    const pace = paceOf({ concurrency: 1 });
    await expect(pace.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await pace.run(() => Promise.resolve(7))).toBe(7);
  });
});

describe('work that runs alone', () => {
  it('waits until nothing is in flight, and lets nothing start beside it', async () => {
    const [pace, gauge] = [paceOf(), new Gauge()];
    const before = [pace.run(gauge.request), pace.run(gauge.request)];
    const seen: number[] = [];
    const alone = pace.alone(async () => {
      seen.push(gauge.inFlight);
      await pace.run(() => {
        seen.push(gauge.inFlight);
        return turn();
      });
      seen.push(gauge.inFlight);
    });
    const after = Array.from({ length: 10 }, () => pace.run(gauge.request));
    await turn();
    expect(seen).toEqual([]);
    await drain(gauge, 12);
    await Promise.all([alone, ...before, ...after]);
    expect(seen).toEqual([0, 0, 0]);
  });

  it('sends its own requests side by side', async () => {
    const [pace, gauge] = [paceOf({ concurrency: 4 }), new Gauge()];
    const alone = pace.alone(() => Promise.all(Array.from({ length: 4 }, () => pace.run(gauge.request))));
    await turn();
    expect(gauge.inFlight).toBe(4);
    await drain(gauge, 4);
    await alone;
  });

  it('runs one after the other', async () => {
    const pace = paceOf();
    let [inside, most] = [0, 0];
    await Promise.all(
      Array.from({ length: 6 }, () =>
        pace.alone(async () => {
          inside += 1;
          most = Math.max(most, inside);
          await pace.run(() => turn());
          inside -= 1;
        }),
      ),
    );
    expect(most).toBe(1);
  });

  it('is not locked out by requests that wait, nor they by it, with one request at a time', async () => {
    const [pace, gauge] = [paceOf({ concurrency: 1 }), new Gauge()];
    const waiting = Array.from({ length: 30 }, () => pace.run(gauge.request));
    const alone = Array.from({ length: 3 }, () =>
      pace.alone(() => Promise.all([pace.run(gauge.request), pace.run(gauge.request)])),
    );
    const late = Array.from({ length: 30 }, () => pace.run(gauge.request));
    await drain(gauge, 66);
    await Promise.all([...waiting, ...alone, ...late]);
    expect(gauge.most).toBe(1);
  });

  it('lets the others on when it fails', async () => {
    const pace = paceOf({ concurrency: 1 });
    const failing = pace.alone(() => Promise.reject(new Error('no')));
    const waiting = pace.run(() => Promise.resolve('yes'));
    await expect(failing).rejects.toThrow('no');
    expect(await waiting).toBe('yes');
  });

  it('is refused, waiting or not, where the run is over', async () => {
    const [pace, gauge] = [paceOf(), new Gauge()];
    const inFlight = pace.run(gauge.request);
    await turn();
    const first = pace.alone(() => pace.run(() => Promise.resolve()));
    const second = pace.alone(() => Promise.resolve());
    pace.stop('interrupted');
    gauge.endOne();
    await inFlight;
    await expect(first).rejects.toBeInstanceOf(Stopped);
    await expect(second).rejects.toBeInstanceOf(Stopped);
    await expect(pace.alone(() => Promise.resolve())).rejects.toBeInstanceOf(Stopped);
  });

  it('never meets a request of others, however they are mixed', async () => {
    const job = fc.record({ alone: fc.boolean(), requests: fc.integer({ min: 1, max: 4 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(job, { maxLength: 15 }),
        async (limit, jobs) => {
          const pace = paceOf({ concurrency: limit });
          const owners = new Set<number>();
          let [inFlight, aloneOwner] = [0, -1];
          const send = (owner: number) =>
            pace.run(async () => {
              inFlight += 1;
              expect(inFlight).toBeLessThanOrEqual(limit);
              if (aloneOwner !== -1) expect(owner).toBe(aloneOwner);
              await turn();
              inFlight -= 1;
              owners.add(owner);
            });
          await Promise.all(
            jobs.map(({ alone, requests }, owner) => {
              const work = () => Promise.all(Array.from({ length: requests }, () => send(owner)));
              return alone
                ? pace.alone(async () => {
                    aloneOwner = owner;
                    await work();
                    aloneOwner = -1;
                  })
                : work();
            }),
          );
          expect(owners.size).toBe(jobs.length);
          pace.stop('interrupted');
        },
      ),
      { numRuns: 60 },
    );
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
    expect(refused.every((one) => one instanceof Stopped && one.reason === 'requests')).toBe(true);
  });

  it('do not count what was refused while it waited', async () => {
    const pace = paceOf({ maxRate: 0.001 });
    await pace.run(() => Promise.resolve());
    const waiting = pace.run(() => Promise.resolve());
    await turn();
    pace.stop('interrupted');
    await expect(waiting).rejects.toBeInstanceOf(Stopped);
    expect(pace.sent).toBe(1);
  });
});

describe('requests a second', () => {
  it('start no closer to one another than the rate says', async () => {
    const pace = paceOf({ maxRate: 50, concurrency: 8 });
    const starts: number[] = [];
    await Promise.all(
      Array.from({ length: 6 }, () =>
        pace.run(() => {
          starts.push(performance.now());
          return Promise.resolve();
        }),
      ),
    );
    // Timers of Node may fire up to a millisecond early; a slow machine only makes it later.
    expect(Math.max(...starts) - Math.min(...starts)).toBeGreaterThanOrEqual(5 * 20 - 5);
  });
});

describe('a pause', () => {
  it('holds back all that would start, and is never shortened', async () => {
    const pace = paceOf();
    const began = performance.now();
    pace.pause(80);
    pace.pause(1);
    await Promise.all([pace.run(() => Promise.resolve()), pace.run(() => Promise.resolve())]);
    expect(performance.now() - began).toBeGreaterThanOrEqual(75);
  });

  it('ends with the run', async () => {
    const pace = paceOf();
    pace.pause(60_000);
    const waiting = pace.run(() => Promise.resolve());
    await turn();
    pace.stop('deadline');
    await expect(waiting).rejects.toMatchObject({ reason: 'deadline' });
  });
});

describe('the end of a run', () => {
  it('refuses what waits and what comes, and aborts what is in flight', async () => {
    const [pace, gauge] = [paceOf({ concurrency: 1 }), new Gauge()];
    const inFlight = pace.run(gauge.request);
    const waiting = pace.run(gauge.request);
    await turn();
    pace.stop('interrupted');
    expect(pace.signal.aborted).toBe(true);
    await expect(waiting).rejects.toMatchObject({ reason: 'interrupted' });
    await expect(pace.run(gauge.request)).rejects.toBeInstanceOf(Stopped);
    await expect(pace.wait(1)).rejects.toBeInstanceOf(Stopped);
    gauge.endOne();
    await inFlight;
    expect(gauge.most).toBe(1);
  });

  it('keeps its first cause', async () => {
    const pace = paceOf();
    pace.stop('interrupted');
    pace.stop('deadline');
    await expect(pace.wait(1)).rejects.toMatchObject({ reason: 'interrupted' });
  });

  it('comes by itself at the deadline', async () => {
    const pace = paceOf({ deadlineMs: 30 });
    await expect(pace.wait(10_000)).rejects.toMatchObject({ reason: 'deadline' });
    expect(pace.remainingMs).toBeLessThan(30);
  });

  it('is far off for a deadline longer than timers can be', () => {
    const pace = paceOf({ deadlineMs: 1_000_000_000_000 });
    expect(pace.signal.aborted).toBe(false);
    expect(pace.remainingMs).toBeGreaterThan(999_999_000_000);
  });

  it('is said in a sentence that names the setting', () => {
    expect(new Stopped('deadline').message).toContain('DEADLINE_S');
    expect(new Stopped('requests').message).toContain('MAX_REQUESTS');
    expect(new Stopped('interrupted').message).toContain('interrupted');
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
