import fc from 'fast-check';
import type { Caller } from '../client/test-bed.ts';
import type { RuleCase } from './case.ts';
import type { ByProfile, ProfileName } from './profile.ts';

/** The parts of a value, of which a smaller value can be made. */
interface Parts<T> {
  readonly of: (value: T) => readonly unknown[];
  /** A value of some of the parts of another one; of none, the plainest value. */
  readonly from: (parts: readonly unknown[], value: T) => T;
}

/** The origin of a generated case: the property of its rule, counted from 0, the value, and its place. */
export interface Origin {
  readonly property: number;
  readonly value: unknown;
  readonly values: fc.Arbitrary<unknown>;
  /** The place of the value; `null` for an example, which is not generated. */
  readonly at: number | null;
  readonly seed: number;
  /** Makes the case of another value. */
  readonly make: (value: unknown) => RuleCase;
  readonly parts?: Parts<unknown>;
}

/** A property to try: generated values, and the specification's own examples before them. */
export interface Property<T> {
  readonly values: fc.Arbitrary<T>;
  /** The number of generated values. */
  readonly runs: ByProfile<number>;
  /** Tried first: a failing example is the best counterexample. The plainest comes first. */
  readonly examples?: ByProfile<readonly T[]>;
  /** The seed of the generated values; by default that of the rule. Rules that share a seed try the same values. */
  readonly seed?: number;
  /** Makes a value that breaks the rule smaller, if fast-check cannot. */
  readonly parts?: Parts<T>;
}

/** A seed of its own for each purpose, so that leaving out one rule changes nothing for another. */
export function seedFor(seed: number, purpose: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let index = 0; index < purpose.length; index += 1)
    hash = Math.imul(hash ^ purpose.charCodeAt(index), 0x01000193);
  return hash >>> 1;
}

/** The values that a profile tries, each once, with the place at which fast-check generates it (`null` for an example). */
export function valuesOf<T>(
  { values, runs, examples }: Property<T>,
  profile: ProfileName,
  seed: number,
): { value: T; at: number | null }[] {
  const numRuns = runs[profile];
  const generated = numRuns === 0 ? [] : fc.sample(values, { seed, numRuns });
  const cases = [
    ...(examples?.[profile] ?? []).map((value) => ({ value, at: null })),
    ...generated.map((value, at) => ({ value, at })),
  ];
  const seen = new Set<string>();
  return cases.filter(({ value }) => {
    const text = fc.stringify(value);
    return !seen.has(text) && seen.add(text);
  });
}

const DRAWS = 256;
const FINE = 2 ** 30;

/** Numbers from 0 to 1 that follow from a seed; they begin anew after some hundred. */
export function drawFrom(seed: number): () => number {
  const draws = fc.sample(fc.noBias(fc.nat(FINE)), { seed, numRuns: DRAWS });
  let place = 0;
  return () => {
    place += 1;
    return (draws[place % DRAWS] ?? 0) / FINE;
  };
}

/** One in so many generated values is asked for by the outsider, or without a credential. */
const OUTSIDER_ONE_IN = 8;
const ANONYMOUS_ONE_IN = 16;
/** One in so many is asked for without a credential as well, if there is room for it. */
const MORE_ONE_IN = 4;

/**
 * Returns who asks for the nth value, and who else may. The seed and the place alone decide, so that a larger profile
 * asks for all that a smaller one does, by the same callers.
 */
export function callersFor(place: number, seed: number, callers: readonly Caller[]): Caller[] {
  const [base = 'anonymous'] = callers;
  const drawn = seedFor(seed, `caller ${place}`);
  const isFor = (caller: Caller, oneIn: number, at: number): boolean =>
    callers.includes(caller) && drawn % oneIn === at;
  const one = isFor('anonymous', ANONYMOUS_ONE_IN, 1)
    ? 'anonymous'
    : isFor('outsider', OUTSIDER_ONE_IN, 2)
      ? 'outsider'
      : base;
  return one !== 'anonymous' && isFor('anonymous', MORE_ONE_IN, 1) ? [one, 'anonymous'] : [one];
}
