import type { Exchange } from '../client/exchange.ts';
import type { Identity } from '../snapshot/identity.ts';
import { keysOf, listingOf, resultsIn } from '../snapshot/listing.ts';
import type { Records } from '../snapshot/records.ts';
import type { Writer } from './writer.ts';

/** Where in a record its own text may stand, by what it begins with: paths, and the marker of each. */
type Places = ReadonlyMap<string, string>;

/** What a record shows of what this run sent. */
interface Marks {
  readonly own: Places;
  /** Every marker in it, be it in a text that quotes another issue. */
  readonly all: ReadonlySet<string>;
}

const UNMARKED = { record: null, marks: { own: new Map<string, string>(), all: new Set<string>() } };
const NAMES = '~';

/** Names that hold a digit may be those of one record alone, as an id is. */
const nameIn = (name: string): string => (/\d/.test(name) ? '*' : name);

const startsLike = (text: string, beginning: string): boolean =>
  text.trimStart().toLowerCase().startsWith(beginning.trimStart().toLowerCase());

/**
 * Where in a record texts begin as this run has sent them: a text that quotes a title is none. Places in an array are all
 * one, since nothing says that they mean different things.
 */
function marksOf(record: unknown, writer: Writer): Marks {
  const own = new Map<string, string>();
  const all = new Set<string>();
  const note = (path: string, text: string): void => {
    const marker = writer.markerIn(text);
    if (marker === undefined) return;
    all.add(marker);
    const isOwn = writer.textsOf(marker).some((beginning) => startsLike(text, beginning));
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

/** Characters of the records of one page that are kept for what they show. */
const MOST_MARKED = 256 * 1024;

const markedOnPage = new WeakMap<Records, ReadonlyMap<number, unknown>>();

/**
 * The records of a page that show anything of what this run sent, by their places. To be looked for as soon as the page is
 * there: of a long list not all records are kept until the last page was read.
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
  if (length <= MOST_MARKED) markedOnPage.set(listing.records, marked);
  return marked;
}

const depthOf = (path: string): number => path.split('/').length;

/**
 * Where records show the text that is their own. Records may name other issues too: their neighbours, the latest one of the
 * repository. What stands there shows fewer different issues, or one of them more often than it is in the list; where
 * nothing else tells two places apart, it is the one further out.
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

/** What some pages show of what this run sent. */
export interface Shown {
  /** Keys of the records that show each marker as their own, with how many issues each may be: as often as it stands on one page. */
  readonly records: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Every record by its key, with how often it stands on one page at most, and whether it shows any marker. */
  readonly keys: ReadonlyMap<string, { readonly times: number; readonly isMarked: boolean }>;
  /** Every marker that stands anywhere, be it in the record of another issue. */
  readonly traces: ReadonlySet<string>;
  /** Markers with which any text of a record begins. */
  readonly begun: ReadonlySet<string>;
  /** The record that shows each marker as its own. */
  readonly shownAs: ReadonlyMap<string, unknown>;
  /** Where the records stand that show a marker, in the order of the pages. */
  readonly places: ReadonlyMap<string, readonly Place[]>;
}

/** Where a record stands. */
interface Place {
  readonly page: Exchange;
  /** Which result it is, counted from 1. */
  readonly result: number;
  /** Its key. */
  readonly key: string;
}

/** Of the places of one issue, so many are kept: what is listed again and again is shown by a few of them. */
const MOST_PLACES = 20;

/** Counts a name once more. @returns how often it was counted */
function onceMore(counts: Map<string, number>, name: string): number {
  const times = (counts.get(name) ?? 0) + 1;
  counts.set(name, times);
  return times;
}

/**
 * Finds in some pages what this run has sent. A record that stands on two pages, or in two listings, is one, since the
 * list may have moved between them.
 */
export function shownIn(answers: readonly Exchange[], writer: Writer, identity: Identity): Shown {
  const pages = answers.map((answer) => {
    const marked = [...markedIn(answer, writer)].map(
      ([place, record]) => [place, { record, marks: marksOf(record, writer) }] as const,
    );
    return { answer, marked: new Map(marked) };
  });
  const all = pages.flatMap(({ marked }) => [...marked.values()].map(({ marks }) => marks));
  const accepted = writer.sent.filter(({ outcome }) => outcome === 'accepted');
  // A creation whose title says nothing of us shows its marker in its body.
  const paths = (['title', 'body'] as const).map((field) => {
    const markers = new Set(accepted.filter((sent) => sent.field === field).map(({ marker }) => marker));
    return { markers, path: ownPath(all, markers) };
  });
  const isAccepted = (marker: string): boolean => paths.some(({ markers }) => markers.has(marker));
  const ownOf = ({ own }: Marks): string | undefined => {
    for (const { markers, path } of paths) {
      const marker = own.get(path);
      if (marker !== undefined && markers.has(marker)) return marker;
    }
    return [...own.values()].find((marker) => !isAccepted(marker));
  };

  const records = new Map<string, Map<string, number>>();
  const keys = new Map<string, { times: number; isMarked: boolean }>();
  const traces = new Set<string>();
  const begun = new Set<string>();
  const places = new Map<string, Place[]>();
  const shownAs = new Map<string, unknown>();
  for (const { answer, marked } of pages) {
    // Issues that cannot be told apart are counted by what they show.
    const keysOnPage = identity.kind === 'none' ? [] : keysOf(answer, identity);
    const [onPage, asOwn] = [new Map<string, number>(), new Map<string, number>()];
    for (let place = 0; place < resultsIn(answer); place += 1) {
      const { record, marks } = marked.get(place) ?? UNMARKED;
      const marker = ownOf(marks);
      const key = keysOnPage[place] ?? marker ?? `${keys.size}`;
      const times = onceMore(onPage, key);
      const known = keys.get(key);
      keys.set(key, { times: Math.max(times, known?.times ?? 0), isMarked: marks.all.size > 0 });
      for (const one of marks.all) traces.add(one);
      for (const one of marks.own.values()) begun.add(one);
      if (marker === undefined) continue;
      shownAs.set(marker, record);
      const of = records.get(marker) ?? new Map<string, number>();
      // Different issues may have one key, where a service gives it to several.
      const own = onceMore(asOwn, JSON.stringify([key, marker]));
      records.set(marker, of.set(key, Math.max(own, of.get(key) ?? 0)));
      const shown = places.get(marker) ?? [];
      if (shown.length < MOST_PLACES)
        places.set(marker, [...shown, { page: answer, result: place + 1, key }]);
    }
  }
  // What stands among others that are repeated too is one issue: then it is the list that repeats.
  const isRepeating = [...keys.values()].some(({ times, isMarked }) => !isMarked && times > 1);
  if (isRepeating) for (const of of records.values()) for (const key of of.keys()) of.set(key, 1);
  return { records, keys, traces, begun, shownAs, places };
}

/** How many records show a marker as their own. */
export const timesShown = ({ records }: Shown, marker: string): number =>
  [...(records.get(marker)?.values() ?? [])].reduce((sum, times) => sum + times, 0);
