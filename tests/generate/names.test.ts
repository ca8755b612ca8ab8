import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { madeUpNames, names, suffixes } from '../../src/generate/names.ts';

describe('made-up names of owners and repositories', () => {
  it('are plain and long enough to be nobody’s', () => {
    fc.assert(
      fc.property(names, (name) => {
        expect(name).toMatch(/^[a-z][a-z0-9]{15,22}[a-z]$/);
      }),
    );
  });

  it('are no longer than any service allows', () => {
    fc.assert(
      fc.property(names, (name) => {
        expect(name.length).toBeLessThanOrEqual(39);
      }),
    );
  });

  it('are hardly ever the same', () => {
    const many = fc.sample(names, { seed: 1, numRuns: 500 });
    expect(new Set(many).size).toBe(500);
  });
});

describe('endings of made-up names', () => {
  it('make another name of every real one, plain still', () => {
    fc.assert(
      fc.property(suffixes, (suffix) => {
        expect(suffix).toMatch(/^-[a-z][a-z0-9]{8,10}$/);
      }),
    );
  });
});

describe('the names of a seed', () => {
  it('are the same for all that are given it, and others for another', () => {
    expect(madeUpNames(5)).toEqual(madeUpNames(5));
    const many = Array.from({ length: 100 }, (_, seed) => madeUpNames(seed));
    expect(new Set(many.map(({ other }) => other)).size).toBe(100);
    expect(new Set(many.map(({ suffix }) => suffix)).size).toBe(100);
  });
});
