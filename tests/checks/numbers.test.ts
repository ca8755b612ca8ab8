import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { atMost, different, exactly, moreThan, pagesOf } from '../../src/checks/numbers.ts';
import type { Look } from '../../src/model/case.ts';
import type { Check } from '../../src/model/check.ts';
import { asksAt } from '../../src/model/twins.ts';
import { answered } from '../snapshot/reading.ts';
import { brokenJudgement, byId, caseOf, ids, look, looksOf, resultsFrom, saying } from './looks.ts';

const SIZE = 5;
const one = caseOf({ per_page: String(SIZE), state: 'open' });
const pages = pagesOf([{ per_page: '100' }, { per_page: '100', page: '2' }]);
const says = 'so many';
const least = (size: number) => size;

const full = exactly(() => SIZE, { says, pages, tooMany: { breaks: 'this' }, least });
const fullOrTooMany = exactly(() => SIZE, {
  says,
  pages,
  tooMany: { breaks: 'another', rule: 'list.per-page.at-most' },
});
const limited = atMost(() => SIZE, { says, pages });
/** A page of so many results, of a list of so many issues. */
const page = (results: number, exist: number): Look =>
  look(resultsFrom(1, results), { pages: [resultsFrom(1, Math.min(100, exist)), resultsFrom(101, exist)] });

it.each<readonly [string, Check, readonly Look[], string]>([
  ['exactly five', full, [page(5, 137)], 'held'],
  ['five of five', full, [page(5, 5)], 'held'],
  ['three of three', full, [page(3, 3)], 'vacuous data'],
  ['four of many', full, [page(4, 137)], 'too-few 1 of 3'],
  ['four, then five, then four', full, [page(4, 9), page(5, 9), page(4, 9)], 'too-few 2 of 3'],
  ['six of six', full, [page(6, 6)], 'too-many 1 of 3'],
  [
    'pages that ignore their number',
    full,
    [look(resultsFrom(1, 3), { pages: [resultsFrom(1, 3), resultsFrom(1, 3)] })],
    'vacuous data',
  ],
  ['no list', full, [look(answered({}), { pages: [resultsFrom(1, 9)] })], 'vacuous other-rule'],
  ['a rate limit', full, [look(answered({}, 429))], 'undecided'],
  ['five of five, where more are another rule’s', fullOrTooMany, [page(5, 5)], 'vacuous data'],
  ['six, which are another rule’s', fullOrTooMany, [page(6, 6)], 'undecided'],
  ['at most five of six', limited, [page(5, 6)], 'held'],
  ['two of six', limited, [page(2, 6)], 'held'],
  ['at most five of five', limited, [page(5, 5)], 'vacuous data'],
  ['six, at most five', limited, [page(6, 6)], 'too-many 1 of 3'],
  ['more than a hundred', moreThan(100, pages), [page(1, 101)], 'held'],
  ['a hundred', moreThan(100, pages), [page(1, 100)], 'vacuous data'],
])('%s', (_what, check, looks, expected) => {
  expect(saying(check.judge(looksOf(looks), one))).toBe(expected);
});

it('how many issues exist is shown by different records, on pages of full size with the state of the case', () => {
  expect(different([resultsFrom(1, 5), resultsFrom(4, 9), answered({}, 404), ids(9, 9)], byId)).toBe(9);
  expect(pages(one).pages.map(({ query }) => query)).toEqual([
    { state: 'open', per_page: '100' },
    { state: 'open', per_page: '100', page: '2' },
  ]);
  expect(brokenJudgement(full.judge(looksOf([page(4, 137)]), one)).violation.exchanges).toHaveLength(3);
});

it('a number is broken only by another one than was asked for, whatever list it is', () => {
  fc.assert(
    fc.property(fc.nat(12), fc.nat(250), (results, exist) => {
      const shown = Math.min(results, exist);
      const { kind } = full.judge(looksOf([page(shown, exist)]), one);
      expect(kind).toBe(shown === SIZE ? 'held' : shown < SIZE && exist < SIZE ? 'vacuous' : 'broken');
    }),
  );
});

it('a maximum takes no other pages to be confirmed', () => {
  expect(asksAt(limited.twins(one), 'look')).toHaveLength(2);
  expect(asksAt(limited.twins(one), 'confirm')).toEqual([]);
});
