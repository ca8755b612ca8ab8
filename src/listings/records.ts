import { canonical, scalarText, withDigest } from '../client/json.ts';

type Json = Readonly<Record<string, unknown>>;
type Path = readonly string[];
type Listing = readonly unknown[];
/** Two answers that should hold the same records. */
export type Pair = readonly [Listing, Listing];
/** Returns the name of a record, or `null`. */
export type Identity = (record: unknown) => string | null;

/** Names of fields that usually identify a record, the likeliest first. */
const USUAL = 'id _id number iid uid uuid guid key node_id url html_url href self slug link'.split(' ');
const isUsual = (path: Path): boolean => USUAL.includes(path.at(-1) ?? '');
const MAX_DEPTH = 3;
/** Characters up to which a whole record is its name. */
const LONGEST_NAME = 200;
/** Unique fields that show that a list is at rest, one of them of a usual name. Others may be the place on the page. */
const LASTING = 2;
/** The part of the records of an answer that must be told apart: a page may repeat an issue, and issues may look alike. */
const TOLD_APART = 0.9;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && scalarText(value) === undefined;

const at = (record: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), record);

/** Returns the paths of all values in a record that are no objects. */
function leaves(value: unknown, path: Path = []): readonly Path[] {
  if (!isObject(value) || path.length === MAX_DEPTH) return [path];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, [...path, name]));
}

const isUnique = (keys: readonly unknown[]): boolean => new Set(keys).size >= TOLD_APART * keys.length;

/**
 * Finds out what identifies a record, since no field is documented: a field of a usual name that is unique and lasting,
 * else the whole record without its volatile fields, else nothing.
 * @param listings of different requests, whose records overlap
 * @param twice pairs of answers to equal requests
 * @param aligned parts of answers to different requests that should hold the same records
 */
export function findIdentity(
  listings: readonly Listing[],
  twice: readonly Pair[],
  aligned: readonly Pair[],
): Identity | null {
  const filled = listings.filter((records) => records.length > 0);
  const sample = filled.flat().find(isObject);
  if (sample === undefined) return null;
  const volatile = volatilePaths([...twice, ...aligned]);
  const whole: Identity = (record) =>
    isObject(record) ? withDigest(canonical(record, volatile), LONGEST_NAME) : null;
  // A link may repeat the request, and a key the place on the page.
  const haveOtherNames = [...twice, ...aligned].some((pair) => areSameBut(volatile, ...pair));
  const candidates = leaves(sample)
    .filter((path) => isUsual(path) && !(haveOtherNames && volatile.has(path.join('.'))))
    .toSorted((a, b) => a.length - b.length || USUAL.indexOf(a.at(-1) ?? '') - USUAL.indexOf(b.at(-1) ?? ''));
  for (const path of candidates) {
    const key: Identity = (record) => scalarText(at(record, path)) ?? null;
    if (isIdentity({ key, whole }, filled, twice)) return key;
  }
  return isIdentity({ key: whole, whole }, filled, twice) ? whole : null;
}

function isIdentity(
  { key, whole }: { readonly key: Identity; readonly whole: Identity },
  listings: readonly Listing[],
  twice: readonly Pair[],
): boolean {
  const objects = listings.map((records) => records.filter(isObject));
  // A page that repeats whole records repeats issues. Without a key, issues may look alike.
  const distinct = (records: readonly Json[]): readonly Json[] =>
    key === whole ? records : [...new Map(records.map((record) => [whole(record), record])).values()];
  const isNamed = objects.every(
    (records) => isUnique(distinct(records).map(key)) && records.every((record) => key(record) !== null),
  );
  if (!isNamed) return false;
  // Keys that are new in each answer identify nothing.
  const recurring = twice.map(([first, second]) => {
    const [keys, contents] = [new Set(second.map(key)), new Set(second.map(whole))];
    return {
      byKey: first.filter((record) => keys.has(key(record))).length,
      byContent: first.filter((record) => contents.has(whole(record))).length,
    };
  });
  const isEmpty = twice.every(([first]) => first.length === 0);
  const lasts =
    recurring.every(({ byKey, byContent }) => byKey >= byContent) &&
    (isEmpty || recurring.some(({ byKey }) => byKey > 0));
  // Issues and pull requests may count their ids apart, so that one answer holds two records of one key.
  return (
    lasts &&
    (key === whole || [objects.flat(), ...objects].every((some) => agreeInMost(fieldVotes(some, key))))
  );
}

/** Values of one field in all records. */
const valuesOf = (records: readonly Json[], field: string): readonly string[] =>
  records.map((record) => canonical(at(record, field.split('/'))));

/** Returns the fields that tell records apart, each with how many more records of one key agree in it than differ. */
function fieldVotes(records: readonly Json[], key: Identity) {
  const first = new Map<string | null, Json>();
  const agree = new Map<string, number>();
  for (const record of records) {
    const earlier = first.get(key(record));
    if (earlier === undefined) {
      first.set(key(record), record);
      continue;
    }
    for (const path of leaves(earlier)) {
      const field = path.join('/');
      const isSame = canonical(at(earlier, path)) === canonical(at(record, path));
      agree.set(field, (agree.get(field) ?? 0) + (isSame ? 1 : -1));
    }
  }
  return [...agree].filter(([field]) => new Set(valuesOf(records, field)).size > 2);
}

/** True unless records of one key differ in most fields that tell records apart, as positions on a page do. */
const agreeInMost = (telling: ReturnType<typeof fieldVotes>): boolean =>
  telling.filter(([, votes]) => votes > 0).length * 2 >= telling.length;

/**
 * True if records with one key are one issue, in a walk that has no reason to name an issue twice: then one unique field
 * that differs is enough. Two issues may share an id, but hardly a date as well.
 */
export function areOneIssue(records: readonly Json[], key: Identity): boolean {
  const telling = fieldVotes(records, key);
  const isOther = telling.some(([field, votes]) => votes < 0 && isUnique(valuesOf(records, field)));
  return !isOther && agreeInMost(telling);
}

/** Returns the paths whose values differ between two answers that list the same records, as {@link canonical} names them. */
function volatilePaths(pairs: readonly Pair[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [first, second] of pairs) {
    if (first.length !== second.length || first.length === 0) continue;
    const changed = first.flatMap((record, index) =>
      leaves(record).flatMap((path) =>
        canonical(at(record, path)) === canonical(at(second[index], path)) ? [] : [path.join('.')],
      ),
    );
    // If many fields changed, the list moved, unless several unique fields did not.
    const isLasting = (path: Path): boolean => {
      const [mine, others] = [first, second].map((records) =>
        records.map((record) => canonical(at(record, path))),
      );
      return new Set(mine).size === first.length && String(mine) === String(others);
    };
    const lasting = leaves(first[0]).filter(isLasting);
    const isAtRest = lasting.length >= LASTING && lasting.some(isUsual);
    if (isAtRest || new Set(changed).size * 3 <= leaves(first[0]).length)
      for (const name of changed) found.add(name);
  }
  return found;
}

/** True if records at the same places are equal but for some fields, and are told apart without these. */
function areSameBut(fields: ReadonlySet<string>, one: Listing, other: Listing): boolean {
  const [mine, others] = [one, other].map((records) => records.map((record) => canonical(record, fields)));
  return fields.size > 0 && one.length > 0 && isUnique(mine ?? []) && String(mine) === String(others);
}

/** Returns the strings in a record, each with the depth at which it stands. */
export function strings(record: unknown) {
  const found: { text: string; depth: number }[] = [];
  const walk = (value: unknown, depth: number): void => {
    if (typeof value === 'string') found.push({ text: value, depth });
    else if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) walk(inner, depth + 1);
  };
  walk(record, 0);
  return found;
}

/**
 * True if two listings show the same issues in one order, though their names differ: at each place, most fields agree that vary,
 * and one of them tells records apart. One alone may be the place on the page.
 */
export function areRenamed(one: Listing, other: Listing): boolean {
  const [mine, others] = [one.filter(isObject), other.filter(isObject)];
  if (mine.length < 2 || mine.length !== one.length || mine.length !== others.length) return false;
  const fields = leaves(mine[0]).map((path) => {
    const [own, theirs] = [mine, others].map((records) => valuesOf(records, path.join('/')));
    return { own: own ?? [], isAlike: String(own) === String(theirs) };
  });
  const varying = fields.filter(({ own }) => new Set(own).size > 1);
  const alike = varying.filter(({ isAlike }) => isAlike);
  return alike.length * 2 >= varying.length && alike.some(({ own }) => isUnique(own));
}
