import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Known } from '../../src/survey/known.ts';
import type { Exchange } from '../../src/target/exchange.ts';
import { answered, faulty, records } from './reading.ts';

const byId = { kind: 'field', path: ['id'] } as const;
const known = (...pages: readonly Exchange[]) => new Known(pages, byId);
const keys = (from: number, to: number) => records(from, to).map(({ id }) => String(id));
const page = (from: number, to: number) => answered(records(from, to));
const EMPTY = answered([]);

describe('what is known of a list', () => {
  it('joins the pages in their order', () => {
    expect(known(page(1, 100), page(101, 200)).keys).toEqual(keys(1, 200));
  });

  it('takes no page that repeats the one before it: page may be ignored', () => {
    const twice = known(page(1, 100), page(1, 100));
    expect(twice.keys).toEqual(keys(1, 100));
    expect([twice.pages, twice.complete]).toEqual([1, false]);
  });

  it('takes no page that overlaps the one before it by one issue', () => {
    expect(known(page(1, 100), page(100, 199)).keys).toEqual(keys(1, 100));
  });

  it('takes no page that holds an issue twice', () => {
    const twice = known(page(1, 5), answered([...records(6, 8), { id: 6 }]));
    expect([twice.pages, twice.complete]).toEqual([1, false]);
  });

  it('takes no page behind one that it did not take', () => {
    expect(known(page(1, 5), page(1, 5), page(11, 15)).keys).toEqual(keys(1, 5));
  });

  it('holds nothing where the first page is no list', () => {
    const none = known(answered({}), page(101, 200));
    expect([none.keys.length, none.pages, none.complete, none.head.kind]).toEqual([0, 0, false, 'no-array']);
  });

  it('holds nothing where nothing was read', () => {
    expect([known().keys.length, known().complete, known().head.kind]).toEqual([0, false, 'undecidable']);
  });
});

describe('the end of a list', () => {
  it('is a page that is shorter than the first', () => {
    expect(known(page(1, 100), page(101, 150)).complete).toBe(true);
  });

  it('is an empty page behind exactly full pages', () => {
    const full = known(page(1, 100), EMPTY);
    expect([full.complete, full.keys.length, full.pages]).toEqual([true, 100, 2]);
  });

  it('is not seen where all pages are exactly full', () => {
    expect(known(page(1, 100), page(101, 200)).complete).toBe(false);
  });

  it('is not seen in one page, however short', () => {
    expect(known(page(1, 7)).complete).toBe(false);
  });

  it('is an empty page behind a short one', () => {
    expect(known(page(1, 7), EMPTY).complete).toBe(true);
  });

  it('is the first page where that is empty', () => {
    expect([known(EMPTY).complete, known(EMPTY).keys.length]).toEqual([true, 0]);
  });

  it('is a 404 beyond a page of fewer than the maximum', () => {
    expect(known(page(1, 99), answered({}, 404)).complete).toBe(true);
  });

  it('is not shown by a 404 behind a page of the maximum', () => {
    expect(known(page(1, 100), answered({}, 404)).complete).toBe(false);
  });

  it('is not shown by a server in trouble, nor by a body that is no array, nor by a rate limit', () => {
    for (const second of [
      answered({}, 503),
      answered({}),
      answered([], 429),
      faulty('timeout'),
      faulty('broken'),
    ])
      expect(known(page(1, 7), second).complete).toBe(false);
  });
});

describe('a slice of a list', () => {
  it('is known within what was read', () => {
    expect(known(page(1, 100), page(101, 200)).slice(98, 102)).toEqual({
      kind: 'known',
      keys: keys(99, 102),
    });
  });

  it('is known to the last result that was read, and not one further', () => {
    const two = known(page(1, 100), page(101, 200));
    expect(two.slice(190, 200).kind).toBe('known');
    expect(two.slice(190, 201)).toEqual({ kind: 'unknown' });
  });

  it('is shorter, or empty, where the list ends before it', () => {
    const seven = known(page(1, 7), EMPTY);
    expect(seven.slice(5, 10)).toEqual({ kind: 'known', keys: keys(6, 7) });
    expect(seven.slice(10, 20)).toEqual({ kind: 'known', keys: [] });
  });

  it('is noted in the account that watches, and in no other', () => {
    const all = known(page(1, 100));
    const [one, other] = [all.watched(), all.watched()];
    one.slice(0, 30);
    one.slice(10, 20);
    expect([one.reach, other.reach, all.reach]).toEqual([30, 0, 0]);
    expect(one.keys).toBe(all.keys);
  });
});

describe('two readings of one list', () => {
  it('are the same where they show the same', () => {
    expect(known(page(1, 100), page(101, 150)).sameAs(known(page(1, 100), page(101, 150)))).toBe(true);
  });

  it('are the same as far as both go', () => {
    expect(known(page(1, 100)).sameAs(known(page(1, 100), page(101, 150)))).toBe(true);
    expect(known(page(1, 100), page(101, 150)).sameAs(known(page(1, 100)))).toBe(true);
  });

  it('differ where an issue came, went or moved', () => {
    const before = known(page(1, 50), EMPTY);
    const came = known(answered([{ id: 0 }, ...records(1, 50)]), EMPTY);
    const appended = known(page(1, 51), EMPTY);
    const went = known(page(1, 49), EMPTY);
    const moved = known(answered([...records(2, 50), { id: 1 }]), EMPTY);
    for (const after of [came, appended, went, moved])
      expect([before.sameAs(after), after.sameAs(before)]).toEqual([false, false]);
  });

  it('differ where a full page replaced the end', () => {
    expect(known(page(1, 50), EMPTY).sameAs(known(page(1, 50), page(51, 100)))).toBe(false);
  });

  it('differ where one of them is no list', () => {
    expect(known(page(1, 50)).sameAs(known(answered({}, 503)))).toBe(false);
  });

  it('are the same in both directions or in none', () => {
    const list = fc.array(fc.nat(4), { maxLength: 4 }).map((ids) => answered(ids.map((id) => ({ id }))));
    const reading = fc.array(list, { minLength: 1, maxLength: 3 }).map((pages) => known(...pages));
    fc.assert(
      fc.property(reading, reading, (a, b) => {
        expect(a.sameAs(b)).toBe(b.sameAs(a));
        expect(a.sameAs(a)).toBe(true);
      }),
    );
  });
});

describe('the pages of any list', () => {
  it('give its beginning, and never an end that is none', () => {
    fc.assert(
      fc.property(
        fc.nat(60),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 4 }),
        (total, size, pages) => {
          const answers = Array.from({ length: pages }, (_, index) =>
            page(index * size + 1, Math.max(index * size, Math.min(total, (index + 1) * size))),
          );
          const found = known(...answers);
          expect(found.keys).toEqual(keys(1, Math.min(total, pages * size)));
          if (found.complete) expect(found.keys.length).toBe(total);
          if (total < (pages - 1) * size) expect(found.complete).toBe(true);
        },
      ),
    );
  });
});

describe('a list of issues that are told apart by titles', () => {
  const byRecord = { kind: 'record', restless: new Set<string>() } as const;
  const titled = (...titles: readonly string[]) => answered(titles.map((title) => ({ title })));
  const titles = (from: number, to: number) => records(from, to).map(({ id }) => `t${id}`);

  it('goes on where an issue has the title of an earlier one', () => {
    const list = new Known(
      [titled(...titles(1, 10), 'a', 'a'), titled('a', 't3', ...titles(11, 18))],
      byRecord,
    );
    expect([list.keys.length, list.pages, list.named]).toEqual([22, 2, false]);
  });

  it('ends with the page before one that repeats it: page may be ignored', () => {
    for (const second of [titles(1, 10), titles(2, 11), titles(6, 15)]) {
      const list = new Known([titled(...titles(1, 10)), titled(...second)], byRecord);
      expect([list.keys.length, list.pages, list.complete]).toEqual([10, 1, false]);
    }
  });

  it('shows an order only where no other part of it looks the same', () => {
    const list = new Known([titled('a', 'b', 'c', 'a', 'b', 'd', 'e', 'e', 'e', 'e')], byRecord);
    const shown = (from: number, to: number) => list.shows(from, to);
    expect([shown(0, 3), shown(3, 6), shown(5, 7)]).toEqual([true, true, true]);
    expect([shown(0, 2), shown(6, 8), shown(6, 10), shown(0, 1)]).toEqual([false, false, false, false]);
    expect(known(page(1, 3)).shows(0, 1)).toBe(true);
  });

  it('holds no issue that surely stands twice', () => {
    const list = new Known([titled('a', 'b')], byRecord);
    expect(list.repeated([{ title: 'a' }, { title: 'a' }])).toBeUndefined();
    expect(list.standingBefore([{ title: 'a' }], 2)).toEqual([]);
  });
});

describe('an issue stands twice', () => {
  const withRest = { kind: 'field', path: ['id'], rest: new Set(['title', 'type', 'by']) } as const;
  const one = { id: 7, title: 'a', type: 'issue', by: 'mona' };
  const list = new Known([answered([one, { ...one, id: 8, title: 'b' }]), EMPTY], withRest);

  it('where its name is there twice', () => {
    expect(list.repeated([one, { ...one }])).toBe('7');
    expect(list.standingBefore([one], 2)).toEqual(['7']);
    expect(list.standingBefore([one], 0)).toEqual([]);
  });

  it('though somebody changed it meanwhile', () => {
    expect(list.standingBefore([{ ...one, title: 'A' }], 2)).toEqual(['7']);
  });

  it('not where another issue has the same number', () => {
    const other = { id: 7, title: 'c', type: 'pull_request', by: 'mona' };
    expect(list.repeated([one, other])).toBeUndefined();
    expect(list.standingBefore([other], 2)).toEqual([]);
  });
});
