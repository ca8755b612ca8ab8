import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/client/exchange.ts';
import { findLastPage } from '../../src/snapshot/last-page.ts';
import { answered } from './reading.ts';

/** Searches for the last page of a list, whose first page may have a Link header. */
async function lastOf(pages: number, hint?: number, past: Exchange = answered([])) {
  const asked: number[] = [];
  const link = `<http://service/issues?per_page=100&page=${hint}>; rel="last"`;
  const last = await findLastPage((page) => {
    asked.push(page);
    return Promise.resolve(
      page <= pages ? answered([{ id: page }], 200, hint === undefined ? {} : { link }) : past,
    );
  });
  return { last, asked };
}

describe('the last page of a list', () => {
  it('is found by doubling and halving, whatever it is, in few requests, none of them twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5000 }), async (pages) => {
        const { last, asked } = await lastOf(pages);
        expect(last).toBe(pages);
        expect(new Set(asked).size).toBe(asked.length);
        expect(asked.length).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(pages + 1)) + 2);
      }),
    );
  });

  it('is that of a right hint, tried before it is believed', async () => {
    expect(await lastOf(1234, 1234)).toEqual({ last: 1234, asked: [1, 1234, 1235] });
  });

  it.each([
    ['a hint is too low', 1234, 3, undefined, 1234],
    ['a hint is too high', 1234, 4000, undefined, 1234],
    ['the first page is empty', 0, undefined, undefined, null],
    ['the first page is no list', 0, undefined, answered({}, 404), null],
    ['the next page is no array', 1, undefined, answered({ not: 'a list' }), null],
    ['the next page is in trouble', 1, undefined, answered({}, 503), null],
    ['the page behind a hint is in trouble', 5, 5, answered({}, 503), null],
    ['pages behind it are refused', 3, undefined, answered({}, 404), 3],
  ])('where %s', async (_where, pages, hint, past, expected) => {
    expect((await lastOf(pages, hint, past)).last).toBe(expected);
  });

  it('is not looked for without end where page is ignored', async () => {
    expect((await lastOf(Number.POSITIVE_INFINITY)).asked.length).toBeLessThan(50);
  });
});
