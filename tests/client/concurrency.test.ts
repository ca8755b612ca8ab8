import { describe, expect, it } from 'vitest';
import { AdaptiveConcurrency } from '../../src/client/concurrency.ts';

/** A concurrency with a clock, and functions that report refused and successful requests. */
function starting(most: number) {
  const concurrency = new AdaptiveConcurrency(most);
  let now = 0;
  const refused = (startedAt = now): boolean => concurrency.refused(startedAt, (now += 1));
  const well = (count: number): void => {
    for (let nth = 0; nth < count; nth += 1) concurrency.wentWell();
  };
  return { concurrency, refused, well };
}

describe('how much may be in flight', () => {
  it('is all that is allowed while nothing is refused', () => {
    const { concurrency, well } = starting(8);
    well(500);
    expect(concurrency.limit).toBe(8);
  });

  it('stays as it is for a single refusal among many answers', () => {
    const { concurrency, refused, well } = starting(8);
    for (let nth = 0; nth < 20; nth += 1) {
      expect(refused()).toBe(false);
      well(10);
    }
    expect(concurrency.limit).toBe(8);
  });

  it('is halved by a second refusal close by, down to one', () => {
    const { concurrency, refused } = starting(8);
    refused();
    const seen = [1, 2, 3].map(() => {
      refused();
      return concurrency.limit;
    });
    expect(seen).toEqual([4, 2, 1]);
  });

  it('is halved once by refusals of requests that were sent together', () => {
    const { concurrency, refused } = starting(16);
    for (let nth = 0; nth < 12; nth += 1) refused(0);
    expect(concurrency.limit).toBe(8);
  });

  it('grows by one for every few good answers in a row, up to what is allowed', () => {
    const { concurrency, refused, well } = starting(4);
    refused();
    refused();
    expect(concurrency.limit).toBe(2);
    well(16);
    expect(concurrency.limit).toBe(3);
    well(15);
    refused();
    well(15);
    expect(concurrency.limit).toBe(3);
    well(200);
    expect(concurrency.limit).toBe(4);
  });

  it('is two again where a request is refused that was alone: it is no matter of how many at once', () => {
    const { concurrency, refused } = starting(8);
    for (let nth = 0; nth < 4; nth += 1) refused();
    expect(concurrency.limit).toBe(1);
    refused();
    expect(concurrency.limit).toBe(2);
    refused();
    expect(concurrency.limit).toBe(2);
  });

  it('is never more than one where one is allowed', () => {
    const { concurrency, refused, well } = starting(1);
    for (let nth = 0; nth < 6; nth += 1) refused();
    well(100);
    expect(concurrency.limit).toBe(1);
  });

  it('is two where two are asked for, though it had come down to one, and one where no more are allowed', () => {
    const { concurrency, refused } = starting(8);
    for (let nth = 0; nth < 4; nth += 1) refused();
    expect(concurrency.limit).toBe(1);
    concurrency.allowTwo();
    expect(concurrency.limit).toBe(2);
    const single = starting(1);
    single.concurrency.allowTwo();
    expect(single.concurrency.limit).toBe(1);
  });
});
