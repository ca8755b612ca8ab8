import type { Exchange } from '../client/exchange.ts';
import type { Query, RequestSpec } from '../client/request.ts';
import type { Known, Look, Looks, RuleCase } from '../model/case.ts';
import { blaming } from '../model/causes.ts';
import { broken, type Check, held, type Judgement, lacking, undecided, unshown } from '../model/check.ts';
import type { RuleId } from '../model/rule-ids.ts';
import { always, asked, atFirst, toConfirm } from '../model/twins.ts';
import { count } from '../model/violation.ts';
import { listingOf } from '../snapshot/listing.ts';
import { allKeysIn, withQuery } from './alike.ts';
import { incomparable, lookShows, telling } from './answers.ts';

/** A number of issues, in words. */
const issues = (number: number): string => count(number, 'issue');

/** Returns how many different records some answers hold together. Only that shows how many issues exist. */
export function different(answers: readonly Exchange[], known: Known): number {
  return new Set(allKeysOf(answers, known)).size;
}

const allKeysOf = (answers: readonly Exchange[], known: Known): readonly string[] =>
  answers.flatMap((answer) => allKeysIn(answer, known));

/**
 * The records that the twins of each look showed: another one may have come or gone between a page and its twins. `null`
 * where fewer than two looks showed any.
 */
function shownThroughout(looks: readonly Look[], known: Known): ReadonlySet<string> | null {
  const [first, ...others] = looks.flatMap(({ twins }) => {
    const keys = new Set(allKeysOf(asked(twins), known));
    return keys.size === 0 ? [] : [keys];
  });
  if (first === undefined || others.length === 0) return null;
  return new Set([...first].filter((key) => others.every((keys) => keys.has(key))));
}

/** The number of results of an attempt, and of the issues that its twins show. */
interface Counted {
  readonly look: Look;
  readonly answer: Exchange;
  readonly results: number;
  /** Computed on demand, since it takes longer to tell issues apart than to count them. */
  readonly exist: () => number;
  /** True if that many exist even if this answer held a record fewer: then it could have been too short. */
  readonly isProven: (least: number) => boolean;
  /** True if there are more results, which were not counted. Then only too many of them can be seen. */
  readonly isMore?: true;
}

/** Returns a function that computes its result when it is first asked for, and keeps it. */
function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

function counted({ looks, earlier, known }: Looks): Counted[] {
  const lasting = lazily(() => shownThroughout([...earlier, ...looks], known));
  return looks.flatMap((look): Counted[] => {
    const answer = telling(look);
    if (answer === undefined) return [];
    const listing = listingOf(answer);
    if (listing.kind === 'unknown' && listing.results !== undefined)
      return [
        { look, answer, results: listing.results, exist: () => 0, isProven: () => false, isMore: true },
      ];
    if (listing.kind !== 'list') return [];
    const beside = lazily(() =>
      allKeysOf(
        asked(look.twins).filter((twin) => twin !== answer),
        known,
      ).filter((key) => lasting()?.has(key) !== false),
    );
    const exist = lazily(() => new Set([...allKeysIn(answer, known), ...beside()]).size);
    const isProven = (least: number): boolean => exist() > least || new Set(beside()).size >= least;
    return [{ look, answer, results: listing.records.length, exist, isProven }];
  });
}

/** Judges numbers of results, if the attempts show any. */
function judgeCounts(looks: Looks, judge: (all: readonly Counted[]) => Judgement): Judgement {
  const all = counted(looks);
  if (all.length > 0) return judge(all);
  const unread = incomparable(looks.looks);
  return unread === null ? unshown('a list as its answer') : undecided(unread);
}

function brokenCounts(
  kind: 'too-many' | 'too-few',
  wrong: readonly Counted[],
  expected: (one: Counted) => string,
): Judgement {
  const last = wrong.at(-1);
  if (last === undefined) return unshown('an answer that it can be judged by');
  const { look } = last;
  return broken(
    { kind, expected: expected(last), actual: given(last), ...lookShows(look, 'context') },
    wrong.length,
  );
}

const results = (number: number): string => count(number, 'result');
/** Says how many results were given. */
const given = ({ results: number, isMore }: Counted): string =>
  isMore === true ? `${results(number)} or more` : results(number);

/**
 * Pages of the same list that show how many issues there are, asked for with the parameters that choose its issues.
 * Confirming asks for the same, or for others in their place.
 */
export type Pages = (one: RuleCase) => {
  readonly pages: readonly RequestSpec[];
  readonly confirming: readonly RequestSpec[] | 'the same';
};

/** A page of the list that a case asks for: its state, its caller. */
export const pageBeside = (one: RuleCase, query: Query): RequestSpec =>
  withQuery(one, {
    ...(one.query['state'] === undefined ? {} : { state: one.query['state'] }),
    ...query,
  });

/** Pages at full size, with the state of the case. */
export const pagesOf =
  (queries: readonly Query[]): Pages =>
  (one) => ({ pages: queries.map((query) => pageBeside(one, query)), confirming: 'the same' });

/** Pages that are asked for in the first attempt only. */
const pagesAtFirst =
  (pages: Pages): Check['twins'] =>
  (one) => ({ pages: atFirst(...pages(one).pages) });

/** Pages that are asked for as often as the case. */
const pagesAlways =
  (pages: Pages): Check['twins'] =>
  (one) => {
    const { pages: own, confirming } = pages(one);
    return confirming === 'the same'
      ? { pages: always(...own) }
      : { pages: atFirst(...own), 'pages to confirm': toConfirm(...confirming) };
  };

/** The rule that more results than asked for break: this one, or another one. In the second case nothing follows here. */
export type TooMany = { readonly breaks: 'this' } | { readonly breaks: 'another'; readonly rule: RuleId };

/**
 * Expects exactly so many results if more issues exist, as so many different records show.
 * @param wanted returns the number for a case
 * @param least returns how many issues must exist before such a page must be full
 */
export function exactly(
  wanted: (one: RuleCase) => number,
  {
    says,
    pages,
    tooMany,
    least = (size) => size + 1,
  }: {
    says: string;
    pages: Pages;
    tooMany: TooMany;
    least?: (size: number) => number;
  },
): Check {
  return {
    says,
    twins: pagesAlways(pages),
    judge: (looks, each) =>
      judgeCounts(looks, (all) => {
        const size = wanted(each);
        const many = all.filter(({ results: number }) => number > size);
        const [first] = many;
        const few = all.filter(({ results: number, exist }) => number < size && exist() >= least(size));
        const expected = `exactly ${results(size)}`;
        if (few.length > 0)
          return brokenCounts(
            'too-few',
            few,
            (one) => `${expected}, since at least ${issues(one.exist())} exist`,
          );
        if (first !== undefined)
          return tooMany.breaks === 'this'
            ? brokenCounts('too-many', many, () => expected)
            : undecided(
                blaming(
                  [tooMany.rule],
                  `It was answered with ${given(first)}, which is too many, so it cannot be seen if it would be full.`,
                ),
              );
        const proven = all.filter(
          ({ results: number, isProven }) => number === size && isProven(least(size)),
        );
        return proven.length > 0
          ? held(proven.map(({ answer }) => answer))
          : lacking(`a list of at least ${issues(least(size))}`);
      }),
  };
}

/** Expects at most so many results. It shows something only if more issues exist. */
export function atMost(
  most: (one: RuleCase) => number,
  { says, pages }: { says: string; pages: Pages },
): Check {
  return {
    says,
    twins: pagesAtFirst(pages),
    judge: (looks, one) =>
      judgeCounts(looks, (all) => {
        const size = most(one);
        const many = all.filter(({ results: number }) => number > size);
        if (many.length > 0) return brokenCounts('too-many', many, () => `at most ${results(size)}`);
        const shown = all.filter(({ exist }) => exist() > size);
        return shown.length > 0
          ? held(shown.map(({ answer }) => answer))
          : lacking(`a list of more than ${issues(size)}`);
      }),
  };
}

/** Judges no answer. The case shows something only if more than so many issues exist. */
export function moreThan(number: number, pages: Pages): Check {
  return {
    says: `needs more than ${number} different records`,
    isPrecondition: true,
    twins: pagesAtFirst(pages),
    judge: (looks) =>
      judgeCounts(looks, (all) =>
        all.some(({ exist }) => exist() > number)
          ? held(all.map(({ answer }) => answer))
          : lacking(`a list of more than ${issues(number)}`),
      ),
  };
}
