import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageCount, pagesWithin } from '../../src/generate/page.ts';

const lists = fc.record({ total: fc.integer({ min: 1, max: 400 }), complete: fc.boolean() });

describe('pages of a list', () => {
  it('begin within what is known of it, and have a size that is honoured', () => {
    fc.assert(
      fc.property(
        lists.chain((known) => fc.tuple(fc.constant(known), pagesWithin(known))),
        ([{ total }, { size, number }]) => {
          expect(size >= 1 && size <= 100).toBe(true);
          expect(number).toBeGreaterThanOrEqual(1);
          expect((number - 1) * size).toBeLessThan(total);
        },
      ),
    );
  });

  it('lie wholly within what is known where its end is not', () => {
    const known = { total: 200, complete: false };
    fc.assert(
      fc.property(pagesWithin(known), ({ size, number }) => {
        expect(number * size).toBeLessThanOrEqual(200);
      }),
    );
  });

  it('are the first page where the list is empty', () => {
    const empty = { total: 0, complete: true };
    for (const page of fc.sample(pagesWithin(empty), { seed: 1, numRuns: 50 }))
      expect(page).toEqual({ size: 1, number: 1 });
  });

  it('are the last, short page now and then', () => {
    const pages = fc.sample(pagesWithin({ total: 150, complete: true }), { seed: 3, numRuns: 100 });
    const short = pages.filter(({ size, number }) => number * size > 150);
    expect(short.length).toBeGreaterThan(5);
    expect(short.length).toBeLessThan(95);
  });

  it('are counted with the short last one only where the list is known to end with it', () => {
    expect(pageCount({ total: 25, complete: true }, 10)).toBe(3);
    expect(pageCount({ total: 25, complete: false }, 10)).toBe(2);
    expect(pageCount({ total: 20, complete: true }, 10)).toBe(2);
    expect(pageCount({ total: 5, complete: false }, 10)).toBe(1);
  });
});
