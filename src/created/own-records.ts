import type { Exchange } from '../client/exchange.ts';
import { type Identity, keyOf, scalarAt } from '../snapshot/identity.ts';
import { areRecordsKept, keysOf, listingOf, recordsOf, resultsIn, sampleOf } from '../snapshot/listing.ts';
import { isRecord, type Records } from '../snapshot/records.ts';
import type { Sent, Writer } from './writer.ts';

/** Paths of texts in a record that begin as this run sent them, with the marker of each. */
type Places = ReadonlyMap<string, string>;

/** Markers in a record. */
interface Marks {
  readonly own: Places;
  /** All markers, also those in texts that quote another issue. */
  readonly all: ReadonlySet<string>;
}

const UNMARKED = { record: null, marks: { own: new Map<string, string>(), all: new Set<string>() } };
const NAMES = '~';

/** A name with a digit may be that of one record alone, as an id is. */
const nameIn = (name: string): string => (/\d/.test(name) ? '*' : name);

const startsLike = (text: string, beginning: string): boolean =>
  text.trimStart().toLowerCase().startsWith(beginning.trimStart().toLowerCase());

/** Finds the markers in a record. Elements of an array have one path, since nothing says that they mean different things. */
function marksOf(record: unknown, writer: Writer): Marks {
  const own = new Map<string, string>();
  const all = new Set<string>();
  const note = (path: string, text: string): void => {
    const marker = writer.markerIn(text);
    if (marker === undefined) return;
    all.add(marker);
    // A title may be shown word by word, and the marker is a word.
    const isOwn =
      text.toLowerCase() === marker ||
      writer.textsOf(marker).some((beginning) => startsLike(text, beginning));
    if (isOwn && !own.has(path)) own.set(path, marker);
  };
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'string') note(path, value);
    else if (Array.isArray(value)) for (const item of value) walk(item, `${path}/*`);
    else if (value !== null && typeof value === 'object') {
      for (const [name, item] of Object.entries(value)) {
        note(`${path}/${NAMES}`, name);
        walk(item, `${path}/${nameIn(name)}`);
      }
    }
  };
  walk(record, '');
  return { own, all };
}

/** Characters of marked records that are kept of one page. */
const CHARACTERS_KEPT = 256 * 1024;

const markedOnPage = new WeakMap<Records, ReadonlyMap<number, unknown>>();

/**
 * Returns the records of a page that hold a marker, by their places. It is called as soon as the page is there: not all
 * records of a long list are kept until its last page was read.
 */
export function markedIn(page: Exchange, writer: Writer): ReadonlyMap<number, unknown> {
  const listing = listingOf(page);
  const marked = new Map<number, unknown>();
  if (listing.kind !== 'list') return marked;
  const earlier = markedOnPage.get(listing.records);
  if (earlier !== undefined) return earlier;
  let length = 0;
  for (const [place, record] of listing.records.all.entries()) {
    const text = JSON.stringify(record);
    if (writer.markerIn(text) === undefined) continue;
    marked.set(place, record);
    length += text.length;
  }
  if (length <= CHARACTERS_KEPT) markedOnPage.set(listing.records, marked);
  return marked;
}

const depthOf = (path: string): number => path.split('/').length;

/**
 * Returns the path at which records show their own text. Records may name other issues too: their neighbours, or the latest
 * one. Such a path shows fewer different issues, or one of them more often; of two equal paths the outer one is taken.
 */
function ownPath(marks: readonly Marks[], wanted: ReadonlySet<string>): string {
  const at = new Map<string, string[]>();
  for (const { own } of marks)
    for (const [path, marker] of own) {
      if (!wanted.has(marker)) continue;
      const markers = at.get(path) ?? [];
      markers.push(marker);
      at.set(path, markers);
    }
  const candidates = [...at].map(([path, markers]) => ({
    path,
    different: new Set(markers).size,
    all: markers.length,
  }));
  const [best] = candidates.toSorted(
    (a, b) => b.different - a.different || a.all - b.all || depthOf(a.path) - depthOf(b.path),
  );
  return best?.path ?? '';
}

/** This run's issues in some pages. */
export interface Shown {
  /** Keys of the records that are the issue of each marker, with how many issues each may be: as often as it is on one page. */
  readonly records: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Every record by its key, with how often one page has it at most, and if anything in it is of this run. */
  readonly keys: ReadonlyMap<string, { readonly times: number; readonly isMarked: boolean }>;
  /** Every marker that is anywhere, be it in the record of another issue. */
  readonly traces: ReadonlySet<string>;
  /** Markers with which any text of a record begins. */
  readonly begun: ReadonlySet<string>;
  /** Records in the answers to creations, by the marker. */
  readonly answered: ReadonlyMap<string, Named>;
  /** Markers whose issue shows none of its texts: only the answer to its creation names it. */
  readonly named: ReadonlySet<string>;
  /** The record of each marker's issue. */
  readonly shownAs: ReadonlyMap<string, unknown>;
  /** Places of the records of each marker, in the order of the pages. */
  readonly places: ReadonlyMap<string, readonly Place[]>;
}

/** The place of a record. */
interface Place {
  readonly page: Exchange;
  /** Which result it is, counted from 1. */
  readonly result: number;
  /** Its key. */
  readonly key: string;
}

/** Places of one issue that are kept: a few show that it is repeated. */
const PLACES_KEPT = 20;

/** Counts a name once more. @returns how often it was counted */
function onceMore(counts: Map<string, number>, name: string): number {
  const times = (counts.get(name) ?? 0) + 1;
  counts.set(name, times);
  return times;
}

/** Returns the marker whose issue a record is by its own texts, given where accepted issues show theirs. */
function readerOfMarks(all: readonly Marks[], writer: Writer): (marks: Marks) => string | undefined {
  const accepted = writer.sent.filter(({ outcome }) => outcome === 'accepted');
  // A creation whose title says nothing of this run has its marker in its body.
  const paths = (['title', 'body'] as const).map((field) => {
    const markers = new Set(accepted.filter((sent) => sent.field === field).map(({ marker }) => marker));
    return { markers, path: ownPath(all, markers) };
  });
  const isAccepted = (marker: string): boolean => paths.some(({ markers }) => markers.has(marker));
  return ({ own }) => {
    for (const { markers, path } of paths) {
      const marker = own.get(path);
      if (marker !== undefined && markers.has(marker)) return marker;
    }
    return [...own.values()].find((marker) => !isAccepted(marker));
  };
}

/** The record in the answer to an accepted creation. */
interface Named {
  readonly key: string;
  /** Fields that all listed records have, if the record in the answer has all of them too; else 0. */
  readonly sharedFields: number;
}

/** Returns the record in the answer to a creation that may be its issue; `undefined` if there is none, or more than one. */
function recordIn({ answered }: Sent, path: readonly string[]): Sent['answered'][number] | undefined {
  const [first, ...others] = answered.filter((record) => scalarAt(record, path) !== undefined);
  return first === answered[0] || others.length === 0 ? first : undefined;
}

/**
 * Returns what the answers to accepted creations show of their issues. An answer may be a receipt with an id of its own. So a
 * key of two answers, or of an old record, names no issue; if nothing is known of old records, neither does the key of a
 * record that is unlike the listed ones.
 */
function namedIssues(
  pages: readonly Exchange[],
  writer: Writer,
  identity: Identity,
  before: ReadonlySet<string> | null,
): Map<string, Named> {
  if (identity.kind !== 'field') return new Map();
  const listed = pages.slice(0, 1).flatMap(sampleOf).filter(isRecord);
  const fields = Object.keys(listed[0] ?? {}).filter((name) =>
    listed.every((other) => Object.hasOwn(other, name)),
  );
  const times = new Map<string, number>();
  const all = writer.sent.flatMap((sent) => {
    const record = recordIn(sent, identity.path);
    if (record === undefined) return [];
    const key = keyOf(record, identity);
    onceMore(times, key);
    const hasAll = fields.every((name) => Object.hasOwn(record, name));
    const isReceipt = !hasAll || (fields.length < 2 && Object.keys(record).length > 1);
    return [{ marker: sent.marker, key, sharedFields: isReceipt ? 0 : fields.length }];
  });
  const own = all.filter(
    ({ key, sharedFields }) =>
      times.get(key) === 1 && (before === null ? sharedFields > 0 : !before.has(key)),
  );
  return new Map(own.map((named) => [named.marker, named]));
}

/** Returns the marked records of some pages, by their place on the page. */
const markedPages = (answers: readonly Exchange[], writer: Writer) =>
  answers.map((answer) => {
    const marked = [...markedIn(answer, writer)].map(
      ([place, record]) => [place, { record, marks: marksOf(record, writer) }] as const,
    );
    return { answer, marked: new Map(marked) };
  });

/**
 * Finds this run's issues in some pages. A record on two pages, or in two listings, is one, since the list may have changed
 * between them.
 * @param before keys of the records that were listed before the run wrote anything; `null` if nothing was read
 */
export function shownIn(
  answers: readonly Exchange[],
  writer: Writer,
  identity: Identity,
  before: ReadonlySet<string> | null = null,
): Shown {
  const pages = markedPages(answers, writer);
  // A text in place of a record is no issue; list.records judges it.
  const ownOf = readerOfMarks(
    pages.flatMap(({ marked }) =>
      [...marked.values()].flatMap(({ record, marks }) => (isRecord(record) ? [marks] : [])),
    ),
    writer,
  );
  const answered = namedIssues(answers, writer, identity, before);
  const byKey = new Map([...answered].map(([marker, { key }]) => [key, marker]));
  const shown = {
    records: new Map<string, Map<string, number>>(),
    keys: new Map<string, { times: number; isMarked: boolean }>(),
    traces: new Set<string>(),
    begun: new Set<string>(),
    named: new Set<string>(),
    shownAs: new Map<string, unknown>(),
    places: new Map<string, Place[]>(),
  };
  const { records, keys, traces, begun, named, shownAs, places } = shown;
  for (const { answer, marked } of pages) {
    // Issues that cannot be told apart are counted by what they show.
    const keysOnPage = identity.kind === 'none' ? [] : keysOf(answer, identity);
    const [onPage, asOwn] = [new Map<string, number>(), new Map<string, number>()];
    for (let place = 0; place < resultsIn(answer); place += 1) {
      const { record, marks } = marked.get(place) ?? UNMARKED;
      const own = ownOf(marks);
      const marker = own ?? byKey.get(keysOnPage[place] ?? '');
      const key = keysOnPage[place] ?? marker ?? `${keys.size}`;
      const times = Math.max(onceMore(onPage, key), keys.get(key)?.times ?? 0);
      keys.set(key, { times, isMarked: marks.all.size > 0 || marker !== undefined });
      for (const one of marks.all) traces.add(one);
      for (const one of marks.own.values()) begun.add(one);
      if (marker === undefined) continue;
      if (own === undefined) named.add(marker);
      shownAs.set(marker, record ?? (areRecordsKept(answer) ? recordsOf(answer)[place] : undefined));
      const known = places.get(marker) ?? [];
      if (known.length < PLACES_KEPT)
        places.set(marker, [...known, { page: answer, result: place + 1, key }]);
      const of = records.get(marker) ?? new Map<string, number>();
      // Different issues may have one key, if a service gives it to several.
      const ofMarker = onceMore(asOwn, JSON.stringify([key, marker]));
      records.set(marker, of.set(key, Math.max(ofMarker, of.get(key) ?? 0)));
    }
  }
  // An issue that stands among others that are repeated too is one: the list repeats what it holds.
  const isRepeating = [...keys.values()].some(({ times, isMarked }) => !isMarked && times > 1);
  if (isRepeating) for (const of of records.values()) for (const key of of.keys()) of.set(key, 1);
  return { ...shown, answered };
}

/** Returns how many records are the issue of a marker. */
export const timesShown = ({ records }: Shown, marker: string): number =>
  [...(records.get(marker)?.values() ?? [])].reduce((sum, times) => sum + times, 0);
