/**
 * Keys of several lists, each once, in an order that follows the lists: what only a later list has stands behind what
 * stands before it there.
 */
export function mergedOrder(lists: readonly Iterable<string>[]): readonly string[] {
  /** Which key stands behind which; `null` is the place before the first. */
  const next = new Map<string | null, string | null>([[null, null]]);
  for (const list of lists) {
    let last: string | null = null;
    for (const key of list) {
      if (!next.has(key)) {
        next.set(key, next.get(last) ?? null);
        next.set(last, key);
      }
      last = key;
    }
  }
  const order: string[] = [];
  for (let key = next.get(null) ?? null; key !== null; key = next.get(key) ?? null) order.push(key);
  return order;
}
