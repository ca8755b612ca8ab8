import { describe, expect, it } from 'vitest';
import { Load } from '../../src/client/load.ts';

const TIMEOUT_MS = 1000;

/** A load after successive responses; `taken` is the number of concurrent requests. */
function answering(answers: readonly (readonly [ms: number, taken: number])[], once = false) {
  const load = new Load(TIMEOUT_MS);
  for (const [at, [ms, taken]] of answers.entries()) load.answered({ ms, taken, at, once });
  return load;
}

const repeated = (times: number, answer: readonly [number, number]) =>
  Array.from({ length: times }, () => answer);
/** Responses of a target that takes 400 ms for each request, one after the other. */
const QUEUE = [
  [400, 1],
  [800, 2],
] as const;
/** Responses of a target that takes any number of requests at once. */
const SIDE_BY_SIDE = repeated(8, [400, 8]);
const timedOut = { peak: 8, once: false };

describe('how much may be in flight', () => {
  it('is all that is allowed, as long as nothing is known', () => {
    const load = new Load(TIMEOUT_MS);
    expect([load.most(8, false), load.most(8, true), load.hasTimeForTwo]).toEqual([8, 8, true]);
  });

  it('is less after a time-out that the others explain, and as ever after any other', () => {
    const slow = answering(QUEUE);
    expect(slow.most(8, false)).toBe(8);
    expect(slow.timedOut(timedOut, 0)).toBe(true);
    expect([slow.most(8, false), slow.most(8, true)]).toEqual([2, 1]);
    for (const load of [answering(SIDE_BY_SIDE), answering(repeated(8, [2, 8])), new Load(TIMEOUT_MS)]) {
      expect(load.timedOut(timedOut, 0)).toBe(false);
      expect(load.most(8, false)).toBe(8);
    }
  });

  it('is as ever after a time-out of a request that was alone', () => {
    const load = answering(QUEUE);
    expect(load.timedOut({ peak: 1, once: false }, 0)).toBe(false);
    expect(load.most(8, false)).toBe(8);
  });

  it('is halved again where it is still too much, and never again as much', () => {
    const load = new Load(TIMEOUT_MS);
    const slowly = (taken: number) => load.answered({ ms: 700, taken, at: 0, once: false });
    for (const peak of [8, 4]) {
      slowly(peak);
      expect(load.timedOut({ peak, once: false }, 0)).toBe(true);
    }
    expect(load.most(8, false)).toBe(2);
    for (let nth = 0; nth < 200; nth += 1) load.answered({ ms: 5, taken: 8, at: 1, once: false });
    expect(load.most(8, false)).toBe(3);
  });

  it('does not grow by answers to requests that had fewer beside them', () => {
    const load = answering(QUEUE);
    load.timedOut(timedOut, 0);
    for (let nth = 0; nth < 200; nth += 1) load.answered({ ms: 5, taken: 1, at: 1, once: false });
    expect(load.most(8, false)).toBe(4);
  });
});

describe('what may be sent once only', () => {
  it('goes beside as many as leave it the time, before anything timed out', () => {
    expect(answering(QUEUE, true).most(8, true)).toBe(2);
    expect(answering(QUEUE, true).most(8, false)).toBe(8);
    expect(answering(SIDE_BY_SIDE, true).most(8, true)).toBe(8);
  });

  it('may take longer than what is read, as long as none was answered', () => {
    expect(answering([[50, 1]]).most(8, true)).toBe(2);
    expect(answering([[5, 1]]).most(8, true)).toBe(8);
  });

  it('goes as ever once one timed out that nothing explains', () => {
    const load = answering(repeated(8, [50, 8]));
    expect(load.most(8, true)).toBe(8);
    const other = answering(repeated(8, [200, 8]));
    expect(other.most(8, true)).toBe(1);
    expect(other.timedOut({ peak: 4, once: true }, 0)).toBe(false);
    expect(other.most(8, true)).toBe(8);
  });
});

describe('whether there is time for two', () => {
  it('is told by most of the answers, once something timed out', () => {
    const [slow, slower] = [answering([...QUEUE, [900, 1]]), answering([[700, 1]])];
    expect([slow.hasTimeForTwo, slower.hasTimeForTwo]).toEqual([true, true]);
    for (const load of [slow, slower]) load.timedOut(timedOut, 0);
    expect([slow.hasTimeForTwo, slower.hasTimeForTwo]).toEqual([true, false]);
  });
});
