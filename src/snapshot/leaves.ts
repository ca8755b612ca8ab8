import { canonical, scalarText } from '../client/json.ts';

/** Records are looked into so deep; what lies deeper counts as one value. */
const MAX_DEPTH = 6;

/** What a record holds at each of its paths, as one text each; paths are named as `canonical` names them. */
export type Leaves = ReadonlyMap<string, string>;

const taken = new WeakMap<object, Leaves>();

/**
 * Takes a record apart. What an array holds directly stands under the name of the array; that there is an object or an
 * array counts as well, so that a part which is absent from some records shows.
 */
export function leavesOf(record: unknown): Leaves {
  const isObject = record !== null && typeof record === 'object';
  const earlier = isObject ? taken.get(record) : undefined;
  if (earlier !== undefined) return earlier;
  const leaves = new Map<string, string>();
  const add = (name: string, text: string): void => {
    const before = leaves.get(name);
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
      for (const [key, item] of Object.entries(value)) {
        const inner = path === '' ? key : `${path}.${key}`;
        walk(item, inner, inner, depth + 1);
      }
    }
  };
  walk(record, '', '', 0);
  if (isObject) taken.set(record, leaves);
  return leaves;
}

/** The paths at which some records differ from others, and those at which there is one value that all of them share. */
export function sortPaths(records: readonly Leaves[]): { varying: Set<string>; shared: Set<string> } {
  const varying = new Set<string>();
  const shared = new Set<string>();
  for (const path of new Set(records.flatMap((leaves) => [...leaves.keys()]))) {
    const value = records[0]?.get(path);
    if (records.some((leaves) => leaves.get(path) !== value)) varying.add(path);
    else if (value !== undefined && !/^[[{]/.test(value)) shared.add(path);
  }
  return { varying, shared };
}

/** At how many of some paths two records are alike, from 0 to 1. */
export function likeness(a: Leaves, b: Leaves, paths: ReadonlySet<string>): number {
  if (paths.size === 0) return 1;
  return [...paths].filter((path) => a.get(path) === b.get(path)).length / paths.size;
}
