import { describe, expect, it } from 'vitest';
import { Turns } from '../../src/client/turns.ts';

const never = new AbortController().signal;

describe('turns', () => {
  it('are taken one at a time, in the order in which they were asked for', async () => {
    const turns = new Turns();
    const taken: number[] = [];
    const end = await turns.take(never);
    const others = [1, 2, 3].map(async (number) => {
      const endOwn = await turns.take(never);
      taken.push(number);
      await Promise.resolve();
      expect(taken.at(-1)).toBe(number);
      endOwn();
    });
    expect(taken).toEqual([]);
    end();
    await Promise.all(others);
    expect(taken).toEqual([1, 2, 3]);
  });

  it('go to nobody in between', async () => {
    const turns = new Turns();
    const end = await turns.take(never);
    const second = turns.take(never);
    end();
    let isThird = false;
    const third = turns.take(never).then((endThird) => {
      isThird = true;
      return endThird;
    });
    const endSecond = await second;
    expect(isThird).toBe(false);
    endSecond();
    (await third)();
  });

  it('are not waited for any more when the signal aborts, and go to the next', async () => {
    const turns = new Turns();
    const end = await turns.take(never);
    const gone = new AbortController();
    const [givenUp, next] = [turns.take(gone.signal), turns.take(never)];
    gone.abort(new Error('over'));
    await expect(givenUp).rejects.toThrow('over');
    await expect(turns.take(gone.signal)).rejects.toThrow('over');
    end();
    (await next)();
    (await turns.take(never))();
  });
});
