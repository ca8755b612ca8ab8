/** Returns the length of the longest increasing subsequence. */
function longestRise(numbers: readonly number[]): number {
  const ends: number[] = [];
  for (const number of numbers) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? number) < number) low = middle + 1;
      else high = middle;
    }
    ends[low] = number;
  }
  return ends.length;
}

/** Makes repeated keys (such as titles) unique by numbering the repetitions. */
export function numbered(keys: readonly string[]): readonly string[] {
  if (new Set(keys).size === keys.length) return keys;
  const times = new Map<string, number>();
  return keys.map((key) => {
    const time = (times.get(key) ?? 0) + 1;
    times.set(key, time);
    return time === 1 ? key : JSON.stringify([key, time]);
  });
}

export const sameKeys = (a: readonly string[], b: readonly string[]): boolean =>
  a === b || (a.length === b.length && a.every((key, index) => key === b[index]));

const placesOf = (keys: readonly string[]): Map<string, number> =>
  new Map(keys.map((key, index) => [key, index]));

/** Returns the shared keys that are inverted relative to another one in the second sequence. */
function inversions(a: readonly string[], b: readonly string[]): string[] {
  const places = placesOf(b);
  const shared = a.flatMap((key) => {
    const place = places.get(key);
    return place === undefined ? [] : [{ key, place }];
  });
  const least: number[] = [];
  for (let index = shared.length - 1, min = Number.POSITIVE_INFINITY; index >= 0; index -= 1) {
    least[index] = min;
    min = Math.min(min, shared[index]?.place ?? min);
  }
  let most = -1;
  return shared.flatMap(({ key, place }, index) => {
    const isInverted = place < most || place > (least[index] ?? Number.POSITIVE_INFINITY);
    most = Math.max(most, place);
    return isInverted ? [key] : [];
  });
}

/** Returns how many shared keys must move to turn one order into the other. */
export function displaced(keys: readonly string[], others: readonly string[]): number {
  const places = placesOf(others);
  const shared = keys.flatMap((key) => places.get(key) ?? []);
  return shared.length - longestRise(shared);
}

/**
 * True if two answers to one request differ in order, or share too little, beyond what other writers explain.
 */
export function isOtherOrder(keys: readonly string[], others: readonly string[]): boolean {
  const own = new Set(others);
  const shared = keys.filter((key) => own.has(key)).length;
  return 2 * shared < keys.length || 2 * displaced(keys, others) > shared;
}

/** The common content of several answers to one request. A list moves, and equal results may swap. */
export interface Common {
  readonly answers: readonly (readonly string[])[];
  /** Keys that every answer has, in the same relative order. Keys that moved between answers are left out. */
  readonly fixed: readonly string[];
  /** Keys that any answer has. */
  readonly seen: ReadonlySet<string>;
  /** Number of keys that appeared or disappeared between answers. */
  readonly moved: number;
  readonly shortest: number;
  readonly longest: number;
}

/** Returns the common content. @param answers numbered keys, at least one answer */
export function commonOf(answers: readonly (readonly string[])[]): Common {
  const [first = [], ...others] = answers;
  const seen = new Set(answers.flat());
  const isStable = (key: string): boolean => others.every((answer) => setOf(answer).has(key));
  const sets = new Map(others.map((answer) => [answer, new Set(answer)]));
  const setOf = (answer: readonly string[]): Set<string> => sets.get(answer) ?? new Set();
  const stable = first.filter(isStable);
  const flaky = new Set(others.flatMap((answer) => inversions(stable, answer)));
  const sizes = answers.map(({ length }) => length);
  return {
    answers,
    fixed: stable.filter((key) => !flaky.has(key)),
    seen,
    moved: seen.size - stable.length,
    shortest: Math.min(...sizes),
    longest: Math.max(...sizes),
  };
}

/** A difference between an answer and all answers of its twin. */
export type Difference =
  | { readonly kind: 'fewer' | 'more'; readonly by: number }
  /** `displaced` of the `of` shared keys are in another order. */
  | { readonly kind: 'order'; readonly displaced: number; readonly of: number }
  /** `foreign` keys never appear in the twin's answers; `missing` ones always do. */
  | {
      readonly kind: 'records';
      readonly foreign: readonly string[];
      readonly missing: readonly string[];
      /** True if they lie between shared keys, so that no shift at either end explains them. */
      readonly inside: boolean;
    }
  /** The twin's own answers differ too much for any comparison. */
  | { readonly kind: 'flaky' };

/** True if an odd key lies between two fixed keys. */
function isInside(
  keys: readonly string[],
  isFixed: (key: string) => boolean,
  odd: ReadonlySet<string>,
): boolean {
  const first = keys.findIndex(isFixed);
  const last = keys.findLastIndex(isFixed);
  return keys.some((key, index) => odd.has(key) && index > first && index < last);
}

/**
 * Returns how an answer differs from those of its twin, or `null`. Keys that moved, appeared or disappeared
 * among the twin's own answers are ignored.
 */
export function differenceFrom(common: Common, keys: readonly string[]): Difference | null {
  const { answers, fixed, seen, shortest, longest } = common;
  if (answers.some((answer) => sameKeys(answer, keys))) return null;
  if (keys.length < shortest) return { kind: 'fewer', by: shortest - keys.length };
  if (keys.length > longest) return { kind: 'more', by: keys.length - longest };
  if (fixed.length === 0 && longest > 0) return { kind: 'flaky' };
  const moves = displaced(fixed, keys);
  if (moves > 0) return { kind: 'order', displaced: moves, of: fixed.length };
  const given = new Set(keys);
  const foreign = keys.filter((key) => !seen.has(key));
  const missing = fixed.filter((key) => !given.has(key));
  if (foreign.length === 0 && missing.length === 0) return null;
  const isFixed = new Set(fixed);
  const inside =
    isInside(keys, (key) => isFixed.has(key), new Set(foreign)) ||
    isInside(fixed, (key) => given.has(key), new Set(missing));
  return { kind: 'records', foreign, missing, inside };
}
