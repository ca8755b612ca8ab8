import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commonOf, differenceFrom, displaced, numbered, sameKeys } from '../../src/snapshot/sequence.ts';

const keyLists = fc.uniqueArray(fc.string({ maxLength: 3 }), { maxLength: 12 });
const letters = (text: string): string[] => [...text];

describe('how many keys were moved', () => {
  it.each([
    ['eabcd', 'abcde', 1],
    ['acbde', 'abcde', 1],
    ['dcba', 'abcd', 3],
    ['xaby', 'abc', 0],
  ])('from %s to %s: %i', (one, other, count) => {
    expect(displaced(letters(one), letters(other))).toBe(count);
  });

  it('is never more than what was moved, whatever was', () => {
    const moves = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 4 });
    fc.assert(
      fc.property(keyLists, moves, (list, moved) => {
        const order = [...list];
        for (const [from, to] of moved)
          if (order.length > 0) order.splice(to % order.length, 0, ...order.splice(from % order.length, 1));
        const count = displaced(order, list);
        expect(count).toBeLessThanOrEqual(moved.length);
        expect(count === 0).toBe(sameKeys(order, list));
      }),
    );
  });

  it('is counted in lists far longer than any page', () => {
    const list = Array.from({ length: 100_000 }, (_, index) => String(index));
    expect(displaced([...list.slice(1), '0'], list)).toBe(1);
  });

  it('counts keys that stand more than once by their times', () => {
    expect(numbered(letters('abaa'))).toEqual(['a', 'b', '["a",2]', '["a",3]']);
    expect(displaced(numbered(letters('aabc')), numbered(letters('abac')))).toBe(1);
  });
});

const differ = (twins: readonly string[], own: string) =>
  differenceFrom(commonOf(twins.map(letters)), letters(own));

describe('how an answer differs from those of its twin', () => {
  it.each<readonly [string, readonly string[], string, object | null]>([
    ['one of them is the same', ['abcd', 'dcba', 'xyz'], 'dcba', null],
    ['some are too few', ['abcd', 'abc'], 'ab', { kind: 'fewer', by: 1 }],
    ['some are too many', ['abcd', 'abc'], 'abcdef', { kind: 'more', by: 2 }],
    // f moved, g left and h came.
    ['what moved stands elsewhere', ['afbcdeg', 'abcdfeh'], 'abcfdeg', null],
    ['what moved stands first', ['afbcdeg', 'abcdfeh'], 'fabcdeh', null],
    [
      'something moved while the twin held still',
      ['abcdef', 'abcdef'],
      'fabcde',
      { kind: 'order', displaced: 1, of: 6 },
    ],
    ['equals change places', ['abcdef', 'bacdef'], 'abcdef', null],
    ['others do beside equals', ['abcdef', 'bacdef'], 'bacdfe', { kind: 'order', displaced: 1, of: 4 }],
    [
      'a record was never given',
      ['abcd', 'abce'],
      'abxd',
      { kind: 'records', foreign: ['x'], missing: ['c'], inside: false },
    ],
    [
      'it stands between shared ones',
      ['abcd'],
      'axcd',
      { kind: 'records', foreign: ['x'], missing: ['b'], inside: true },
    ],
    [
      'it is pushed in at an end',
      ['abcd'],
      'xabc',
      { kind: 'records', foreign: ['x'], missing: ['d'], inside: false },
    ],
    ['the twins have nothing in common', ['abcd', 'dcba'], 'xyzw', { kind: 'flaky' }],
  ])('where %s', (_where, twins, own, difference) => {
    expect(differ(twins, own)).toEqual(difference);
  });

  it('is none for every answer that the twin gave, whatever it gave beside that', () => {
    fc.assert(
      fc.property(fc.array(keyLists, { minLength: 1, maxLength: 4 }), fc.nat(), (answers, nth) => {
        expect(differenceFrom(commonOf(answers), answers[nth % answers.length] ?? [])).toBeNull();
      }),
    );
  });

  it('is never seen at a list with newcomers at its beginning, where the twin saw as many', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 0, max: 8 }), (before, later) => {
        const list = Array.from({ length: 60 }, (_, index) => String(index));
        const at = (arrived: number) => list.slice(30 - arrived, 60 - arrived);
        expect(differenceFrom(commonOf([at(0), at(before + later)]), at(before))).toBeNull();
      }),
    );
  });
});
