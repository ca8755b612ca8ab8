import fc from 'fast-check';

/** A property to try: generated values, and the document's own examples before them. */
export interface ForAll<T> {
  readonly values: fc.Arbitrary<T>;
  /** How many values are generated. */
  readonly runs: number;
  /** Always tried, and first: a failing example is the best counterexample. The plainest comes first. */
  readonly examples?: readonly T[];
  /** Of the generated values; that of the rule where not given. Rules that share it try the same values. */
  readonly seed?: number;
}

/** The plainest case of a property: its first example, or one generated value. */
export function plainest<T>(property: ForAll<T>): ForAll<T> {
  const examples = (property.examples ?? []).slice(0, 1);
  return { ...property, examples, runs: examples.length > 0 ? 0 : Math.min(1, property.runs) };
}

/** The values that are tried, each once, with the place at which fast-check generates it (`null` for an example). */
export function casesOf<T>(
  { values, runs, examples = [] }: ForAll<T>,
  seed: number,
): { value: T; at: number | null }[] {
  const cases: { value: T; at: number | null }[] = examples.map((value) => ({ value, at: null }));
  if (runs > 0)
    for (const [at, value] of fc.sample(values, { seed, numRuns: runs }).entries()) cases.push({ value, at });
  const seen = new Set<string>();
  return cases.filter(({ value }) => {
    const text = fc.stringify(value);
    return !seen.has(text) && seen.add(text);
  });
}

/**
 * Looks for a smaller value than the one generated at a place that is broken in the same way.
 *
 * @param isBroken tries one value; called at most `most` times
 * @returns `undefined` where none was found
 */
export async function shrink<T>(
  values: fc.Arbitrary<T>,
  { seed, at, most }: { seed: number; at: number; most: number },
  isBroken: (value: T) => Promise<boolean>,
): Promise<T | undefined> {
  let left = most;
  const holds = async (value: T): Promise<boolean> => {
    left -= 1;
    return left < 0 ? true : !(await isBroken(value));
  };
  const details = await fc.check(fc.asyncProperty(values, holds), { seed, path: String(at), numRuns: 1 });
  return details.failed && details.counterexample !== null && details.numShrinks > 0
    ? details.counterexample[0]
    : undefined;
}

/** A seed of its own for each rule, so that leaving out one rule changes nothing for another. */
export function seedFor(seed: number, rule: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let index = 0; index < rule.length; index += 1)
    hash = Math.imul(hash ^ rule.charCodeAt(index), 0x01000193);
  return hash >>> 1;
}
