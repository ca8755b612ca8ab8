import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { Pace } from '../../src/target/pace.ts';

const paces: Pace[] = [];
function paceOf(concurrency: number): Pace {
  const pace = new Pace({ concurrency, maxRequests: 10_000, maxRate: undefined, deadlineMs: 60_000 });
  paces.push(pace);
  return pace;
}
afterEach(() => {
  for (const pace of paces.splice(0)) pace.stop('interrupted');
});

/** Milliseconds until a request is let through. */
async function untilNext(pace: Pace): Promise<number> {
  const began = performance.now();
  return pace.run(async () => performance.now() - began);
}

describe('a pace that hears of refusals', () => {
  it('lets fewer through at once, what waits included', async () => {
    const pace = paceOf(8);
    let [inFlight, most] = [0, 0];
    const request = async (): Promise<void> => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await turn();
      inFlight -= 1;
    };
    pace.refused(performance.now());
    pace.refused(performance.now());
    await Promise.all(Array.from({ length: 40 }, () => pace.run(request)));
    expect(most).toBe(4);
  });

  it('lets more through again while others still wait', async () => {
    const pace = paceOf(2);
    pace.refused(performance.now());
    pace.refused(performance.now());
    let [inFlight, most] = [0, 0];
    await Promise.all(
      Array.from({ length: 60 }, () =>
        pace.run(async () => {
          inFlight += 1;
          most = Math.max(most, inFlight);
          await turn();
          inFlight -= 1;
          pace.wentWell();
        }),
      ),
    );
    expect(most).toBe(2);
  });

  it('rests longer the more there are in a row, and not after a single one', async () => {
    const pace = paceOf(4);
    pace.refused(performance.now());
    expect(await untilNext(pace)).toBeLessThan(30);
    const rests: number[] = [];
    for (let nth = 0; nth < 3; nth += 1) {
      pace.refused(performance.now());
      rests.push(await untilNext(pace));
    }
    expect(rests[0]).toBeGreaterThan(30);
    expect(rests[1]).toBeGreaterThan(110);
    expect(rests[2]).toBeGreaterThan(350);
  });

  it('begins anew after a good answer', async () => {
    const pace = paceOf(4);
    for (let nth = 0; nth < 4; nth += 1) pace.refused(performance.now());
    await untilNext(pace);
    pace.wentWell();
    pace.refused(performance.now());
    expect(await untilNext(pace)).toBeLessThan(110);
  });

  it('says where waiting is in vain, and rests no more then', async () => {
    const pace = paceOf(4);
    const seen: boolean[] = [];
    for (let nth = 0; nth < 8; nth += 1) {
      pace.refused(performance.now());
      seen.push(pace.isInVain);
    }
    expect(seen).toEqual([false, false, false, false, false, false, true, true]);
    pace.wentWell();
    expect(pace.isInVain).toBe(false);
  });
});

describe('a request that waited before', () => {
  it('goes before those that wait for their first turn', async () => {
    const pace = paceOf(1);
    const order: string[] = [];
    const named = (name: string) => async (): Promise<void> => {
      order.push(name);
      await turn();
    };
    const all = [pace.run(named('running')), pace.run(named('new')), pace.run(named('new'))];
    all.push(pace.run(named('again'), true));
    await Promise.all(all);
    expect(order).toEqual(['running', 'again', 'new', 'new']);
  });
});
