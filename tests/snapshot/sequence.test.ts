import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commonOf, differenceFrom, displaced, numbered, sameKeys } from '../../src/snapshot/sequence.ts';

const keyLists = fc.uniqueArray(fc.string({ maxLength: 3 }), { maxLength: 12 });
const letters = (text: string): string[] => [...text];

describe('how many keys were moved', () => {
  it('is none where the order is the same', () => {
    fc.assert(
      fc.property(keyLists, (list) => {
        expect(displaced(list, list)).toBe(0);
      }),
    );
  });

  it('is one where one key was moved, however far', () => {
    expect(displaced(letters('eabcd'), letters('abcde'))).toBe(1);
    expect(displaced(letters('acbde'), letters('abcde'))).toBe(1);
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

  it('is counted at once, also where two lists are far longer than any page', () => {
    const list = Array.from({ length: 100_000 }, (_, index) => String(index));
    expect(displaced(list, list)).toBe(0);
    expect(displaced([...list.slice(1), '0'], list)).toBe(1);
  });

  it('is all but one where the order was turned round', () => {
    expect(displaced(letters('dcba'), letters('abcd'))).toBe(3);
  });

  it('counts only what both have', () => {
    expect(displaced(letters('xaby'), letters('abc'))).toBe(0);
  });
});

describe('keys that stand more than once', () => {
  it('get a name for each time, the first of which is their own', () => {
    expect(numbered(letters('abaa'))).toEqual(['a', 'b', '["a",2]', '["a",3]']);
    expect(displaced(numbered(letters('aabc')), numbered(letters('abac')))).toBe(1);
  });
});

const differ = (twins: readonly string[], own: string) =>
  differenceFrom(commonOf(twins.map(letters)), letters(own));

describe('how an answer differs from those of its twin', () => {
  it('is not at all where any of them is the same', () => {
    expect(differ(['abcd', 'dcba', 'xyz'], 'dcba')).toBeNull();
  });

  it('is by how many are too few or too many, beside all that the twin gave', () => {
    expect(differ(['abcd', 'abc'], 'ab')).toEqual({ kind: 'fewer', by: 1 });
    expect(differ(['abcd', 'abc'], 'abcdef')).toEqual({ kind: 'more', by: 2 });
  });

  it('leaves out what moved, came or went among the twins', () => {
    // f moved, g left and h came.
    const twins = ['afbcdeg', 'abcdfeh'];
    expect(differ(twins, 'abcfdeg')).toBeNull();
    expect(differ(twins, 'fabcdeh')).toBeNull();
  });

  it('does not leave out what moved while the twin held still', () => {
    expect(differ(['abcdef', 'abcdef'], 'fabcde')).toEqual({ kind: 'order', displaced: 1, of: 6 });
  });

  it('leaves out equals that change places, and nothing else of the order', () => {
    const twins = ['abcdef', 'bacdef'];
    expect(differ([...twins], 'abcdef')).toBeNull();
    expect(differ(twins, 'bacdfe')).toMatchObject({ kind: 'order', displaced: 1, of: 4 });
  });

  it('is by records that the twin never gave, or always did', () => {
    expect(differ(['abcd', 'abce'], 'abxd')).toEqual({
      kind: 'records',
      foreign: ['x'],
      missing: ['c'],
      inside: false,
    });
  });

  it('tells what stands between shared records from what is pushed in or out at an end', () => {
    expect(differ(['abcd'], 'axcd')).toMatchObject({ kind: 'records', inside: true });
    expect(differ(['abcd'], 'xabc')).toMatchObject({ kind: 'records', inside: false });
  });

  it('cannot be told where the twins have nothing in common', () => {
    expect(differ(['abcd', 'dcba'], 'xyzw')).toEqual({ kind: 'flaky' });
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
        const twins = [at(0), at(before + later)];
        expect(differenceFrom(commonOf(twins), at(before))).toBeNull();
      }),
    );
  });
});
