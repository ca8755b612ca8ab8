import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heldBy } from '../../src/checks/held-by.ts';
import { type Held, placeOf } from '../../src/checks/pages.ts';
import type { Exchange } from '../../src/client/exchange.ts';
import type { Look, Looks } from '../../src/model/case.ts';
import { answered } from '../snapshot/reading.ts';
import { alike, byId, caseOf, ids, look, looksOf, resultsFrom, saying } from './looks.ts';

const keys = (first: number, last: number): string[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => String(first + index));
const heldAt = (start: number, size: number): Held => ({
  holder: { per_page: '100' },
  holderSize: 100,
  first: { per_page: String(size) },
  from: start,
  isFull: false,
  size,
});

/** The page of ten that shows results 31 to 40, within the first hundred. */
const fourth = heldAt(30, 10);
const HOLDER = keys(1, 100);

describe('a page within a larger one', () => {
  it('is right where it is the part that it must be, whatever its size and place', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.nat(9), fc.nat(100), (size, page, total) => {
        const [start, holder] = [page * size, keys(1, total)];
        expect(placeOf(holder.slice(start, start + size), holder, heldAt(start, size))).toBe(
          start < total ? 'fits' : 'nothing to compare',
        );
      }),
    );
  });

  it('is displaced as a whole, by so many results, in either direction', () => {
    fc.assert(
      fc.property(fc.integer({ min: -30, max: 60 }), (by) => {
        fc.pre(by !== 0);
        expect(placeOf(keys(31 + by, 40 + by), HOLDER, fourth)).toMatchObject({ kind: 'wrong-results', by });
      }),
    );
  });

  it.each<[string, readonly string[], string | object, (readonly string[])?]>([
    ['displaced with one out of place', ['77', ...keys(34, 42)], { kind: 'wrong-results', by: 2 }],
    ['cut', keys(31, 38), { kind: 'too-few' }],
    ['filled up', [...keys(31, 33), ...keys(1, 7)], { kind: 'wrong-results' }, keys(1, 33)],
    ['turned round', keys(31, 40).toReversed(), { kind: 'wrong-order' }],
    ['turned round while the list grew', keys(30, 39).toReversed(), { kind: 'wrong-order' }],
    ['another one', keys(201, 210), { kind: 'wrong-results' }],
    ['right but for two that changed places', [...keys(31, 38), '40', '39'], 'fits'],
    ['right but for one', [...keys(31, 39), '77'], 'fits'],
    ['right but for the first', ['30', ...keys(32, 40)], 'fits'],
    ['behind the end', keys(1, 10), 'nothing to compare', keys(1, 30)],
    ['too large', keys(31, 45), 'too large'],
    ['new at the end', keys(31, 36), 'fits', keys(1, 34)],
  ])('may be %s', (_what, shown, expected, holder = HOLDER) => {
    const place = placeOf(shown, holder, fourth);
    if (typeof expected === 'string') expect(place).toBe(expected);
    else expect(place).toMatchObject(expected);
  });

  it('tells nothing of a place where it has two results or fewer', () => {
    expect(placeOf(['7', '8'], HOLDER, heldAt(30, 2))).toBe('too small');
  });
});

const one = caseOf({ per_page: '10', page: '4' });
const check = heldBy(() => fourth, 'results 31 to 40 of per_page=100');
const full = heldBy(() => ({ ...fourth, isFull: true }), 'x');
const right = resultsFrom(1, 100);
const at = (startedAt: number, exchange: Exchange): Exchange => ({ ...exchange, startedAt });
/** A look at a page beside its holder. */
const beside = (answer: Exchange, holder = right, first?: Exchange): Look =>
  look(answer, { holder: [holder], ...(first && { 'own first': [first] }) });
const displaced = beside(resultsFrom(32, 41));
const other = beside(resultsFrom(61, 70));
const twice = ids(1, 1, ...Array.from({ length: 98 }, (_, index) => index + 3));
const moving = (shift: number, by: number) =>
  beside(resultsFrom(31 - shift + by, 40 - shift + by), resultsFrom(1 - shift, 100 - shift));
// The larger page, then the page, then the larger page of one more issue: the page agrees with that.
const [grown, own] = [resultsFrom(0, 99), resultsFrom(30, 39)];
const after: Partial<Looks> = { earlier: [beside(at(2, own), at(4, grown))] };
const suspected = 'wrong-results';

describe('a page that is held by another one', () => {
  it('is asked for beside its holder, and to confirm it beside the first pages of both sizes', () => {
    expect(check.twins(one)).toMatchObject({
      holder: { asks: [{ query: { per_page: '100' } }], at: ['look', 'confirm', 'again'] },
      'own first': { asks: [{ query: { per_page: '10' } }], at: ['confirm'] },
      'holder first': 'none',
    });
  });

  it.each<[string, readonly Look[], string, Partial<Looks>?, typeof check?]>([
    ['the part that it must be', [beside(resultsFrom(31, 40))], 'held'],
    ['displaced once', [displaced, beside(resultsFrom(31, 40))], 'wrong-results 1 of 10, or age'],
    ['displaced after the wait', [displaced, displaced], 'wrong-results 2 of 10', { aged: true }],
    ['turned round', [beside(ids(40, 39, 38, 37, 36, 35, 34, 33, 32, 31))], 'wrong-order 1 of 10'],
    ['too short', [beside(resultsFrom(31, 34))], 'too-few 1 of 3, or age'],
    [
      'as an answer of the holder allows',
      [displaced, beside(resultsFrom(32, 41), resultsFrom(2, 101))],
      'held',
    ],
    [
      'displaced in a list that moves',
      [moving(0, 10), moving(1, 12)],
      'wrong-results 2 of 10, or age',
      { aged: true },
    ],
    [
      'displaced in one that moved before',
      [moving(1, 10), moving(1, 10)],
      'wrong-results 2 of 10',
      { aged: true, earlier: [moving(0, 12)] },
    ],
    ['right by a list that moved', [beside(at(2, own), at(0, right))], 'held', after],
    [
      'right by one that moved, and was wrong',
      [beside(at(2, own), at(0, right))],
      'undecided',
      { ...after, suspected },
    ],
    [
      'of a size that its first page has not',
      [beside(resultsFrom(61, 70), right, resultsFrom(1, 5))],
      'vacuous other-rule',
    ],
    ['beside no list', [beside(resultsFrom(31, 40), answered({}, 404))], 'vacuous other-rule'],
    ['beside too large a page', [beside(resultsFrom(61, 70), resultsFrom(1, 150))], 'undecided'],
    ['behind the end', [beside(ids(), resultsFrom(1, 20))], 'vacuous data'],
    ['short as its holder', [beside(resultsFrom(31, 36), resultsFrom(1, 36))], 'held'],
    [
      'short as its holder, which goes on',
      [beside(resultsFrom(31, 36), resultsFrom(1, 36))],
      'undecided',
      {},
      full,
    ],
    ['beside one with an issue twice', [beside(resultsFrom(61, 70), twice)], 'vacuous other-rule'],
    [
      'of issues without names',
      [beside(resultsFrom(61, 70), twice)],
      'vacuous data',
      { known: { ...byId, isNamed: false } },
    ],
    ['of issues that are alike', [other], 'vacuous data', { known: alike }],
    [
      'right, and was too short',
      [beside(resultsFrom(31, 40))],
      'undecided',
      { past: { holder: [resultsFrom(1, 34)] }, suspected: 'too-few' },
    ],
  ])('may be %s', (_what, looks, expected, part = {}, by = check) => {
    expect(saying(by.judge(looksOf(looks, part), one))).toBe(expected);
  });
});
