import type { Exchange } from '../client/exchange.ts';
import type { Query, RequestSpec } from '../client/request.ts';
import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '../generate/per-page.ts';
import type { Known, Look, Looks, RuleCase } from '../model/case.ts';
import { blaming } from '../model/causes.ts';
import type { Check } from '../model/check.ts';
import { broken, held, type Judgement, lacking, undecided, unshown } from '../model/check.ts';
import { nameOf } from '../model/query.ts';
import {
  ATTEMPTS_TO_RULE_OUT_CHANCE,
  ORDER_SHARE_OF_AN_EDIT,
  RESULTS_OF_ONE_CHANGE,
  RESULTS_SHIFTED,
  SIGHTINGS_TO_ACCUSE,
} from '../model/tuning.ts';
import { always } from '../model/twins.ts';
import { count, inWords, type ViolationKind } from '../model/violation.ts';
import { listingOf } from '../snapshot/listing.ts';
import {
  type Common,
  commonOf,
  type Difference,
  differenceFrom,
  numbered,
  sameKeys,
} from '../snapshot/sequence.ts';
import { lastOf, listed, lookShows, notCompared, telling } from './answers.ts';
import { compared, type ResultsPart } from './naming.ts';

/** The request of a case with another query: the same caller, the same repository, the same headers. */
export const withQuery = (one: RuleCase, query: Query): RequestSpec => ({ ...lastOf(one), query });

/** Keys of a listing; `null` where it is none, or holds what is no issue. */
export function rawKeysIn(exchange: Exchange, known: Known): readonly string[] | null {
  const isList = listingOf(exchange).kind === 'list' && known.holdsIssues(exchange);
  return isList ? allKeysIn(exchange, known) : null;
}

/** The keys of all that a listing holds, be it issues or not; none where it is none. */
export function allKeysIn(exchange: Exchange, known: Known): readonly string[] {
  const listing = listingOf(exchange);
  return listing.kind === 'list' ? known.keysOf(listing.records) : [];
}

const named = new WeakMap<readonly string[], readonly string[]>();

/** Returns keys as {@link rawKeysIn} does, each with a name of its own, since two issues may look the same. */
export function keysIn(exchange: Exchange, known: Known): readonly string[] | null {
  const keys = rawKeysIn(exchange, known);
  if (keys === null) return null;
  const earlier = named.get(keys) ?? numbered(keys);
  named.set(keys, earlier);
  return earlier;
}

/**
 * True if the difference could come from a list of another time.
 * @param isAtEnd true if the list ends here, so that any number may come or go
 * @param aged true if the list was given its time
 */
function isOfAge(difference: Difference, { moved }: Common, aged: boolean, isAtEnd: boolean): boolean {
  const isAtRest = aged && moved === 0;
  switch (difference.kind) {
    case 'fewer':
    case 'more':
      return (isAtEnd || difference.by <= RESULTS_OF_ONE_CHANGE) && !isAtRest;
    case 'order':
      return (
        difference.displaced <= Math.max(RESULTS_SHIFTED, ORDER_SHARE_OF_AN_EDIT * difference.of) && !isAtRest
      );
    case 'records': {
      // Only results that moved while the twin was asked can have moved for the case.
      const most = Math.max(difference.foreign.length, difference.missing.length);
      return !(isAtRest || (aged && (difference.inside || most > moved + RESULTS_SHIFTED)));
    }
    case 'flaky':
      return true;
  }
}

const KINDS: Readonly<Record<Exclude<Difference['kind'], 'flaky'>, ViolationKind>> = {
  fewer: 'too-few',
  more: 'too-many',
  order: 'wrong-order',
  records: 'wrong-results',
};

/** Says how the query of a twin differs, in a few words: "with per_page=100", "without sort and direction". */
export function besides(query: Query, twin: Query): string {
  const given = Object.entries(twin).filter(([name, value]) => String(query[name]) !== String(value));
  const left = Object.keys(query).filter((name) => twin[name] === undefined);
  const parts = [
    ...(given.length > 0 ? [`with ${nameOf(Object.fromEntries(given))}`] : []),
    ...(left.length > 0 ? [`without ${inWords(left)}`] : []),
  ];
  return parts.length === 0 ? 'before' : parts.join(' and ');
}

/**
 * Returns how many results a full page has: the documented maximum for more, the default for anything else (section 8).
 */
function sizeOf({ per_page: size }: Query): number {
  const number = Number(size ?? DEFAULT_PER_PAGE);
  return number >= 1 ? Math.min(number, MAX_PER_PAGE) : DEFAULT_PER_PAGE;
}

/** An answer of a case and its keys, and how they differ from what all answers of the twin have in common. */
interface Apart extends ResultsPart {
  readonly look: Look;
  readonly difference: Difference;
}

/** Returns the answers that lie outside of all that the twin gave. */
function outsideOf(
  own: readonly (ResultsPart & { readonly look: Look })[],
  common: Common,
  given: readonly (readonly string[])[],
): Apart[] {
  return own.flatMap((part) => {
    const { keys } = part;
    const difference = differenceFrom(common, keys);
    if (difference === null) return [];
    const isCount = difference.kind === 'fewer' || difference.kind === 'more';
    // The twin got the same, or as many, before. The difference is then none of this request's.
    const isGiven = given.some((each) => (isCount ? each.length === keys.length : sameKeys(each, keys)));
    return isGiven ? [] : [{ ...part, difference }];
  });
}

/** Returns the lists among some answers, with their keys. */
export const partsOf = (
  answers: readonly (Exchange | undefined)[],
  known: Known,
  keysOf: typeof keysIn = keysIn,
): ResultsPart[] =>
  answers.flatMap((answer) => {
    const keys = answer === undefined ? null : keysOf(answer, known);
    return answer === undefined || keys === null ? [] : [{ answer, keys }];
  });

/**
 * Judges answers by those of a twin that was asked as often; sentences name the first difference.
 * @param like the twin's query
 * @param twinName the twin's name
 */
export function judgeAlike<T extends string>(
  all: Looks<T>,
  one: RuleCase,
  like: Query,
  twinName: T,
): Judgement {
  const nothing = notCompared(all);
  if (nothing !== null) return nothing;
  const { looks, earlier, aged, past, known } = all;
  const ofTwins = partsOf(
    [...earlier, ...looks].map(({ twins }) => twins[twinName]?.[0]),
    known,
  );
  const own = looks.flatMap((look) =>
    partsOf([telling(look)], known).map(({ answer, keys }) => ({ look, answer, keys })),
  );
  const [lastTwin] = ofTwins.slice(-1);
  if (lastTwin === undefined) return unshown(`an answer to ${nameOf(like)} that it can be compared with`);
  if (own.length === 0) {
    const seen = looks.map(listed).find((listing) => listing !== null);
    const what = seen !== undefined && seen !== null && 'seen' in seen ? ` (it was ${seen.seen})` : '';
    return unshown(`a list of issues as its answer${what}`);
  }
  const common = commonOf(ofTwins.map(({ keys }) => keys));
  const given = partsOf(past[twinName] ?? [], known).map(({ keys }) => keys);
  const outside = outsideOf(own, common, given);
  const last = outside.at(-1);
  if (last === undefined) return held(own.map(({ answer }) => answer));
  const ofLook: Look<T> | undefined = looks.find((look) => look === last.look);
  const [twin = lastTwin] = partsOf([ofLook?.twins[twinName]?.[0]], known);
  return apartAs(last, outside.length, { one, like, twin, common, aged, known });
}

/** The twin that answers differ from. */
interface Beside {
  readonly one: RuleCase;
  readonly like: Query;
  readonly twin: ResultsPart;
  readonly common: Common;
  readonly aged: boolean;
  readonly known: Known;
}

/** Judges answers that lie outside of all that the twin gave. */
function apartAs(last: Apart, seen: number, { one, like, twin, common, aged, known }: Beside): Judgement {
  const { difference, look, keys } = last;
  if (difference.kind === 'flaky')
    return undecided(
      blaming(
        ['list.page.partition'],
        `${nameOf(like)} is answered otherwise each time, so nothing can be compared with it.`,
        'unstable',
      ),
    );
  const beside = compared(last, twin, known);
  const isCount = difference.kind === 'fewer' || difference.kind === 'more';
  const size = sizeOf(one.query);
  const isAtEnd = Number(one.query['page'] ?? 1) > 1 || (keys.length < size && common.longest < size);
  return broken(
    {
      kind: KINDS[difference.kind],
      expected: `${isCount ? count(twin.keys.length, 'result') : beside.twin}, as ${besides(one.query, like)}`,
      actual: isCount ? count(keys.length, 'result') : beside.own,
      difference: beside.difference,
      ...lookShows(look, 'twins', [twin.answer]),
    },
    seen,
    {
      looks: isCount ? SIGHTINGS_TO_ACCUSE : ATTEMPTS_TO_RULE_OUT_CHANCE,
      age: isOfAge(difference, common, aged, isAtEnd),
    },
  );
}

/** True if a page could show another order or other results. One result alone could not. */
const couldDiffer = ({ looks, known }: Looks<'like'>): boolean =>
  looks.some(
    ({ twins: { like: [twin] = [] } }) => twin !== undefined && new Set(keysIn(twin, known)).size > 1,
  );

/**
 * Expects the same results, in the same order, as the twin request of the same caller.
 * @param twinOf returns the twin's query
 * @param says the name of the twin in the documentation
 */
export const answeredLike = (twinOf: (query: Query) => Query, says: string): Check<'like'> => ({
  says: `like ${says}`,
  twins: (one) => ({ like: always(withQuery(one, twinOf(one.query))) }),
  judge: (looks, one) => {
    const judgement = judgeAlike(looks, one, twinOf(one.query), 'like');
    return judgement.kind === 'held' && !couldDiffer(looks)
      ? lacking('a list of at least two issues')
      : judgement;
  },
});
