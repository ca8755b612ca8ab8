import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { VirtualClock } from '../support/virtual-clock.ts';
import { paceOf, stopPaces } from './pacing.ts';

afterEach(stopPaces);

/** A pace with a virtual clock, and the wait of the next request. */
function resting() {
  const clock = new VirtualClock();
  const pace = paceOf({ concurrency: 4 }, clock);
  const refuse = (): void => pace.refused(clock.now());
  const untilNext = async (): Promise<number> => {
    const began = clock.now();
    return pace.run(() => Promise.resolve(clock.now() - began));
  };
  return { pace, refuse, untilNext };
}

describe('a pace that hears of refusals', () => {
  it('lets fewer through at once, what waits included', async () => {
    const clock = new VirtualClock();
    const pace = paceOf({ concurrency: 8 }, clock);
    let [inFlight, most] = [0, 0];
    const request = async (): Promise<void> => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await clock.sleep(10);
      inFlight -= 1;
    };
    pace.refused(clock.now());
    pace.refused(clock.now());
    await Promise.all(Array.from({ length: 40 }, () => pace.run(request)));
    expect(most).toBe(4);
  });

  it('lets more through again while others still wait', async () => {
    const pace = paceOf({ concurrency: 2 });
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
    const { refuse, untilNext } = resting();
    refuse();
    expect(await untilNext()).toBe(0);
    const rests: number[] = [];
    for (let nth = 0; nth < 5; nth += 1) {
      refuse();
      rests.push(await untilNext());
    }
    expect(rests).toEqual([40, 120, 360, 1080, 1080]);
  });

  it('begins anew after a good answer', async () => {
    const { pace, refuse, untilNext } = resting();
    for (let nth = 0; nth < 4; nth += 1) refuse();
    expect(await untilNext()).toBe(360);
    pace.wentWell();
    refuse();
    expect(await untilNext()).toBe(40);
  });

  it('says where waiting is in vain, and rests no more then', async () => {
    const { pace, refuse, untilNext } = resting();
    const seen: boolean[] = [];
    for (let nth = 0; nth < 8; nth += 1) {
      refuse();
      seen.push(pace.isInVain);
    }
    expect(seen).toEqual([false, false, false, false, false, false, true, true]);
    await untilNext();
    refuse();
    expect(await untilNext()).toBe(0);
    pace.wentWell();
    expect(pace.isInVain).toBe(false);
  });
});

describe('a request that waited before', () => {
  it('goes before those that wait for their first turn', async () => {
    const pace = paceOf({ concurrency: 1 });
    const order: string[] = [];
    const named = (name: string) => async (): Promise<void> => {
      order.push(name);
      await turn();
    };
    const all = [pace.run(named('running')), pace.run(named('new')), pace.run(named('new'))];
    all.push(pace.run(named('again'), { first: true }));
    await Promise.all(all);
    expect(order).toEqual(['running', 'again', 'new', 'new']);
  });
});

describe('a caller that is limited', () => {
  it('waits with all its requests, those that wait for a place included, and nobody else does', async () => {
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
