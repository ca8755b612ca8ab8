import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/client/exchange.ts';
import { LongBody } from '../../src/client/long-body.ts';
import { pageQuery, readList, type Snapshot, snapshotOf } from '../../src/snapshot/snapshot.ts';
import { answered, faulty, records } from './reading.ts';

const byId = { kind: 'field', path: ['id'] } as const;
const byRecord = { kind: 'record', volatile: new Set<string>() } as const;
const keys = (from: number, to: number) => records(from, to).map(({ id }) => String(id));
const page = (from: number, to: number) => answered(records(from, to));
const titled = (...titles: readonly string[]) => answered(titles.map((title) => ({ title })));
const titles = (from: number, to: number) => records(from, to).map(({ id }) => `t${id}`);
const EMPTY = answered([]);

describe('the pages of a list', () => {
  it.each<readonly [string, readonly Exchange[], { results: number; pages: number; complete: boolean }]>([
    ['are joined', [page(1, 100), page(101, 200)], { results: 200, pages: 2, complete: false }],
    [
      'end before one that repeats',
      [page(1, 100), page(1, 100)],
      { results: 100, pages: 1, complete: false },
    ],
    ['end before an overlap', [page(1, 100), page(100, 199)], { results: 100, pages: 1, complete: false }],
    [
      'end before an issue that stands twice',
      [page(1, 5), answered([...records(6, 8), { id: 6 }])],
      { results: 5, pages: 1, complete: false },
    ],
    [
      'are not taken up again behind that',
      [page(1, 5), page(1, 5), page(11, 15)],
      { results: 5, pages: 1, complete: false },
    ],
    [
      'are none without a first one',
      [answered({}), page(101, 200)],
      { results: 0, pages: 0, complete: false },
    ],
    ['are none where none was read', [], { results: 0, pages: 0, complete: false }],
    ['end with a shorter one', [page(1, 100), page(101, 150)], { results: 150, pages: 2, complete: true }],
    ['end with an empty one', [page(1, 100), EMPTY], { results: 100, pages: 2, complete: true }],
    ['end behind a short one', [page(1, 7), EMPTY], { results: 7, pages: 2, complete: true }],
    ['may go on behind a short one', [page(1, 7)], { results: 7, pages: 1, complete: false }],
    ['end at once', [EMPTY], { results: 0, pages: 1, complete: true }],
    ['end with a 404', [page(1, 99), answered({}, 404)], { results: 99, pages: 1, complete: true }],
    ['may go on at a 404', [page(1, 100), answered({}, 404)], { results: 100, pages: 1, complete: false }],
    ...[answered({}, 503), answered({}), answered([], 429), faulty('timeout'), faulty('broken')].map(
      (second) =>
        [
          'may go on behind trouble',
          [page(1, 7), second],
          { results: 7, pages: 1, complete: false },
        ] as const,
    ),
  ])('%s', (_what, exchanges, expected) => {
    const { keys: found, pages, complete } = snapshotOf(exchanges, byId);
    expect({ results: found.length, pages, complete }).toEqual(expected);
    expect(found).toEqual(keys(1, expected.results));
  });

  it('are known to end only where they do, whatever their sizes', () => {
    const sizes = fc.integer({ min: 1, max: 20 });
    fc.assert(
      fc.property(fc.nat(60), sizes, fc.integer({ min: 1, max: 4 }), (total, size, pages) => {
        const answers = Array.from({ length: pages }, (_, index) =>
          page(index * size + 1, Math.max(index * size, Math.min(total, (index + 1) * size))),
        );
        const found = snapshotOf(answers, byId);
        expect(found.keys).toEqual(keys(1, Math.min(total, pages * size)));
        if (found.complete) expect(found.keys.length).toBe(total);
        if (total < (pages - 1) * size) expect(found.complete).toBe(true);
      }),
    );
  });

  it('of titles go on where an issue has the title of an earlier one, and end before one that repeats', () => {
    const twice = [titled(...titles(1, 10), 'a', 'a'), titled('a', 't3', ...titles(11, 18))];
    expect(snapshotOf(twice, byRecord)).toMatchObject({ pages: 2 });
    for (const second of [titles(1, 10), titles(2, 11), titles(6, 15)])
      expect(snapshotOf([titled(...titles(1, 10)), titled(...second)], byRecord)).toMatchObject({
        pages: 1,
        complete: false,
      });
  });
});

/** Reads a list with `answer`, and records the requested pages; `!` marks a page requested again. */
async function reading(
  answer: (number: number, nth: number) => Exchange,
): Promise<{ snapshot: Snapshot; asked: string[] }> {
  const asked: string[] = [];
  const snapshot = await readList((number, anew) => {
    asked.push(`${number}${anew ? '!' : ''}`);
    return Promise.resolve(answer(number, asked.length));
  }, byId);
  return { snapshot, asked };
}

const cut = (total: number, size: number) => (number: number) =>
  page((number - 1) * size + 1, Math.min(total, number * size));

describe('reading a list', () => {
  it.each([
    ['two pages as large as asked for', 500, 100, { pages: 2, results: 200, complete: false }],
    ['as many smaller ones as show every size', 500, 30, { pages: 5, results: 150, complete: false }],
    ['all to the end', 70, 30, { pages: 3, results: 70, complete: true }],
    ['a dozen at most', 500, 5, { pages: 12, results: 60, complete: false }],
  ])('takes %s', async (_what, total, size, expected) => {
    const { snapshot } = await reading(cut(total, size));
    const { pages, keys: found, complete } = snapshot;
    expect({ pages, results: found.length, complete }).toEqual(expected);
  });

  it('reads pages that do not fit together once more, and gives up where they never do', async () => {
    const torn = await reading((number, nth) => (nth === 2 ? page(100, 137) : cut(137, 100)(number)));
    expect([torn.asked, torn.snapshot.keys.length]).toEqual([['1', '2', '1!', '2!'], 137]);
    const same = await reading(() => page(1, 100));
    expect([same.asked.length, same.snapshot.pages, same.snapshot.complete]).toEqual([8, 1, false]);
  });

  it('reads a page once more whose records were let go before they could be told apart', async () => {
    const stale = page(1, 100);
    const long = new LongBody(9000, '');
    const gone: Exchange =
      stale.response === null ? stale : { ...stale, response: { ...stale.response, long } };
    const { snapshot, asked } = await reading((number, nth) => (nth === 1 ? gone : cut(137, 100)(number)));
    expect([asked, snapshot.keys.length]).toEqual([['1', '2', '1!'], 137]);
  });

  it('names page 1 only where leaving it out means another one', () => {
    expect([pageQuery(1), pageQuery(1, true), pageQuery(2)]).toEqual([
      { per_page: '100' },
      { per_page: '100', page: '1' },
      { per_page: '100', page: '2' },
    ]);
  });
});
