import { canonical, scalarText } from '../client/json.ts';
import { shortened } from './compact.ts';
import { entriesOf, leavesOf, likeness, MOST_PARTS, sortPaths } from './leaves.ts';
import { countsPlaces, type LaterReading, volatileFields } from './volatile.ts';

/** Patterns of field names that trackers use for identifiers, most reliable first. */
const TELLING = [
  /^_?id$/i,
  /^(node|issue|global|unique)_?id$/i,
  /^(number|nr|no|iid|uid|uuid|guid|key|ref)$/i,
  /(^|[-_. ])(id|key|number)$|[a-z](I[dD]|Key|Number)$/,
  /(url|uri|href|self)$/i,
];

/**
 * Names of parts that belong to other things. For example, the author's id may differ in each record of a
 * short list, but does not identify the issue. The same holds for links to neighbouring issues.
 */
const OF_ANOTHER_THING =
  /^_?(user|author|creator|owner|person|reporter|assignee|actor|member|customer|client|company|milestone|sprint|epic|board|repo|project|org|team|group|workspace|account|parent|label|tag|category|component|type|kind|status|state|priority|version|closed|created|updated|previous|prev|next|first|last|latest|comment|sponsor|avatar)/i;

const rankOf = (path: readonly string[]): number => {
  const byName = TELLING.findIndex((pattern) => pattern.test(path.at(-1) ?? ''));
  return byName === -1 || path.some((name) => OF_ANOTHER_THING.test(name))
    ? Number.POSITIVE_INFINITY
    : path.length * 100 + byName;
};

/**
 * Returns the paths that may identify an issue by their name, most promising first; outer fields precede
 * inner ones.
 */
function telling(paths: readonly (readonly string[])[]): (readonly string[])[] {
  return paths
    .map((path) => ({ path, rank: rankOf(path) }))
    .filter(({ rank }) => rank !== Number.POSITIVE_INFINITY)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MAX_NAMES)
    .map(({ path }) => path);
}

/** The means of telling records apart, discovered from a sample: no field is documented (section 2). */
export type Identity =
  /** By one identifying field at `path`. `rest` holds the other paths that differ between records. */
  | { readonly kind: 'field'; readonly path: readonly string[]; readonly rest?: ReadonlySet<string> }
  /** By the whole record, except the parts that change between readings. */
  | {
      readonly kind: 'record';
      readonly volatile: ReadonlySet<string>;
      /** True if some part identifies the issue, so that no two issues have equal records. */
      readonly named?: boolean;
      /** True if the sample has equal records: two issues may have the same title and nothing else. */
      readonly repeats?: boolean;
    }
  /** All records of the sample are equal, or there are none. */
  | { readonly kind: 'none'; readonly why: string };

const MAX_DEPTH = 3;
/** Maximum number of candidate names. */
const MAX_NAMES = 20;
/**
 * Share of values on a page that must be distinct in an identifying field; the same issue may be repeated.
 */
const MIN_DISTINCT_SHARE = 0.8;
/** Share of the other values that must agree before two records with the same name count as one issue. */
const MIN_LIKENESS = 2 / 3;

function valueAt(record: unknown, path: readonly string[]): unknown {
  let value = record;
  for (const name of path) {
    if (value === null || typeof value !== 'object' || Array.isArray(value) || !Object.hasOwn(value, name))
      return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

/** Returns the paths of the texts and numbers in a record, up to {@link MAX_DEPTH}. */
export function scalarPaths(record: unknown, prefix: readonly string[] = []): string[][] {
  if (record === null || typeof record !== 'object' || Array.isArray(record) || prefix.length >= MAX_DEPTH)
    return [];
  return entriesOf(record)
    .flatMap(([name, value]) => {
      const path = [...prefix, name];
      return scalarText(value) === undefined ? scalarPaths(value, path) : [path];
    })
    .slice(0, MOST_PARTS);
}

/** True if two records with the same name are readings of one issue. */
function areOneIssue(a: unknown, b: unknown, rest: ReadonlySet<string>): boolean {
  return likeness(leavesOf(a), leavesOf(b), rest) >= MIN_LIKENESS;
}

/**
 * True if a field identifies the issues of a sample: every record has it, and records with equal values are
 * readings of one issue. A broken page may repeat an issue, but issues that merely share a number differ
 * elsewhere.
 */
function namesIssues(
  path: readonly string[],
  pages: readonly (readonly unknown[])[],
  rest: ReadonlySet<string>,
): boolean {
  const seen = new Map<string, unknown>();
  return pages.every((page) => {
    const onPage = new Set<string>();
    for (const record of page) {
      const value = scalarText(valueAt(record, path));
      if (value === undefined || (seen.has(value) && !areOneIssue(seen.get(value), record, rest)))
        return false;
      seen.set(value, record);
      onPage.add(value);
    }
    return onPage.size >= MIN_DISTINCT_SHARE * page.length;
  });
}

/** Returns the path and all its prefixes. */
const upTo = (path: readonly string[]): string[] =>
  path.map((_, index) => path.slice(0, index + 1).join('.'));

/** True if a sample has equal records. A page that mostly repeats earlier ones is ignored. */
function haveRepeats(pages: readonly (readonly string[])[]): boolean {
  const seen = new Set<string>();
  for (const page of pages) {
    if (new Set(page).size < page.length) return true;
    const again = page.filter((key) => seen.has(key)).length;
    if (again > 0 && again <= page.length / 2) return true;
    for (const key of page) seen.add(key);
  }
  return false;
}

const isRecord = (value: unknown): boolean => value !== null && typeof value === 'object';

/**
 * Determines from a sample how records are told apart: by an identifying field, or else by the whole record
 * without its volatile fields. A text that happens to differ in every record does not identify. A title may
 * be used twice, and a place in the list recurs on the next page.
 * @param pages consecutive pages from the beginning of the list; oversized pages are sampled
 * @param again parts of the list that were read again
 */
export function findIdentity(
  pages: readonly (readonly unknown[])[],
  again: readonly LaterReading[],
): Identity {
  const some = pages.map((page) => page.filter(isRecord));
  // A non-object among records is a fault of the service; the other records still count.
  const sample = (some.flat().length > 0 ? some : pages).filter((page) => page.length > 0);
  const [firstPage] = sample;
  if (firstPage === undefined) return { kind: 'none', why: 'The list holds no issue.' };
  const volatile = volatileFields(pages[0] ?? firstPage, again);
  const { varying, shared } = sortPaths(sample.flat().map(leavesOf));
  const firstLeaves = firstPage.map(leavesOf);
  const counting = [...varying].filter((path) => countsPlaces(firstLeaves, path));
  const telltale = new Set([...varying].filter((path) => !volatile.has(path)));

  const names = telling(scalarPaths(firstPage[0])).filter((path) => {
    const own = path.join('.');
    const rest = new Set([...telltale].filter((other) => other !== own));
    return upTo(path).every((part) => !volatile.has(part)) && namesIssues(path, sample, rest);
  });
  const name = names.find((path) => !counting.includes(path.join('.')));
  if (name !== undefined) {
    telltale.delete(name.join('.'));
    return { kind: 'field', path: name, rest: telltale };
  }
  // A counter from 1 may be a number or a place. Then the rest of the record must agree too.
  const named = names.length > 0;
  const places = named ? [] : counting;
  const left = new Set([...volatile, ...places, ...(sample.flat().length > 1 ? shared : [])]);
  const whole: Identity = { kind: 'record', volatile: left, named };
  const keys = sample.map((page) => page.map((record) => keyOf(record, whole)));
  if (new Set(keys.flat()).size < Math.min(2, keys.flat().length) || volatile.has(''))
    return {
      kind: 'none',
      why: 'The records of the list cannot be told apart: they are alike in everything that stays the same.',
    };
  return { ...whole, repeats: haveRepeats(keys) };
}

const NOTHING: ReadonlySet<string> = new Set();

function wholeKeyOf(record: unknown, identity: Identity): string {
  if (identity.kind === 'field') {
    const value = scalarText(valueAt(record, identity.path));
    if (value !== undefined) return value;
  }
  const volatile = identity.kind === 'record' ? identity.volatile : NOTHING;
  return canonical(record, volatile);
}

/**
 * Returns a key: equal for readings of one issue and different for different issues, as far as the identity
 * allows.
 */
export function keyOf(record: unknown, identity: Identity): string {
  return record !== null && typeof record === 'object' && !Array.isArray(record)
    ? shortened(wholeKeyOf(record, identity))
    : shortened(ODD + JSON.stringify(record));
}

/** Prefix of the key of an element that is not a JSON object. */
const ODD = 'no object: ';

/** True for the key of an element that is not a JSON object. Such a key never identifies an issue. */
export const isOddKey = (key: string): boolean => key.startsWith(ODD);

/** True if no two issues can have the same key, so that a repeated key is a repeated issue. */
export const isName = (identity: Identity): boolean =>
  identity.kind === 'field' || (identity.kind === 'record' && identity.named === true);

/** Returns the text of a scalar in a record; `undefined` if there is none. */
export function scalarAt(record: unknown, path: readonly string[]): string | undefined {
  return scalarText(valueAt(record, path));
}
