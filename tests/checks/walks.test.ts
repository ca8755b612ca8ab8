import { describe, expect, it } from 'vitest';
import { eachOnce } from '../../src/checks/walks.ts';
import type { Exchange } from '../../src/client/exchange.ts';
import type { Look } from '../../src/model/case.ts';
import { HELD } from '../../src/model/check.ts';
import { recordsOf } from '../../src/snapshot/listing.ts';
import { answered } from '../snapshot/reading.ts';
import { alike, brokenJudgement, byId, caseOf, ids, look, looksOf, resultsFrom } from './looks.ts';

const SIZE = 10;
const one = caseOf({ per_page: String(SIZE) });

const upTo = (last: number, first = 1): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
const cut = (list: readonly number[], size: number, pages: number): Exchange[] =>
  Array.from({ length: pages }, (_, page) => ids(...list.slice(page * size, (page + 1) * size)));

/** A list of issues walked in pages of ten, beside pages of full size; `shown` is what the pages show together. */
const walk = (list: readonly number[], shown: readonly number[] = list, pages = 6): Look => ({
  answers: cut(shown, SIZE, pages),
  twins: { pages: cut(list, 100, 2) },
});

const LIST = upTo(137);
/** Pages that begin with the last issue of the page before. */
const overlapping = upTo(6, 1).flatMap((page) => upTo(page * 9 + 1, (page - 1) * 9 + 1));
/** Pages of which the fourth begins one issue too late. */
const without = (lost: number) => LIST.filter((id) => id !== lost);

const idsIn = (page: Exchange): number[] => recordsOf(page).map((record) => (record as { id: number }).id);

const judge = (walks: readonly Look[], part: Parameters<typeof looksOf>[1] = {}) =>
  eachOnce.judge(looksOf(walks, part), one);
const three = (walked: Look) => [walked, walked, walked];

describe('a walk over the pages of a list', () => {
  it('is taken beside the first two pages of full size, by the same caller', () => {
    expect(eachOnce.twins(one)).toMatchObject({
      pages: { asks: [{ query: { per_page: '100' } }, { query: { per_page: '100', page: '2' } }] },
    });
  });

  it('holds where the pages hold what the full ones do', () => {
    expect(judge([walk(LIST)])).toMatchObject(HELD);
    expect(judge([walk(LIST, LIST, 14)])).toMatchObject(HELD);
  });

  it('holds where later pages are turned round and the walk ends within a full one', () => {
    const turned = (pages: readonly Exchange[]): Exchange[] =>
      pages.map((page, at) => (at === 0 ? page : ids(...idsIn(page).toReversed())));
    const list = upTo(300);
    const part = { answers: turned(cut(list, SIZE, 16)), twins: { pages: turned(cut(list, 100, 2)) } };
    expect(judge([part])).toMatchObject(HELD);
    const lossy = {
      ...part,
      answers: turned(
        cut(
          list.filter((id) => id !== 45),
          SIZE,
          16,
        ),
      ),
    };
    expect(judge(three(lossy)).kind).toBe('broken');
  });

  it('shows nothing where there is one page only', () => {
    expect(judge([walk(upTo(7))])).toEqual({
      kind: 'vacuous',
      cause: 'data',
      needs: 'a list of more than 10 issues',
    });
  });

  it('shows nothing where pages have other sizes than they were asked for, which is another rule’s matter', () => {
    const short = {
      answers: [resultsFrom(1, 10), resultsFrom(11, 18), resultsFrom(21, 30)],
      twins: { pages: cut(LIST, 100, 2) },
    };
    const refused = { answers: [resultsFrom(1, 10), answered({}, 404)], twins: { pages: cut(LIST, 100, 2) } };
    const capped = { answers: cut(LIST, SIZE, 3), twins: { pages: cut(LIST, 50, 2) } };
    for (const each of [short, refused, capped])
      expect(judge([each])).toMatchObject({
        kind: 'vacuous',
        cause: 'other-rule',
        needs: 'pages that hold as many results as they should',
      });
  });

  it('shows nothing where what pages hold are no records, and names that rule', () => {
    const records = {
      answers: [answered(upTo(10)), resultsFrom(11, 20)],
      twins: { pages: cut(LIST, 100, 2) },
    };
    expect(judge([records])).toEqual({
      kind: 'vacuous',
      cause: 'other-rule',
      needs: 'pages of issue records',
      blames: ['list.records', 'list.array'],
    });
  });

  it('shows nothing where issues cannot be told apart', () => {
    expect(judge([walk(LIST, overlapping)], { known: alike }).kind).toBe('vacuous');
  });
});

describe('an issue that stands on two pages', () => {
  it('is named, and so are the two requests that show it', () => {
    const { violation, seen } = brokenJudgement(judge(three(walk(LIST, overlapping)), { aged: true }));
    expect(violation).toMatchObject({
      kind: 'duplicated',
      expected: 'every issue on one page, and on one only',
      actual: 'issue 10 stands on pages 1 and 2 (5 repeated)',
    });
    const [first, second] = violation.exchanges;
    expect(violation.exchanges).toEqual([resultsFrom(1, 10), resultsFrom(10, 19)]);
    expect(violation.records?.[0]).toEqual({
      name: '10',
      at: [
        { exchange: first, result: 10 },
        { exchange: second, result: 1 },
      ],
    });
    expect(seen).toBe(3);
  });

  it('is one where keys are no names only if the full pages have fewer of it', () => {
    const known = { ...byId, isNamed: false };
    const list = [...upTo(20), 5, ...upTo(60, 21)];
    expect(judge([walk(list)], { known })).toMatchObject(HELD);
    expect(judge([walk(list)]).kind).toBe('broken');
    expect(judge([walk(LIST, overlapping)], { known }).kind).toBe('broken');
  });
});

describe('an issue that stands on no page', () => {
  it('is named, and so are the request that shows it and those between which it is missing', () => {
    for (const [lost, pages] of [
      [11, [resultsFrom(1, 10), resultsFrom(12, 21)]],
      [41, [resultsFrom(31, 40), resultsFrom(42, 51)]],
      [35, [ids(...upTo(41, 31).filter((id) => id !== 35))]],
    ] as const) {
      const { violation } = brokenJudgement(judge(three(walk(LIST, without(lost))), { aged: true }));
      expect(violation).toMatchObject({
        kind: 'lost',
        actual: `issue ${lost} stands on no page (1 of the first 60 missing)`,
        records: [{ name: `${lost}`, at: [{ result: lost }] }],
        twins: [resultsFrom(1, 100)],
      });
      expect(violation.exchanges).toEqual([resultsFrom(1, 100), ...pages]);
    }
  });

  it('is none at the end of the walk, where it may stand on either side', () => {
    const moved = [...LIST.filter((id) => id !== 58), 58];
    expect(judge([walk(LIST, moved)])).toMatchObject(HELD);
  });
});

describe('a list that others write to', () => {
  const lost = walk(LIST, without(25));
  const later = (by: number) =>
    walk(
      upTo(137, 1 - by),
      upTo(137, 1 - by).filter((id) => id !== 25),
    );

  it('is given its time before an issue out of place accuses anybody', () => {
    expect(brokenJudgement(judge(three(lost))).age).toBe(true);
    expect(brokenJudgement(judge(three(lost), { aged: true })).age).toBe(false);
  });

  it('explains an issue out of place while it moves, even after that', () => {
    expect(brokenJudgement(judge([lost, later(1), later(2)], { aged: true })).age).toBe(true);
    expect(brokenJudgement(judge([lost, lost, lost], { aged: true, earlier: [later(1)] })).age).toBe(true);
  });

  it('does not explain far more than it moved', () => {
    const halves = (list: readonly number[]) => list.filter((id) => id % 2 === 0);
    const walks = [0, 1, 0].map((by) => walk(upTo(137, 1 - by), halves(upTo(137, 1 - by))));
    expect(brokenJudgement(judge(walks, { aged: true }))).toMatchObject({ age: false, seen: 3 });
  });
});

describe('a walk that is hindered', () => {
  it('is undecided', () => {
    expect(judge([look(answered({}, 429))])).toMatchObject({ kind: 'undecided' });
  });
});
