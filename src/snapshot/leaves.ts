import { canonical, scalarText } from '../client/json.ts';
import { isKeptOnce } from './kept-once.ts';

/** Depth to which records are examined; deeper parts count as one value. */
const MAX_DEPTH = 6;
/**
 * Maximum parts of an object, and paths of a record, that are examined. Large trackers have a few hundred.
 */
export const MOST_PARTS = 1000;

/** Returns the entries of an object, up to {@link MOST_PARTS}. */
export function entriesOf(value: object): (readonly [string, unknown])[] {
  const parts: (readonly [string, unknown])[] = [];
  // Object.entries would first build all of them.
  for (const name in value) {
    if (!Object.hasOwn(value, name)) continue;
    parts.push([name, (value as Readonly<Record<string, unknown>>)[name]]);
    if (parts.length === MOST_PARTS) break;
  }
  return parts;
}

/** The values of a record by path, each as one text. `canonical` names the paths. */
export type Leaves = ReadonlyMap<string, string>;

const taken = new WeakMap<object, Leaves>();

/**
 * Flattens a record into values by path. Scalars in an array are listed under its own path. Objects and
 * arrays leave a mark, so that a missing part shows.
 */
export function leavesOf(record: unknown): Leaves {
  const isOnce = isKeptOnce(record);
  const earlier = isOnce ? taken.get(record) : undefined;
  if (earlier !== undefined) return earlier;
  const leaves = new Map<string, string>();
  const add = (name: string, text: string): void => {
    const before = leaves.get(name);
    if (before === undefined && leaves.size >= MOST_PARTS) return;
    leaves.set(name, before === undefined ? text : `${before}\n${text}`);
  };
  const walk = (value: unknown, path: string, name: string, depth: number): void => {
    if (value === null || typeof value !== 'object' || scalarText(value) !== undefined || depth > MAX_DEPTH)
      add(name, canonical(value));
    else if (Array.isArray(value)) {
      add(name, '[');
      for (const item of value) walk(item, `${path}[]`, name, depth + 1);
    } else {
      add(name, '{');
      for (const [key, item] of entriesOf(value)) {
        const inner = path === '' ? key : `${path}.${key}`;
        walk(item, inner, inner, depth + 1);
      }
    }
  };
  walk(record, '', '', 0);
  if (isOnce) taken.set(record, leaves);
  return leaves;
}

/** Returns the paths whose values differ between records, and those with one value in all records. */
export function sortPaths(records: readonly Leaves[]): { varying: Set<string>; shared: Set<string> } {
  const [first = new Map<string, string>()] = records;
  const varying = new Set<string>();
  const alike = new Map<string, number>();
  for (const leaves of records)
    for (const [path, value] of leaves) {
      if (first.get(path) === value) alike.set(path, (alike.get(path) ?? 0) + 1);
      else varying.add(path);
    }
  const shared = new Set<string>();
  for (const [path, value] of first) {
    if (alike.get(path) !== records.length) varying.add(path);
    else if (!/^[[{]/.test(value)) shared.add(path);
  }
  return { varying, shared };
}

/** Returns the paths at which all values are distinct; one record may lack the path. */
export function distinctPaths(records: readonly Leaves[]): Set<string> {
  const values = new Map<string, { readonly different: Set<string>; count: number }>();
  for (const leaves of records)
    for (const [path, value] of leaves) {
      const at = values.get(path) ?? { different: new Set(), count: 0 };
      at.different.add(value);
      at.count += 1;
      values.set(path, at);
    }
  return new Set(
    [...values].flatMap(([path, { different, count }]) =>
      different.size === count && records.length - count <= 1 ? [path] : [],
    ),
  );
}

/** Returns the share of the given paths at which two records agree, from 0 to 1. */
export function likeness(a: Leaves, b: Leaves, paths: ReadonlySet<string>): number {
  if (paths.size === 0) return 1;
  let differing = 0;
  for (const [path, value] of a) if (paths.has(path) && b.get(path) !== value) differing += 1;
  for (const path of b.keys()) if (paths.has(path) && !a.has(path)) differing += 1;
  return (paths.size - differing) / paths.size;
}
