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

/**
 * How many results would have to be moved to get one order from another; `undefined` where they are not the same
 * results. Somebody who touches an issue may move one of them; a list in another order moves many.
 */
export function rearranged(keys: readonly string[], expected: readonly string[]): number | undefined {
  const places = new Map(expected.map((key, index) => [key, index]));
  const numbers = keys.flatMap((key) => places.get(key) ?? []);
  return numbers.length === keys.length && keys.length === expected.length
    ? keys.length - longestRise(numbers)
    : undefined;
}
