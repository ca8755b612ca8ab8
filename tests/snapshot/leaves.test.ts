import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findIdentity, scalarPaths } from '../../src/snapshot/identity.ts';
import { type Leaves, leavesOf, likeness, MOST_PARTS, sortPaths } from '../../src/snapshot/leaves.ts';

const paths = fc.constantFrom('a', 'b', 'c.d', 'e');
const leaves: fc.Arbitrary<Leaves> = fc
  .array(fc.tuple(paths, fc.constantFrom('1', '2', '{')), { maxLength: 5 })
  .map((entries) => new Map(entries));
const records = fc.array(leaves, { maxLength: 5 });
const all = (some: readonly Leaves[]): string[] => [...new Set(some.flatMap((one) => [...one.keys()]))];

describe('the paths of records', () => {
  it('vary where any two records differ, be it that one has nothing there', () => {
    fc.assert(
      fc.property(records, (some) => {
        const { varying, shared } = sortPaths(some);
        const isAlike = (path: string) => new Set(some.map((one) => one.get(path))).size === 1;
        expect(varying).toEqual(new Set(all(some).filter((path) => !isAlike(path))));
        expect(shared).toEqual(
          new Set(all(some).filter((path) => isAlike(path) && some[0]?.get(path) !== '{')),
        );
      }),
    );
  });

  it('make two records alike by as many of them as are the same', () => {
    fc.assert(
      fc.property(leaves, leaves, fc.uniqueArray(paths), (a, b, some) => {
        const same = some.filter((path) => a.get(path) === b.get(path)).length;
        expect(likeness(a, b, new Set(some))).toBe(some.length === 0 ? 1 : same / some.length);
      }),
    );
  });
});

describe('a record of more parts than any tracker has', () => {
  const many = (id: number) =>
    Object.fromEntries([
      ['id', id],
      ...Array.from({ length: MOST_PARTS + 100 }, (_, part) => [`n${id}x${part}`, part]),
    ]);

  it('is looked at as far as its first parts', () => {
    expect(leavesOf(many(1)).size).toBe(MOST_PARTS);
    expect(scalarPaths(many(1))).toHaveLength(MOST_PARTS);
    expect(scalarPaths({ one: many(1), two: many(2) })).toHaveLength(MOST_PARTS);
  });

  it('is told from others all the same', () => {
    const page = Array.from({ length: 10 }, (_, id) => many(1000 - id));
    expect(findIdentity([page], [{ records: page, from: 0 }])).toMatchObject({ kind: 'field', path: ['id'] });
  });
});
