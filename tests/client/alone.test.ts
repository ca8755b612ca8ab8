import { setImmediate as turn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { Stopped } from '../../src/client/stopped.ts';
import { drain, Gauge, paceOf, stopPaces } from './pacing.ts';

afterEach(stopPaces);

describe('work that runs alone', () => {
  it('waits until nothing is in flight, and lets nothing start beside it', async () => {
    const [pace, gauge] = [paceOf(), new Gauge()];
    const before = [pace.run(gauge.request), pace.run(gauge.request)];
    await turn();
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

  it('comes after the requests that wait before it, and before those that come later', async () => {
    const pace = paceOf({ concurrency: 2 });
    const started: string[] = [];
    const request = (name: string): Promise<void> =>
      pace.run(async () => {
        started.push(name);
        await turn();
      });
    const before = ['1', '2', '3', '4', '5'].map(request);
    await turn();
    const alone = pace.alone(() => request('alone'));
    const after = ['6', '7'].map(request);
    await Promise.all([...before, alone, ...after]);
    expect(started).toEqual(['1', '2', '3', '4', '5', 'alone', '6', '7']);
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
    pace.stop(new Stopped('interrupted'));
    gauge.endOne();
    await inFlight;
    await expect(first).rejects.toBeInstanceOf(Stopped);
    await expect(second).rejects.toBeInstanceOf(Stopped);
    await expect(pace.alone(() => Promise.resolve())).rejects.toBeInstanceOf(Stopped);
  });

  it('that others wait for too ends with the run, though the one at work needs a while to notice', async () => {
    const pace = paceOf();
    const first = pace.alone(async () => {
      await turn();
      await turn();
    });
    const second = pace.alone(() => Promise.resolve());
    pace.stop(new Stopped('interrupted'));
    await expect(second).rejects.toBeInstanceOf(Stopped);
    await first;
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
          pace.stop(new Stopped('interrupted'));
        },
      ),
      { numRuns: 60 },
    );
  });
});
