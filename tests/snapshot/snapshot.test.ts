import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/client/exchange.ts';
import { LongBody } from '../../src/client/long-body.ts';
import { pageQuery, readList, type Snapshot, snapshotOf } from '../../src/snapshot/snapshot.ts';
import { answered, faulty, records } from './reading.ts';

const byId = { kind: 'field', path: ['id'] } as const;
const taken = (...pages: readonly Exchange[]) => snapshotOf(pages, byId);
const keys = (from: number, to: number) => records(from, to).map(({ id }) => String(id));
const page = (from: number, to: number) => answered(records(from, to));
const EMPTY = answered([]);

describe('a snapshot of a list', () => {
  it('joins the pages in their order', () => {
    expect(taken(page(1, 100), page(101, 200)).keys).toEqual(keys(1, 200));
  });

  it('takes no page that repeats the one before it: page may be ignored', () => {
    const twice = taken(page(1, 100), page(1, 100));
    expect(twice.keys).toEqual(keys(1, 100));
    expect([twice.pages, twice.complete]).toEqual([1, false]);
  });

  it('takes no page that overlaps the one before it by one issue', () => {
    expect(taken(page(1, 100), page(100, 199)).keys).toEqual(keys(1, 100));
  });

  it('takes no page that holds an issue twice', () => {
    const twice = taken(page(1, 5), answered([...records(6, 8), { id: 6 }]));
    expect([twice.pages, twice.complete]).toEqual([1, false]);
  });

  it('takes no page behind one that it did not take', () => {
    expect(taken(page(1, 5), page(1, 5), page(11, 15)).keys).toEqual(keys(1, 5));
  });

  it('holds nothing where the first page is no list', () => {
    const none = taken(answered({}), page(101, 200));
    expect([none.keys.length, none.pages, none.complete, none.head.kind]).toEqual([0, 0, false, 'malformed']);
  });

  it('holds nothing where nothing was read', () => {
    expect([taken().keys.length, taken().complete, taken().head.kind]).toEqual([0, false, 'unknown']);
  });
});

describe('the end of a list', () => {
  it('is a page that is shorter than the first', () => {
    expect(taken(page(1, 100), page(101, 150)).complete).toBe(true);
  });

  it('is an empty page behind exactly full pages', () => {
    const full = taken(page(1, 100), EMPTY);
    expect([full.complete, full.keys.length, full.pages]).toEqual([true, 100, 2]);
  });

  it('is not seen where all pages are exactly full', () => {
    expect(taken(page(1, 100), page(101, 200)).complete).toBe(false);
  });

  it('is not seen in one page, however short', () => {
    expect(taken(page(1, 7)).complete).toBe(false);
  });

  it('is an empty page behind a short one', () => {
    expect(taken(page(1, 7), EMPTY).complete).toBe(true);
  });

  it('is the first page where that is empty', () => {
    expect([taken(EMPTY).complete, taken(EMPTY).keys.length]).toEqual([true, 0]);
  });

  it('is a 404 beyond a page of fewer than the maximum', () => {
    expect(taken(page(1, 99), answered({}, 404)).complete).toBe(true);
  });

  it('is not shown by a 404 behind a page of the maximum', () => {
    expect(taken(page(1, 100), answered({}, 404)).complete).toBe(false);
  });

  it('is not shown by a server in trouble, nor by a body that is no array, nor by a rate limit', () => {
    for (const second of [
      answered({}, 503),
      answered({}),
      answered([], 429),
      faulty('timeout'),
      faulty('broken'),
    ])
      expect(taken(page(1, 7), second).complete).toBe(false);
  });

  it('is never seen where there is none, whatever the pages', () => {
    fc.assert(
      fc.property(
        fc.nat(60),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 4 }),
        (total, size, pages) => {
          const answers = Array.from({ length: pages }, (_, index) =>
            page(index * size + 1, Math.max(index * size, Math.min(total, (index + 1) * size))),
          );
          const found = taken(...answers);
          expect(found.keys).toEqual(keys(1, Math.min(total, pages * size)));
          if (found.complete) expect(found.keys.length).toBe(total);
          if (total < (pages - 1) * size) expect(found.complete).toBe(true);
        },
      ),
    );
  });
});

describe('a list of issues that are told apart by titles', () => {
  const byRecord = { kind: 'record', volatile: new Set<string>() } as const;
  const titled = (...titles: readonly string[]) => answered(titles.map((title) => ({ title })));
  const titles = (from: number, to: number) => records(from, to).map(({ id }) => `t${id}`);

  it('goes on where an issue has the title of an earlier one', () => {
    const pages = [titled(...titles(1, 10), 'a', 'a'), titled('a', 't3', ...titles(11, 18))];
    const list = snapshotOf(pages, byRecord);
    expect([list.keys.length, list.pages]).toEqual([22, 2]);
  });

  it('ends with the page before one that repeats it: page may be ignored', () => {
    for (const second of [titles(1, 10), titles(2, 11), titles(6, 15)]) {
      const list = snapshotOf([titled(...titles(1, 10)), titled(...second)], byRecord);
      expect([list.keys.length, list.pages, list.complete]).toEqual([10, 1, false]);
    }
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
  it('takes two pages where they are as large as asked for', async () => {
    const { snapshot, asked } = await reading(cut(500, 100));
    expect([asked, snapshot.keys.length, snapshot.complete]).toEqual([['1', '2'], 200, false]);
  });

  it('takes so many smaller ones that every documented size can be seen to be full', async () => {
    const { snapshot } = await reading(cut(500, 30));
    expect([snapshot.pages, snapshot.keys.length]).toEqual([5, 150]);
  });

  it('stops where the list ends', async () => {
    const { snapshot } = await reading(cut(70, 30));
    expect([snapshot.keys.length, snapshot.complete]).toEqual([70, true]);
  });

  it('never takes more than a dozen pages', async () => {
    const { snapshot } = await reading(cut(500, 5));
    expect(snapshot.pages).toBe(12);
  });

  it('reads pages that do not fit together once more, since the list moved between them', async () => {
    const { snapshot, asked } = await reading((number, nth) =>
      nth === 2 ? page(100, 137) : cut(137, 100)(number),
    );
    expect(asked).toEqual(['1', '2', '1!', '2!']);
    expect([snapshot.keys.length, snapshot.complete]).toEqual([137, true]);
  });

  it('reads a page once more whose records were let go before they could be told apart', async () => {
    const stale = page(1, 100);
    const long = new LongBody(9000, '');
    const gone: Exchange =
      stale.response === null ? stale : { ...stale, response: { ...stale.response, long } };
    const { snapshot, asked } = await reading((number, nth) => (nth === 1 ? gone : cut(137, 100)(number)));
    expect(asked).toEqual(['1', '2', '1!']);
    expect([snapshot.keys.length, snapshot.complete]).toEqual([137, true]);
  });

  it('gives that up where they never do', async () => {
    const { snapshot, asked } = await reading(() => page(1, 100));
    expect([asked.length, snapshot.pages, snapshot.complete]).toEqual([8, 1, false]);
  });
});

describe('what is asked for a page', () => {
  it('names page 1 only where leaving it out means another one', () => {
    expect(pageQuery(1)).toEqual({ per_page: '100' });
    expect(pageQuery(1, true)).toEqual({ per_page: '100', page: '1' });
    expect(pageQuery(2)).toEqual({ per_page: '100', page: '2' });
  });
});
