import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pagesWithin } from '../../src/generate/page.ts';

describe('pages of a list', () => {
  it('begin within the list and have a size that is honoured', () => {
    const total = fc.integer({ min: 1, max: 400 });
    fc.assert(
      fc.property(
        total.chain((count) => fc.tuple(fc.constant(count), pagesWithin(count))),
        ([count, { size, number }]) => {
          expect(size >= 1 && size <= 100).toBe(true);
          expect(number).toBeGreaterThanOrEqual(1);
          expect((number - 1) * size).toBeLessThan(count);
        },
      ),
    );
  });

  it('are the first page where the list is empty', () => {
    for (const { size, number } of fc.sample(pagesWithin(0), { seed: 1, numRuns: 50 }))
      expect([size, number]).toEqual([1, 1]);
  });

  it('are the last, short page now and then', () => {
    const pages = fc.sample(pagesWithin(150), { seed: 3, numRuns: 100 });
    const short = pages.filter(({ size, number }) => number * size > 150);
    expect(short.length).toBeGreaterThan(5);
    expect(short.length).toBeLessThan(95);
  });
});
