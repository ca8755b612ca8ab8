import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../src/client/test-bed.ts';
import { callersFor, seedFor, valuesOf } from '../../src/model/generated.ts';
import type { ProfileName } from '../../src/model/profile.ts';
import { inEach } from '../checks/looks.ts';

const upTo = (max: number) => fc.integer({ min: 1, max });

describe('the values of a property', () => {
  it('begin with the examples, which fast-check did not generate', () => {
    const [first, second, third] = valuesOf(
      { values: upTo(1000), runs: inEach(2), examples: inEach([0, -1]) },
      'quick',
      1,
    );
    expect(first).toEqual({ value: 0, at: null });
    expect(second).toEqual({ value: -1, at: null });
    expect(third?.at).toBe(0);
  });

  it('are each there once, and keep the place at which they were generated', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const values = valuesOf({ values: upTo(4), runs: inEach(30) }, 'quick', seed);
        const all = fc.sample(upTo(4), { seed, numRuns: 30 });
        expect(new Set(values.map(({ value }) => value)).size).toBe(values.length);
        expect(new Set(values.map(({ value }) => value))).toEqual(new Set(all));
        for (const { value, at } of values) expect(all[at ?? -1]).toBe(value);
      }),
      { numRuns: 30 },
    );
  });

  it('of a larger profile begin with those of a smaller one', () => {
    const runs = { quick: 0, standard: 10, thorough: 40 };
    const of = (profile: ProfileName) =>
      valuesOf({ values: upTo(1_000_000), runs, examples: inEach([7]) }, profile, 3);
    expect(of('quick')).toEqual([{ value: 7, at: null }]);
    expect(of('thorough').slice(0, of('standard').length)).toEqual(of('standard'));
  });
});

const ALL: readonly Caller[] = ['member', 'anonymous', 'outsider'];
const PLACES = Array.from({ length: 2000 }, (_, place) => place);

describe('who asks for a generated value', () => {
  const callersAt = (place: number, seed: number, callers = ALL) => callersFor(place, seed, callers);

  it('follows from the seed and the place', () => {
    expect(PLACES.map((place) => callersAt(place, 1))).toEqual(PLACES.map((place) => callersAt(place, 1)));
    expect(PLACES.map((place) => callersAt(place, 1))).not.toEqual(
      PLACES.map((place) => callersAt(place, 2)),
    );
  });

  it('is mostly the base caller, one in eight the outsider, and one in sixteen nobody in particular', () => {
    const counts = new Map<Caller, number>();
    for (const place of PLACES)
      for (const caller of callersAt(place, 7).slice(0, 1)) counts.set(caller, (counts.get(caller) ?? 0) + 1);
    const share = (caller: Caller) => (counts.get(caller) ?? 0) / PLACES.length;
    expect(share('anonymous')).toBeGreaterThan(1 / 32);
    expect(share('anonymous')).toBeLessThan(1 / 10);
    expect(share('outsider')).toBeGreaterThan(1 / 12);
    expect(share('outsider')).toBeLessThan(1 / 6);
    expect(share('member')).toBeGreaterThan(0.7);
  });

  it('is at some places nobody in particular as well, where there is room', () => {
    const more = PLACES.filter((place) => {
      const callers = callersAt(place, 7);
      expect(new Set(callers).size).toBe(callers.length);
      if (callers.length > 1) expect(callers.slice(1)).toEqual(['anonymous']);
      return callers.length > 1;
    });
    expect(more.length).toBeGreaterThan(PLACES.length / 10);
  });
});

describe('the seed of a purpose', () => {
  it('differs from purpose to purpose and from run to run, and is one that fast-check takes', () => {
    expect(seedFor(1, 'list.ok')).not.toBe(seedFor(1, 'list.array'));
    expect(seedFor(1, 'list.ok')).not.toBe(seedFor(2, 'list.ok'));
    fc.assert(
      fc.property(fc.integer(), fc.string(), (seed, purpose) => {
        const made = seedFor(seed, purpose);
        expect(made).toBe(seedFor(seed, purpose));
        expect(Number.isInteger(made) && made >= 0 && made < 2 ** 31).toBe(true);
      }),
    );
  });
});
