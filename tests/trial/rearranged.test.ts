import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rearranged } from '../../src/trial/rearranged.ts';

const keys = fc.uniqueArray(fc.string({ maxLength: 3 }), { maxLength: 12 });

describe('how many results were moved', () => {
  it('is none where the order is the same', () => {
    fc.assert(
      fc.property(keys, (list) => {
        expect(rearranged(list, list)).toBe(0);
      }),
    );
  });

  it('is one where one result was moved, however far', () => {
    expect(rearranged(['e', 'a', 'b', 'c', 'd'], ['a', 'b', 'c', 'd', 'e'])).toBe(1);
    expect(rearranged(['a', 'c', 'b', 'd', 'e'], ['a', 'b', 'c', 'd', 'e'])).toBe(1);
  });

  it('counts results that look the same one by one', () => {
    expect(rearranged(['a', 'b', 'a', 'c'], ['a', 'b', 'a', 'c'])).toBe(0);
    expect(rearranged(['a', 'a', 'b', 'c'], ['a', 'b', 'a', 'c'])).toBe(1);
    expect(rearranged(['a', 'b', 'b', 'c'], ['a', 'b', 'a', 'c'])).toBeUndefined();
  });

  it('is never more than what was moved, whatever was', () => {
    const moves = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 4 });
    fc.assert(
      fc.property(keys, moves, (list, moved) => {
        const order = [...list];
        for (const [from, to] of moved)
          if (order.length > 0) order.splice(to % order.length, 0, ...order.splice(from % order.length, 1));
        const count = rearranged(order, list);
        expect(count).toBeLessThanOrEqual(moved.length);
        expect(count === 0).toBe(order.every((key, index) => key === list[index]));
      }),
    );
  });

  it('is all but one where the order was turned round', () => {
    expect(rearranged(['d', 'c', 'b', 'a'], ['a', 'b', 'c', 'd'])).toBe(3);
  });

  it('is unknown where they are not the same results', () => {
    expect(rearranged(['a', 'x'], ['a', 'b'])).toBeUndefined();
    expect(rearranged(['a'], ['a', 'b'])).toBeUndefined();
    expect(rearranged(['a', 'b'], ['a'])).toBeUndefined();
  });
});
