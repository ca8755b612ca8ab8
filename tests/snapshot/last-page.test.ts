import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLastPage } from '../../src/snapshot/last-page.ts';
import { answered } from './reading.ts';

/** Searches for the last page of a list, whose first page may have a Link header. */
async function lastOf(pages: number, link?: string): Promise<{ last: number | null; asked: number[] }> {
  const asked: number[] = [];
  const last = await findLastPage((page) => {
    asked.push(page);
    const headers: Record<string, string> = link === undefined ? {} : { link };
    return Promise.resolve(answered(page <= pages ? [{ id: page }] : [], 200, headers));
  });
  return { last, asked };
}
const linkTo = (page: number) => `<http://service/issues?per_page=100&page=${page}>; rel="last"`;

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
    expect(await lastOf(1234, linkTo(1234))).toEqual({ last: 1234, asked: [1, 1234, 1235] });
  });

  it('is found all the same where the hint is wrong', async () => {
    for (const wrong of [3, 4000]) expect((await lastOf(1234, linkTo(wrong))).last).toBe(1234);
  });

  it('is none where the first page holds nothing, or is no list', async () => {
    expect((await lastOf(0)).last).toBeNull();
    expect(await findLastPage(() => Promise.resolve(answered({}, 404)))).toBeNull();
  });

  it('is not known where an answer on the way is none of a service that is well', async () => {
    for (const status of [200, 503]) {
      const last = await findLastPage((page) =>
        Promise.resolve(page === 2 ? answered({ not: 'a list' }, status) : answered([{ id: page }])),
      );
      expect(last).toBeNull();
    }
    const refusing = await findLastPage((page) =>
      Promise.resolve(page <= 3 ? answered([{ id: page }]) : answered({ message: 'no such page' }, 404)),
    );
    expect(refusing).toBe(3);
  });

  it('is not looked for without end where page is ignored', async () => {
    const { last, asked } = await lastOf(Number.POSITIVE_INFINITY);
    expect(last).toBe(2 ** 20 - 1);
    expect(asked.length).toBeLessThan(50);
  });
});
