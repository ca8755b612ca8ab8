/** Length of the longest part of some numbers, not necessarily side by side, that goes up. */
function longestRise(numbers: readonly number[]): number {
  const ends: number[] = [];
  for (const number of numbers) {
    const place = ends.findIndex((end) => end >= number);
    if (place === -1) ends.push(number);
    else ends[place] = number;
  }
  return ends.length;
}

/** Gives keys that are there more than once, as titles may be, a name for each time. */
function numbered(keys: readonly string[]): string[] {
  const times = new Map<string, number>();
  return keys.map((key) => {
    const time = (times.get(key) ?? 0) + 1;
    times.set(key, time);
    return JSON.stringify([key, time]);
  });
}

/**
 * How many results would have to be moved to get one order from another; `undefined` where they are not the same
 * results. Somebody who touches an issue may move one of them; a list in another order moves many.
 */
export function rearranged(keys: readonly string[], expected: readonly string[]): number | undefined {
  const places = new Map(numbered(expected).map((key, index) => [key, index]));
  const numbers = numbered(keys).flatMap((key) => places.get(key) ?? []);
  return numbers.length === keys.length && keys.length === expected.length
    ? keys.length - longestRise(numbers)
    : undefined;
}
