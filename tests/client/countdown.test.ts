import { describe, expect, it } from 'vitest';
import { Countdown } from '../../src/client/countdown.ts';
import { HandClock } from './hand-clock.ts';

/** A countdown of some milliseconds, with its state. */
function counting(ms: number) {
  const clock = new HandClock();
  let isOver = false;
  const countdown = new Countdown(clock, ms, () => {
    isOver = true;
  });
  return {
    clock,
    countdown,
    /** Lets some milliseconds pass. */
    after: async (passed: number): Promise<boolean> => {
      clock.pass(passed);
      await Promise.resolve();
      await Promise.resolve();
      return isOver;
    },
  };
}

describe('the time of a request', () => {
  it('is over when it has passed', async () => {
    const { after } = counting(100);
    expect([await after(99), await after(1)]).toEqual([false, true]);
  });

  it('stands still while something of ours is waited for', async () => {
    const { countdown, after } = counting(100);
    await after(60);
    let done = (): void => undefined;
    const work = countdown.during(
      () =>
        new Promise<void>((resolve) => {
          done = resolve;
        }),
    );
    expect(await after(1000)).toBe(false);
    done();
    await work;
    expect([await after(39), await after(1)]).toEqual([false, true]);
    expect(countdown.waitedMs).toBe(1000);
  });

  it('goes on where that fails', async () => {
    const { countdown, after } = counting(100);
    await expect(countdown.during(() => Promise.reject(new Error('no turn')))).rejects.toThrow('no turn');
    expect(await after(100)).toBe(true);
  });

  it('is not over once it was stopped', async () => {
    const { countdown, after } = counting(100);
    countdown.stop();
    expect(await after(1000)).toBe(false);
  });
});
