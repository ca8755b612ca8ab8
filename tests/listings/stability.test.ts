import { expect, it } from 'vitest';
import { distance, isShiftedByWrites, isShuffled, type Keys } from '../../src/listings/compare.ts';
import { Stability } from '../../src/listings/stability.ts';
import { answer, names } from '../checks/answers.ts';
import { exchangeOf } from '../support/exchanges.ts';

/** Milliseconds after which a new issue is listed. */
const LISTED_MS = 2000;

interface Heard {
  readonly keys: Keys | number;
  readonly query?: Readonly<Record<string, string>>;
  readonly age?: string;
  /** When it was asked for, in milliseconds after the last creation. */
  readonly at?: number;
  readonly isCreating?: boolean;
}

/** Returns what was noted of some answers. */
function heard(all: readonly Heard[], created: readonly string[] = []): Stability {
  const stability = new Stability({ owner: 'a', repo: 'b' }, LISTED_MS);
  for (const { keys, query = {}, age, at = LISTED_MS, isCreating = false } of all) {
    const one = answer(keys, query);
    const headers = age === undefined ? {} : { age };
    const exchange = { ...exchangeOf({}, { status: one.status, headers }), startedAt: at };
    stability.hear({ ...one, exchange }, one.list === null ? null : (keys as Keys), {
      created: new Set(created),
      answered: new Set(),
      lastWriteAt: 0,
      isCreating,
    });
  }
  return stability;
}

/** Returns what the answers show of the service. */
function after(all: readonly Heard[], created?: readonly string[]): string {
  const { inconclusive, shows } = heard(all, created);
  return inconclusive === null ? 'stable' : shows('stale') ? 'aged' : 'flaky';
}

const [OLD, NEW] = [{ keys: names(5) }, { keys: names(5, 0) }];
const [beside, fewer] = [{ per_page: '5' }, { per_page: '4' }];
const [FRESH, STALE] = [{ keys: names(30), query: beside }, { keys: names(9, 6) }];
/** A page of another size that begins as the stale one, from before the run created issues. */
const BEFORE = { keys: names(5, 6), query: beside };
/** Three issues that are older than the run, and two that it created. */
const OF_THREE = { keys: ['4', '5', ...names(3)], query: { state: 'open' } };
const SHORT = { keys: names(1, 6) };
const OTHERS = { keys: names(9, 40) };
const OTHER_WAY = { keys: names(9, 6), query: { direction: 'asc' } };
const OTHER_STATE = { keys: names(9, 6), query: { state: 'open' } };

it.each<[string, string, readonly Heard[], (readonly string[])?]>([
  ['stable', 'if nothing changes', [OLD, OLD, OLD]],
  ['stable', 'if the list moves on', [OLD, NEW, { keys: names(5, 9) }]],
  ['flaky', 'if an answer comes back', [OLD, NEW, OLD]],
  ['flaky', 'if a status comes back', [OLD, { keys: 404 }, OLD]],
  ['stable', 'if another request gets the other answer', [OLD, { ...NEW, query: beside }, OLD]],
  ['stable', 'if the older answer comes soon after a creation', [OLD, { ...NEW, at: 10 }, OLD]],
  ['flaky', 'if the records come in another order', [{ keys: names(9) }, { keys: names(9).toReversed() }]],
  ['flaky', 'if a first page is empty once', [OLD, { keys: [] }]],
  ['stable', 'if a few issues are gone', [{ keys: names(2) }, { keys: [] }]],
  ['stable', 'if one record moves', [{ keys: names(9) }, { keys: ['9', ...names(8)] }]],
  ['aged', 'if answers may be older than new issues take', [{ ...OLD, age: '2' }]],
  ['stable', 'if answers are younger than that', [{ ...OLD, age: '1' }]],
  ['stable', 'if their age is no number', [{ ...OLD, age: '1e9' }]],
  [
    'flaky',
    'if a page lacks all new issues, which another one begins with',
    [BEFORE, FRESH, FRESH, STALE, STALE],
    names(5),
  ],
  [
    'stable',
    'if pages of its size alone begin so',
    [FRESH, FRESH, { keys: names(30, 6) }, { keys: names(30, 6) }],
    names(5),
  ],
  ['flaky', 'if a page lacks the last of them', [FRESH, FRESH, STALE, STALE], names(10).toReversed()],
  ['flaky', 'if a page that is not full lacks all of them', [FRESH, FRESH, SHORT, SHORT], names(5)],
  [
    'flaky',
    'if a whole list is what another one holds beside new issues',
    [OF_THREE, OLD, { keys: names(3) }, { keys: names(3) }],
    names(2, 4),
  ],
  [
    'stable',
    'if a full page has no room for new issues, which come last',
    [{ keys: names(32), query: { per_page: '100' } }, { keys: names(30) }, { keys: names(30) }],
    names(2, 31),
  ],
  [
    'stable',
    'if another client has created issues since',
    [FRESH, FRESH, { keys: [...names(2, 40), ...names(5)], query: beside }, OTHERS, OTHERS],
    names(5),
  ],
  ['stable', 'if it holds other issues', [OF_THREE, { keys: names(2) }, { keys: names(2) }], names(2, 4)],
  ['stable', 'if such a page is empty', [FRESH, FRESH, { keys: [] }, { keys: [] }], names(5)],
  ['stable', 'if no page begins with new issues', [STALE, STALE], names(5)],
  [
    'stable',
    'if one of many is among the first by chance',
    [FRESH, FRESH, STALE, STALE],
    ['1', ...names(9, 20)],
  ],
  ['stable', 'if a page of another state lacks them', [FRESH, FRESH, OTHER_STATE, OTHER_STATE], names(5)],
  ['stable', 'if a page of another order lacks them', [FRESH, FRESH, OTHER_WAY, OTHER_WAY], names(5)],
])('a service is %s %s', (expected, _when, all, created) => {
  expect(after(all, created)).toBe(expected);
});

it.each([
  ['reversed', names(8), names(8).toReversed(), true],
  ['one moved to the front', names(8), ['8', ...names(7)], false],
  ['too few to tell', names(3), names(3).toReversed(), false],
  ['other records', names(8), names(8, 20), false],
])('a list is shuffled: %s', (_how, one, other, expected) => {
  expect(isShuffled(one, other)).toBe(expected);
});

/** A new record before those of before, in answer to another request; and records on the second page. */
const newIn = (query: Heard['query'] = {}): Heard => ({ keys: ['n', ...names(5)], query });
const later = (keys: Keys): Heard => ({ keys, query: { page: '2' } });

it.each<[string, readonly Heard[], boolean]>([
  ['a new record on a first page', [OLD, NEW], true],
  ['nothing new', [OLD, OLD], false],
  ['a new record above the head of another first page', [OLD, { ...NEW, query: beside }], true],
  ['one above the head of an earlier one', [OLD, { keys: names(5, 20), query: fewer }, newIn(beside)], true],
  ['one above that of another unknown sort', [{ ...OLD, query: { sort: 'x' } }, newIn({ sort: 'y' })], true],
  ['a record that only an unknown sort shows', [OLD, newIn({ sort: 'y' })], false],
  ['another order', [OLD, newIn({ sort: 'comments' })], false],
  ['a new record on a later page that begins as before', [OLD, later(names(5)), later(names(6))], true],
  ['a new record on a later page that has moved', [OLD, later(names(5)), later(names(5, 2))], false],
  ['a new record while a creation is in flight', [OLD, { ...NEW, isCreating: true }, NEW], false],
])('others write: %s', (_what, all, expected) => {
  expect(heard(all).shows('written by others')).toBe(expected);
});

it.each<[string, readonly Heard[], boolean]>([
  ['a record comes and another goes', [OLD, NEW], true],
  ['nothing changes', [OLD, OLD], false],
  ['other records come, as of another page', [OLD, { keys: names(5, 20) }], false],
])('a list moves: %s', (_how, all, expected) => {
  expect(heard(all).shows('moving')).toBe(expected);
});

it.each<[string, Keys, Keys, boolean, boolean?]>([
  ['moved on', names(8), names(8, 3), true],
  ['moved on behind pinned records', ['p', ...names(8)], ['p', ...names(8, 3)], true],
  ['a record came in between', names(8), [...names(4), 'n', '5', '6', '7'], true],
  ['in another order', names(8), names(8).toReversed(), false],
  ['cut', names(8), names(5), false],
  ['longer', names(5), names(8), false],
  ['longer, where the list ends', names(5), names(8), true, true],
  ['shorter, where the list ends', names(8), names(5), true, true],
])('a listing may be of another time: %s', (_how, one, other, expected, hasEnded = false) => {
  expect(isShiftedByWrites(one, other, hasEnded)).toBe(expected);
});

it.each<[string, Keys, Keys, number]>([
  ['nothing', names(8), names(8), 0],
  ['one comes first, and one goes last', names(8), ['n', ...names(7)], 1],
  ['two go', names(8), ['1', '2', '4', '6', '7', '8'], 2],
  ['one moves', names(8), ['8', ...names(7)], 1],
  ['all are others', names(8), names(8, 20), 8],
  ['the order is reversed', names(8), names(8).toReversed(), 7],
])('records come, go or move: %s', (_what, one, other, expected) => {
  expect(distance(one, other)).toBe(expected);
  expect(distance(other, one)).toBe(expected);
});

it('counts the records that moved between equal requests', () => {
  expect(heard([OLD, OLD]).mostMoved).toBe(0);
  expect(heard([{ keys: names(9) }, { keys: names(9).filter((name) => name !== '4') }]).mostMoved).toBe(1);
  expect(heard([{ keys: names(9) }, { keys: names(2) }]).mostMoved).toBe(7);
  expect(heard([{ keys: names(9) }, { keys: names(5, 20) }]).mostMoved).toBe(0);
});

it.each<[string, Keys, Keys, boolean]>([
  ['one of the run comes, and pushes another off the page', names(5), ['n', ...names(4)], false],
  ['one of the run comes, and an old one goes', names(5), ['n', '1', '2', '4', '5'], true],
])('others write soon after a creation: %s', (_what, were, are, expected) => {
  const all = [were, are].map((keys) => ({ keys, at: 10 }));
  expect(heard(all, ['n']).shows('moving')).toBe(expected);
});
