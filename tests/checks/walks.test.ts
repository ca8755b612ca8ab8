import { expect, it } from 'vitest';
import { eachOnce } from '../../src/checks/walks.ts';
import type { Exchange } from '../../src/client/exchange.ts';
import type { Look, Looks } from '../../src/model/case.ts';
import { answered } from '../snapshot/reading.ts';
import { alike, brokenJudgement, byId, caseOf, ids, look, looksOf, resultsFrom, saying } from './looks.ts';

const SIZE = 10;
const one = caseOf({ per_page: String(SIZE) });

const upTo = (last: number, first = 1): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
const cut = (list: readonly number[], size: number, pages: number): Exchange[] =>
  Array.from({ length: pages }, (_, page) => ids(...list.slice(page * size, (page + 1) * size)));
const walking = (answers: readonly Exchange[], pages: readonly Exchange[]): Look => ({
  answers,
  twins: { pages },
});
/** A list of issues walked in pages of ten, beside pages of full size; `shown` is what the pages show together. */
const walk = (list: readonly number[], shown = list, pages = 6): Look =>
  walking(cut(shown, SIZE, pages), cut(list, 100, 2));

const LIST = upTo(137);
/** Pages that begin with the last issue of the page before. */
const overlapping = upTo(6).flatMap((page) => upTo(page * 9 + 1, (page - 1) * 9 + 1));
const without = (lost: number, list = LIST) => list.filter((id) => id !== lost);
const later = (by: number) => walk(upTo(137, 1 - by), without(25, upTo(137, 1 - by)));
const halves = (by: number) =>
  walk(
    upTo(137, 1 - by),
    upTo(137, 1 - by).filter((id) => id % 2 === 0),
  );
const three = (walked: Look) => [walked, walked, walked];
const lost = walk(LIST, without(25));
const aged = { aged: true };
const unnamed = { known: { ...byId, isNamed: false } };
const twice = walk([...upTo(20), 5, ...upTo(60, 21)]);
const full = cut(LIST, 100, 2);
/** Pages after the first are turned round, and one issue of them may be lost. */
const turned = (list: readonly number[], of: number): Exchange[] =>
  Array.from({ length: 3000 / of / 10 }, (_, page) => {
    const shown = list.slice(page * of, (page + 1) * of);
    return ids(...(page === 0 ? shown : shown.toReversed()));
  });

it.each<[string, readonly Look[], string, Partial<Looks>?]>([
  ['holds what the full pages do', [walk(LIST)], 'held'],
  ['goes to the end', [walk(LIST, LIST, 14)], 'held'],
  ['has later pages turned round', [walking(turned(upTo(300), 10), turned(upTo(300), 100))], 'held'],
  [
    'loses one of those',
    three(walking(turned(without(45, upTo(300)), 10), turned(upTo(300), 100))),
    'lost 3 of 3, or age',
  ],
  ['has one page', [walk(upTo(7))], 'vacuous data'],
  [
    'has a short page',
    [walking([resultsFrom(1, 10), resultsFrom(11, 18), resultsFrom(21, 30)], full)],
    'vacuous other-rule',
  ],
  ['has a refused page', [walking([resultsFrom(1, 10), answered({}, 404)], full)], 'vacuous other-rule'],
  ['stands beside short pages', [walking(cut(LIST, SIZE, 3), cut(LIST, 50, 2))], 'vacuous other-rule'],
  ['holds no records', [walking([answered(upTo(10)), resultsFrom(11, 20)], full)], 'vacuous other-rule'],
  ['holds issues that are alike', [walk(LIST, overlapping)], 'vacuous data', { known: alike }],
  ['is hindered', [look(answered({}, 429))], 'undecided'],
  ['repeats issues', three(walk(LIST, overlapping)), 'duplicated 3 of 3', aged],
  ['repeats an issue', [twice], 'duplicated 1 of 3, or age'],
  ['repeats titles as the full pages do', [twice], 'held', unnamed],
  ['repeats titles more often', [walk(LIST, overlapping)], 'duplicated 1 of 3, or age', unnamed],
  ['loses an issue', three(lost), 'lost 3 of 3, or age'],
  ['loses an issue after the wait', three(lost), 'lost 3 of 3', aged],
  ['has one at another end', [walk(LIST, [...without(58), 58])], 'held'],
  ['loses an issue while the list moves', [lost, later(1), later(2)], 'lost 3 of 3, or age', aged],
  [
    'loses an issue where it moved before',
    three(lost),
    'lost 3 of 3, or age',
    { ...aged, earlier: [later(1)] },
  ],
  ['loses far more than it moved', [halves(0), halves(1), halves(0)], 'lost 3 of 3', aged],
])('a walk that %s', (_what, walks, expected, part) => {
  expect(saying(eachOnce.judge(looksOf(walks, part), one))).toBe(expected);
});

it.each([
  [11, [resultsFrom(1, 10), resultsFrom(12, 21)]],
  [35, [ids(...without(35, upTo(41, 31)))]],
])('an issue %i that stands on no page is named, with the pages between which it is missing', (id, pages) => {
  const { violation } = brokenJudgement(eachOnce.judge(looksOf(three(walk(LIST, without(id))), aged), one));
  expect(violation.records?.map(({ name }) => name)).toEqual([String(id)]);
  expect(violation.exchanges).toEqual([resultsFrom(1, 100), ...pages]);
});

it('an issue that stands on two pages is named, with the requests that show it', () => {
  const { violation } = brokenJudgement(eachOnce.judge(looksOf(three(walk(LIST, overlapping)), aged), one));
  expect(violation.exchanges).toEqual([resultsFrom(1, 10), resultsFrom(10, 19)]);
  expect(violation.records?.[0]).toMatchObject({ name: '10', at: [{ result: 10 }, { result: 1 }] });
});
