import { canonical, scalarText } from '../client/json.ts';
import { shortened } from './compact.ts';
import { leavesOf, likeness, MOST_PARTS, partsOf, sortPaths } from './leaves.ts';
import { countsPlaces, type LaterReading, volatileFields } from './volatile.ts';

/** Names that trackers give to what tells issues apart, the surest first. */
const TELLING = [
  /^_?id$/i,
  /^(node|issue|global|unique)_?id$/i,
  /^(number|nr|no|iid|uid|uuid|guid|key|ref)$/i,
  /(^|[-_. ])(id|key|number)$|[a-z](I[dD]|Key|Number)$/,
  /(url|uri|href|self)$/i,
];

/**
 * Parts of a record that are things of their own: that each record of a short list has another author does not make the
 * author's id a name of the issue. Nor do the neighbours of an issue name it.
 */
const OF_ANOTHER_THING =
  /^_?(user|author|creator|owner|person|reporter|assignee|actor|member|customer|client|company|milestone|sprint|epic|board|repo|project|org|team|group|workspace|account|parent|label|tag|category|component|type|kind|status|state|priority|version|closed|created|updated|previous|prev|next|first|last|latest|comment|sponsor|avatar)/i;

const rankOf = (path: readonly string[]): number => {
  const byName = TELLING.findIndex((pattern) => pattern.test(path.at(-1) ?? ''));
  return byName === -1 || path.some((name) => OF_ANOTHER_THING.test(name))
    ? Number.POSITIVE_INFINITY
    : path.length * 100 + byName;
};

/** The paths whose names promise to tell issues apart, the most promising first; outside goes before inside. */
function telling(paths: readonly (readonly string[])[]): (readonly string[])[] {
  return paths
    .map((path) => ({ path, rank: rankOf(path) }))
    .filter(({ rank }) => rank !== Number.POSITIVE_INFINITY)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MOST_NAMES)
    .map(({ path }) => path);
}

/** How records are told apart, although no field of theirs is documented (section 2). */
export type Identity =
  /** By one field that names the issue, given by its path. `rest` has the other paths that tell records apart. */
  | { readonly kind: 'field'; readonly path: readonly string[]; readonly rest?: ReadonlySet<string> }
  /** By all that is in a record but the parts that change from one reading to the next. */
  | {
      readonly kind: 'record';
      readonly volatile: ReadonlySet<string>;
      /** Whether a part of it names the issue, so that no two issues have such a record. */
      readonly named?: boolean;
      /** Whether records of the sample are alike: two issues may have the same title, and nothing else to show. */
      readonly repeats?: boolean;
    }
  /** All records of the sample are alike, or there is no record. */
  | { readonly kind: 'none'; readonly why: string };

const MAX_DEPTH = 3;
/** Names that are tried, the most promising ones. */
const MOST_NAMES = 20;
/** Of the values on a page, so many have to differ where one names the issue; some may be the same issue again. */
const MOSTLY = 0.8;
/** Records with the same name are one and the same issue where so much of the rest is the same. */
const ALIKE = 2 / 3;

function valueAt(record: unknown, path: readonly string[]): unknown {
  let value = record;
  for (const name of path) {
    if (value === null || typeof value !== 'object' || Array.isArray(value) || !Object.hasOwn(value, name))
      return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

/** The paths of the texts and numbers of a record, as far as they are looked at. */
export function scalarPaths(record: unknown, prefix: readonly string[] = []): string[][] {
  if (record === null || typeof record !== 'object' || Array.isArray(record) || prefix.length >= MAX_DEPTH)
    return [];
  return partsOf(record)
    .flatMap(([name, value]) => {
      const path = [...prefix, name];
      return scalarText(value) === undefined ? scalarPaths(value, path) : [path];
    })
    .slice(0, MOST_PARTS);
}

/** Whether two records with the same name are the same issue, read at one time or another. */
function areOneIssue(a: unknown, b: unknown, rest: ReadonlySet<string>): boolean {
  return likeness(leavesOf(a), leavesOf(b), rest) >= ALIKE;
}

/**
 * Whether a field names the issues of a sample: each record has it, and where two have the same value they are one issue
 * that was read twice. A broken page may repeat an issue; two issues that share a number have little else in common.
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
    return onPage.size >= MOSTLY * page.length;
  });
}

/** The path and everything above it. */
const upTo = (path: readonly string[]): string[] =>
  path.map((_, index) => path.slice(0, index + 1).join('.'));

/** Whether records of a sample are alike. A page that shows for the most part what the one before did is none of its own. */
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
 * Finds out from a sample how records are told apart: by a field that names issues; failing that by the whole record
 * without its volatile parts. A text that merely differs in each record of the sample, a title or a place in the list,
 * is no name: somebody may file a second issue with that title, and the next page may have that place too.
 *
 * @param pages consecutive pages from the beginning of the list; of one with far more results than a page has, a sample
 * @param again parts of it that were read again
 */
export function findIdentity(
  pages: readonly (readonly unknown[])[],
  again: readonly LaterReading[],
): Identity {
  const some = pages.map((page) => page.filter(isRecord));
  // A record that is none, and stands among others, is a fault of the service and no reason to know nothing.
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
  // What counts from 1 may be a number or a place: then the rest of the record has to be the same as well.
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

/** Where nothing changes. */
const NOTHING: ReadonlySet<string> = new Set();

function wholeKeyOf(record: unknown, identity: Identity): string {
  if (identity.kind === 'field') {
    const value = scalarText(valueAt(record, identity.path));
    if (value !== undefined) return value;
  }
  const volatile = identity.kind === 'record' ? identity.volatile : NOTHING;
  return canonical(record, volatile);
}

/** A text that is the same for the same issue and differs for another one, as far as the identity goes. */
export function keyOf(record: unknown, identity: Identity): string {
  return record !== null && typeof record === 'object' && !Array.isArray(record)
    ? shortened(wholeKeyOf(record, identity))
    : shortened(ODD + JSON.stringify(record));
}

/** Stands before the key of an element that is no JSON object, and so no issue. */
const ODD = 'no object: ';

/** True if a key is that of an element that is no JSON object: it is no name, whatever the identity. */
export const isOddKey = (key: string): boolean => key.startsWith(ODD);

/** Whether no two issues can have the same key, so that a key seen twice is an issue seen twice. */
export const isName = (identity: Identity): boolean =>
  identity.kind === 'field' || (identity.kind === 'record' && identity.named === true);

/** The text of a scalar within a record; `undefined` where there is none. */
export function scalarAt(record: unknown, path: readonly string[]): string | undefined {
  return scalarText(valueAt(record, path));
}
