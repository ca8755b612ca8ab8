import { keysIn, withQuery } from '../src/checks/alike.ts';
import { incomparable, lookShows, telling } from '../src/checks/answers.ts';
import { GREW } from '../src/checks/held-by.ts';
import { placesOf } from '../src/checks/naming.ts';
import { different } from '../src/checks/numbers.ts';
import type { Held } from '../src/checks/pages.ts';
import { areFull } from '../src/checks/walks.ts';
import { because } from '../src/client/doubt.ts';
import type { Query, RequestSpec } from '../src/client/request.ts';
import type { Caller } from '../src/client/test-bed.ts';
import { type Page, pageCount } from '../src/generate/page.ts';
import { MAX_PER_PAGE } from '../src/generate/per-page.ts';
import type { Looks, RuleCase } from '../src/model/case.ts';
import { broken, type Check, held, type Judgement, lacking, undecided, unshown } from '../src/model/check.ts';
import { ATTEMPTS_TO_RULE_OUT_CHANCE } from '../src/model/tuning.ts';
import { always, asked } from '../src/model/twins.ts';
import { count } from '../src/model/violation.ts';
import type { Trial } from '../src/run/trial.ts';
import { resultsIn } from '../src/snapshot/listing.ts';
import { FULL_PAGE, pageAfter } from '../src/snapshot/snapshot.ts';

/** The part of the list that was read, and so can be asked for by number. */
interface Extent {
  readonly total: number;
  readonly complete: boolean;
}

export async function listExtentOf(t: Trial): Promise<Extent> {
  const { keys, complete } = await t.run.now();
  return { total: keys.length, complete };
}

/** True if there is room for requests at the end of a list, and for those that strangers send there. */
export const FINDS_ENDS = { quick: false, standard: true, thorough: true } as const;

/** Returns the last page at full size of a list that was not read whole, or `null` if it was not found. */
async function lastOfLong(t: Trial): Promise<{ number: number; query: Query; length: number } | null> {
  const number = FINDS_ENDS[t.profile] ? await t.lastPage({}) : null;
  if (number === null) return null;
  const query = t.page(FULL_PAGE, number);
  return { number, query, length: resultsIn(await t.ask(t.listing(query))) };
}

/** Returns the length of the list as far as it is known, or `null` if its end was not found. */
export async function lengthOf(t: Trial): Promise<Extent | null> {
  const extent = await listExtentOf(t);
  if (extent.complete || !FINDS_ENDS[t.profile]) return extent;
  const last = await lastOfLong(t);
  return last === null ? null : { total: (last.number - 1) * FULL_PAGE + last.length, complete: true };
}

/** Returns the last page of the size that leaves it the most room to grow; number 0 if the first page is the last. */
export function lastWithRoom(length: Extent | null, sizes: readonly number[]): Page {
  const pages = sizes.map((size) => ({ size, number: length === null ? 0 : pageCount(length, size) }));
  const roomIn = ({ size, number }: Page): number => size * number - (length?.total ?? 0);
  const [first = { size: 0, number: 0 }] = pages
    .filter(({ number }) => number > 1)
    .toSorted((a, b) => roomIn(b) - roomIn(a));
  return first;
}

/** Records behind the end of the list. */
interface Behind {
  readonly look: Looks['looks'][number];
  readonly own: readonly string[];
  /** The number of the page that showed them. */
  readonly place: number;
  /** The records that no page of the list has. */
  readonly strangers: readonly string[];
  /** The number of records on the pages of the list. */
  readonly listed: number;
}

/** Returns the records of each answer, with those that no page of the list has. */
function strangersIn({ looks, known }: Looks): Behind[] {
  return looks.flatMap((look) => {
    const answer = telling(look);
    const pages = asked(look.twins).map((twin) => keysIn(twin, known));
    const own = answer === undefined ? null : keysIn(answer, known);
    if (own === null || pages.includes(null) || !areFull(asked(look.twins), FULL_PAGE)) return [];
    const listed = new Set(pages.flatMap((keys) => keys ?? []));
    const place = Number(new URL(answer?.request.url ?? '').searchParams.get('page'));
    return [{ look, own, place, strangers: own.filter((key) => !listed.has(key)), listed: listed.size }];
  });
}

const ENDS_FULL = because(
  'data',
  'The list ends with a full page, so that it may go on behind it unseen; create one more issue, or close one, and run again.',
);

/**
 * Expects no results behind the last page. Requests past the last page are unspecified, but an issue that no page has is
 * missing from the pages.
 */
export function nothingBehind(t: Trial, says: string): Check {
  return {
    says,
    twins: (one) => {
      const last = one.twins?.lastPage;
      const pages = last === undefined ? t.pages : [t.page(FULL_PAGE, 1), last, pageAfter(last)];
      return { pages: always(...pages.map((query) => withQuery(one, query))) };
    },
    judge: (looks, one): Judgement => {
      const doubt = incomparable(looks.looks);
      if (doubt !== null) return undecided(doubt);
      if (!looks.known.isNamed) return lacking('issues that have names of their own');
      const seen = strangersIn(looks);
      const strange = seen.filter(({ strangers }) => strangers.length > 0);
      // If the list moved since its pages were read, records behind them show nothing yet.
      const isFirst = seen.length === 1 && !looks.aged;
      // The last result stands on a page, unless that was cut.
      if (one.end === 'last result' && strange.length === 0) return lacking('issues behind the last page');
      const found = strange.length === 0 && isFirst ? seen.filter(({ own }) => own.length > 0) : strange;
      const last = found.at(-1);
      // For a long list three pages are read; the last one is empty while the list ends as before.
      const hasGrown = ({ own, place, listed }: Behind): boolean =>
        own.length > 0 && listed >= (one.twins?.lastPage === undefined ? place : 2 * FULL_PAGE + 1);
      if (last === undefined) {
        if (seen.length === 0 || !seen.every(hasGrown)) return lacking('issues behind the last page');
        return undecided(one.query['page'] === undefined ? ENDS_FULL : GREW);
      }
      const { look, own, listed } = last;
      const strangers = last.strangers.length > 0 ? last.strangers : own;
      // A record that says where it stands has another key elsewhere: then hardly any are known.
      const mayBePlaces = t.first.identity.kind !== 'field';
      if (mayBePlaces && own.length > 1 && 2 * strangers.length > own.length)
        return lacking('issues behind the last page');
      return broken(
        {
          kind: 'too-few',
          expected: 'every issue of the list on its pages',
          actual: `${count(strangers.length, 'issue')} behind the pages, which end after ${listed}`,
          records: placesOf(strangers, look.answers.slice(-1), looks.known),
          ...lookShows(look, 'context', asked(look.twins).slice(-1)),
        },
        found.length,
        { looks: ATTEMPTS_TO_RULE_OUT_CHANCE, age: !looks.aged },
      );
    },
  };
}

/** The name under which a case shows which end of the list it asks for. */
const WHICH = 'which is';
const BEHIND = 'behind the last page';

export const lastPage = (t: Trial, { size, number }: Page, by: Caller = t.base): RuleCase[] => {
  const one = t.list(t.page(size, number), { by });
  return number > 1 ? [{ ...one, shown: { ...one.shown, [WHICH]: 'the last page' }, end: 'last page' }] : [];
};

/** The last page shows whether it is cut only as long as it is the last one: a list that others write to grows beyond it. */
export const isStillLast = (heldOf: (one: RuleCase) => Held): Check<'holder'> => ({
  says: 'the last page is compared while it is the last one',
  isPrecondition: true,
  twins: (one) => ({ holder: always(withQuery(one, heldOf(one).holder)) }),
  judge: ({ looks, known }, one): Judgement => {
    const { from, size } = heldOf(one);
    const holders = looks.flatMap(({ twins: { holder: [holder] = [] } }) => {
      const keys = holder === undefined ? null : keysIn(holder, known);
      return keys === null ? [] : [keys];
    });
    if (holders.length === 0) return unshown('a list of issues as its last page');
    return holders.some((keys) => keys.length <= from + size)
      ? held(looks.flatMap((look) => telling(look) ?? []))
      : undecided(GREW);
  },
});

/** Returns the number of issues on all pages when they were last read, or 0 if the end is missing. */
function shownNow(t: Trial): number {
  const pages = t.pages.flatMap((query) => t.run.listings.answersTo(t.listing(query)).at(-1) ?? []);
  const last = pages.at(-1);
  return last === undefined || resultsIn(last) >= FULL_PAGE ? 0 : different(pages, t.known);
}

/** One result more than the list has: a page that ends with the list may have lost its last one. */
export async function behindTheLast(t: Trial): Promise<RuleCase[]> {
  const { total, complete } = await listExtentOf(t);
  if (complete) {
    const behind = (): RequestSpec => t.listing(t.page(1, Math.max(total, shownNow(t)) + 1));
    return total > 0 ? [{ ...t.list(t.page(1, total + 1)), asks: [behind], end: BEHIND }] : [];
  }
  const last = await lastOfLong(t);
  // Only a full last page of a long list may have lost another one behind it.
  if (last?.length !== FULL_PAGE) return [];
  const one = t.list(t.page(1, last.number * FULL_PAGE + 1));
  return [{ ...one, twins: { lastPage: last.query }, end: BEHIND }];
}

/** Returns the number of results that two full pages hold without a credential, or 0 without room to ask. */
export async function shownToStrangers(t: Trial): Promise<number> {
  if (!FINDS_ENDS[t.profile] || !t.listers.includes('anonymous')) return 0;
  const pages = await Promise.all(
    [1, 2].map((number) => t.ask(t.listing(t.page(FULL_PAGE, number), 'anonymous'))),
  );
  return pages.reduce((sum, page) => sum + resultsIn(page), 0);
}

/** The last result alone, without a credential: a last page that was cut or left out does not have it. */
export async function lastOfAll(t: Trial): Promise<RuleCase[]> {
  const { total, complete } = await listExtentOf(t);
  if (!complete || total < 2) return [];
  return t.byStrangers((by) => {
    const one = t.list(t.page(1, total), { by });
    return { ...one, shown: { ...one.shown, [WHICH]: 'the last result' }, end: 'last result' };
  });
}

/**
 * A list that ends with a full page may have been cut there. If another order shows issues that the default order does not
 * reach, later pages are missing. The specification names no order, so that a service may know none.
 */
export async function inAnotherOrder(t: Trial): Promise<RuleCase[]> {
  const { total, complete } = await listExtentOf(t);
  if (!complete || total === 0 || total % MAX_PER_PAGE !== 0) return [];
  return ['created', 'updated'].map((sort) =>
    Object.assign(t.list({ state: 'open', per_page: String(MAX_PER_PAGE), sort, direction: 'asc' }), {
      end: BEHIND,
    }),
  );
}
