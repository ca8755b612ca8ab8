/** A seed of its own for each purpose, so that leaving out one rule changes nothing for another. */
export function seedFor(seed: number, purpose: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let index = 0; index < purpose.length; index += 1)
    hash = Math.imul(hash ^ purpose.charCodeAt(index), 0x01000193);
  return hash >>> 1;
}
