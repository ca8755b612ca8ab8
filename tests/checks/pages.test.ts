import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GREW, heldBy } from '../../src/checks/held-by.ts';
import { type Held, placeOf } from '../../src/checks/pages.ts';
import type { Exchange } from '../../src/client/exchange.ts';
import type { Look, Looks } from '../../src/model/case.ts';
import { HELD, undecided } from '../../src/model/check.ts';
import { answered } from '../snapshot/reading.ts';
import { alike, brokenJudgement, byId, caseOf, ids, look, looksOf, resultsFrom } from './looks.ts';

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
function howOf(shown: readonly string[], holder: readonly string[] = HOLDER): string {
  const place = placeOf(shown, holder, fourth);
  return typeof place === 'string' ? place : place.how;
}

describe('a page within a larger one', () => {
  it('is right where it is the part that it must be, whatever its size and place', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.nat(9), fc.nat(100), (size, page, total) => {
        const start = page * size;
        const holder = keys(1, total);
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
        expect(placeOf(keys(31 + by, 40 + by), HOLDER, fourth)).toEqual({
          kind: 'wrong-results',
          how: `displaced by ${Math.abs(by)} ${Math.abs(by) === 1 ? 'result' : 'results'}`,
          by,
        });
      }),
    );
  });

  it('is displaced as a whole though a result of it is out of place', () => {
    expect(howOf(['77', ...keys(34, 42)])).toBe('displaced by 2 results');
  });

  it('is cut, padded, turned round, or another one', () => {
    expect(placeOf(keys(31, 38), HOLDER, fourth)).toMatchObject({
      kind: 'too-few',
      how: '2 results fewer',
    });
    expect(howOf([...keys(31, 33), ...keys(1, 7)], keys(1, 33))).toBe('filled up beyond the end of the list');
    expect(howOf(keys(31, 40).toReversed())).toBe('another order');
    expect(howOf(keys(201, 210))).toBe('other results');
  });

  it('is turned round though the list grew between the two answers', () => {
    expect(howOf(keys(30, 39).toReversed())).toBe('another order');
    expect(howOf(keys(33, 42).toReversed())).toBe('another order');
  });

  it('is not misplaced by single results, which are another rule’s matter', () => {
    expect(howOf([...keys(31, 38), '40', '39'])).toBe('fits');
    expect(howOf([...keys(31, 39), '77'])).toBe('fits');
    expect(howOf(['30', ...keys(32, 40)])).toBe('fits');
  });

  it('shows nothing behind the end of the list, and where it is too large', () => {
    expect(howOf(keys(1, 10), keys(1, 30))).toBe('nothing to compare');
    expect(howOf(keys(31, 45))).toBe('too large');
    expect(howOf(keys(41, 60))).toBe('too large');
  });

  it('is not misplaced by what is new at the end of the list', () => {
    expect(howOf(keys(31, 36), keys(1, 34))).toBe('fits');
    expect(howOf([...keys(31, 34), '1', '501'], keys(1, 34))).toBe('fits');
  });

  it('tells nothing of a place where it has two results or fewer', () => {
    expect(placeOf(['7', '8'], HOLDER, heldAt(30, 2))).toBe('too small');
  });
});

const one = caseOf({ per_page: '10', page: '4' });
const check = heldBy(() => fourth, 'results 31 to 40 of per_page=100');
const judge = (looks: readonly Look[], part: Partial<Looks> = {}) => check.judge(looksOf(looks, part), one);
const right = resultsFrom(1, 100);
/** A look at a page beside its holder. */
const beside = (answer: Exchange, holder: Exchange): Look => look(answer, { holder: [holder] });

describe('a page that is held by another one', () => {
  it('is asked for beside its holder, and when it is to be confirmed beside the first pages of both sizes', () => {
    expect(check.twins(one)).toMatchObject({
      holder: { asks: [{ query: { per_page: '100' } }], at: ['look', 'confirm', 'again'] },
      'own first': { asks: [{ query: { per_page: '10' } }], at: ['confirm'] },
      'holder first': 'none',
    });
    const later = heldBy(() => ({ ...fourth, holder: { per_page: '100', page: '2' } }), 'x');
    expect(later.twins(one)).toMatchObject({
      'holder first': { asks: [{ query: { per_page: '100', page: '1' } }], at: ['confirm'] },
    });
  });

  it('holds where it is the part of the holder that it must be', () => {
    expect(judge([beside(resultsFrom(31, 40), right)])).toMatchObject(HELD);
  });

  it('is broken where it lies outside of all that the holder gave', () => {
    const { violation, seen, looks } = brokenJudgement(
      judge([beside(resultsFrom(32, 41), right), beside(resultsFrom(31, 40), right)]),
    );
    expect(violation).toMatchObject({
      kind: 'wrong-results',
      expected: 'result 1 is issue 31, like result 31 of per_page=100',
      actual: 'result 1 is issue 32 (displaced by 1 result)',
      difference: { at: 1, from: 1, caseTotal: 10, twinTotal: 10 },
      twins: [right],
    });
    expect([seen, looks]).toEqual([1, 10]);
    expect(violation.exchanges).toEqual([right, resultsFrom(32, 41)]);
  });

  it('holds where any answer of the holder allows it', () => {
    const moved = resultsFrom(2, 101);
    expect(judge([beside(resultsFrom(32, 41), right), beside(resultsFrom(32, 41), moved)])).toMatchObject(
      HELD,
    );
    expect(
      judge([beside(resultsFrom(32, 41), right)], { earlier: [beside(resultsFrom(32, 41), moved)] }),
    ).toMatchObject(HELD);
  });

  it('is not known to hold where it was displaced before and the list moved each time since', () => {
    const at = (startedAt: number, exchange: Exchange): Exchange => ({ ...exchange, startedAt });
    // The larger page, then the page, then the larger page of one more issue: the page agrees with that.
    const [moved, own] = [resultsFrom(0, 99), resultsFrom(30, 39)];
    const between = beside(at(2, own), at(0, right));
    const after = { earlier: [beside(at(2, own), at(4, moved))] };
    const suspected = 'wrong-results';
    expect(judge([between], after)).toMatchObject(HELD);
    expect(judge([between], { ...after, suspected })).toMatchObject({ kind: 'undecided' });
    // Read with the same result before and after, it is known what the page had to be.
    const still = { earlier: [beside(at(2, own), at(1, moved)), beside(at(2, own), at(4, moved))] };
    expect(judge([between], { ...still, suspected })).toMatchObject(HELD);
    // A page that agrees only with what the list was later is as displaced as before.
    const other = { earlier: [beside(at(2, own), at(1, right)), beside(at(2, own), at(4, moved))] };
    expect(judge([between], { ...other, suspected })).toMatchObject({ kind: 'undecided' });
  });

  it('is not known to hold where it was too short at the end of a list that goes on by now', () => {
    const now = beside(resultsFrom(31, 40), right);
    const past = { holder: [resultsFrom(1, 34)] };
    expect(judge([now], { past, suspected: 'too-few' })).toEqual(undecided(GREW));
    expect(judge([now], { past })).toMatchObject(HELD);
    const still = { past: { holder: [resultsFrom(1, 34)] }, suspected: 'too-few' } as const;
    expect(judge([beside(resultsFrom(31, 34), resultsFrom(1, 34))], still)).toMatchObject(HELD);
  });

  it('takes three looks where results are missing, and ten where they are others', () => {
    expect(brokenJudgement(judge([beside(resultsFrom(31, 34), right)])).looks).toBe(3);
    expect(brokenJudgement(judge([beside(resultsFrom(61, 70), right)])).looks).toBe(10);
  });

  it('shows nothing where a size is not honoured on its first page, which is another rule’s matter', () => {
    expect(
      judge([look(resultsFrom(61, 70), { holder: [right], 'own first': [resultsFrom(1, 5)] })]),
    ).toMatchObject({
      kind: 'vacuous',
      cause: 'other-rule',
      needs: 'first pages of 10 and of 100 results that are full',
    });
  });

  it('shows nothing where the holder is no list, or holds too much or too little', () => {
    expect(judge([beside(resultsFrom(31, 40), answered({}, 404))]).kind).toBe('vacuous');
    expect(judge([beside(resultsFrom(61, 70), resultsFrom(1, 150))])).toMatchObject({
      kind: 'undecided',
      blames: ['list.per-page.at-most'],
    });
    expect(judge([beside(ids(), resultsFrom(1, 20))])).toEqual({
      kind: 'vacuous',
      cause: 'data',
      needs: 'a list of more than 30 issues',
    });
  });

  it('shows nothing where it is as short as its holder, and the list is known to go on', () => {
    const short = [beside(resultsFrom(31, 36), resultsFrom(1, 36))];
    expect(judge(short)).toMatchObject(HELD);
    const full = heldBy(() => ({ ...fourth, isFull: true }), 'x');
    expect(full.judge(looksOf(short), one)).toMatchObject({
      kind: 'undecided',
      blames: ['list.per-page.fills'],
    });
  });

  it('shows nothing where two issues look the same, or all of them do', () => {
    const twice = ids(1, 1, ...Array.from({ length: 98 }, (_, index) => index + 3));
    expect(judge([beside(resultsFrom(61, 70), twice)])).toEqual({
      kind: 'vacuous',
      cause: 'other-rule',
      needs: 'pages that list no issue twice',
      blames: ['list.page.partition'],
    });
    const known = { ...byId, isNamed: false };
    expect(judge([beside(resultsFrom(61, 70), twice)], { known })).toMatchObject({
      needs: 'issues that are not alike',
    });
    expect(judge([beside(resultsFrom(61, 70), right)], { known: alike }).kind).toBe('vacuous');
    expect(judge([beside(resultsFrom(61, 70), right)], { known: byId }).kind).toBe('broken');
  });
});

describe('the age of a page', () => {
  const ageOf = (looks: readonly Look[], part: Partial<Looks> = {}) =>
    brokenJudgement(judge(looks, part)).age;
  const displaced = beside(resultsFrom(32, 41), right);

  it('explains that it is displaced, until the list was given its time and rests', () => {
    expect(ageOf([displaced, displaced])).toBe(true);
    expect(ageOf([displaced, displaced], { aged: true })).toBe(false);
  });

  it('explains no other order', () => {
    const reversed = ids(...Array.from({ length: 10 }, (_, index) => 40 - index));
    expect(ageOf([beside(reversed, right)])).toBe(false);
  });

  it('explains it while the list moves, but not where the list rests since it was given its time', () => {
    const moving = (shift: number, by: number) =>
      beside(resultsFrom(31 - shift + by, 40 - shift + by), resultsFrom(1 - shift, 100 - shift));
    expect(ageOf([moving(0, 10), moving(1, 12)], { aged: true })).toBe(true);
    expect(ageOf([moving(1, 10), moving(1, 10)], { aged: true, earlier: [moving(0, 12)] })).toBe(false);
  });
});
