import fc from 'fast-check';
import type { Query } from '../src/client/request.ts';
import type { Caller } from '../src/client/test-bed.ts';
import { allHonoured, honoured, MAX_PER_PAGE } from '../src/generate/per-page.ts';
import { invalidSortExamples } from '../src/generate/sort.ts';
import type { RuleCase } from '../src/model/case.ts';
import { callersFor } from '../src/model/generated.ts';
import { without } from '../src/model/query.ts';
import type { ListingCase, Trial } from '../src/run/trial.ts';

/** Sizes at the ends and around the default, the documented example first. */
const EDGES = [10, 100, 1, 99, 30, 31, 29, 50, 2];

/**
 * Sizes that the base caller asks for, and somebody without a credential. The numbers say how many are drawn, how many
 * callers ask for each, and how many the base caller asks for too. `spares` is true if callers without a credential, who may
 * send few requests, ask for none of the drawn ones.
 */
const SIZES = {
  quick: { byBase: [10, 100], byOther: [1], drawn: 1, callers: 1, byBaseToo: 0, spares: false },
  standard: { byBase: EDGES, byOther: [10, 100], drawn: 12, callers: 1, byBaseToo: 0, spares: true },
  thorough: { byBase: EDGES, byOther: [10, 100], drawn: 100, callers: 2, byBaseToo: 100, spares: false },
};

/** Returns the callers who may list and send any number of requests. */
const withoutStrangers = (t: Trial): Caller[] =>
  t.listers.filter((caller) => caller === t.base || caller !== 'anonymous');

/** Returns the sizes from 1 to 100 that several rules share, so that each is asked for once. */
export function honouredSizes(t: Trial): RuleCase[] {
  const seed = t.seed('honoured sizes');
  const [drawn = []] = fc.sample(allHonoured, { seed, numRuns: 1 });
  const sizes = SIZES[t.profile];
  const drawing = sizes.spares ? withoutStrangers(t) : t.listers;
  const other = t.listers.includes('anonymous') ? 'anonymous' : t.base;
  const of = (size: number, by = t.base): RuleCase => ({
    ...t.list(t.fromBeginning({ per_page: String(size) }), { by }),
    origin: {
      property: 0,
      value: size,
      values: honoured,
      at: null,
      seed,
      make: (value) => of(Number(value), by),
    },
  });
  const cases = [
    ...sizes.byBase.map((size) => of(size)),
    ...sizes.byOther.map((size) => of(size, other)),
    ...drawn.slice(0, sizes.drawn).flatMap((size, place) => {
      const callers = callersFor(place, seed, drawing).slice(0, sizes.callers);
      return callers.map((by) => of(size, by));
    }),
    ...drawn.slice(0, sizes.byBaseToo).map((size) => of(size)),
  ];
  return [...new Map(cases.map((one) => [JSON.stringify(one.shown), one])).values()];
}

/** Sizes beyond the range that stand beside other parameters: two for each of the four rules on such sizes. */
const BEYOND = {
  above: { plain: '150', other: String(2 ** 15), directed: String(2 ** 16 + 10) },
  huge: { plain: String(2n ** 32n + 10n), other: String(2n ** 63n - 1n), directed: String(2n ** 32n) },
  zero: { plain: '0', other: '0', directed: '0' },
  negative: { plain: '-1', other: String(-(2n ** 31n)), directed: String(-(2n ** 32n) + 10n) },
} as const;

/** Parameters that only stand beside a size. */
export const AROUND_SIZE = ['state', 'sort', 'direction', 'page'];

/** A way to be beyond the range. */
export type Beyond = keyof typeof BEYOND;

const KINDS = ['above', 'huge', 'zero', 'negative'] as const satisfies readonly Beyond[];
const [SORT] = invalidSortExamples;

/** Returns the same query with the size that stands in (section 8): 100 for a larger one, none for one below 1. */
export const asInRange = (query: Query): Query =>
  Number(query['per_page']) > MAX_PER_PAGE
    ? { ...query, per_page: String(MAX_PER_PAGE) }
    : without('per_page')(query);

/** True if the size of a query is beyond the range. */
export function isBeyond({ per_page: size }: Query): boolean {
  return (
    typeof size === 'string' && /^-?\d+$/.test(size) && !(Number(size) >= 1 && Number(size) <= MAX_PER_PAGE)
  );
}

/**
 * Returns queries with a size beside a state, a direction and an invalid sort, each alone and all at once. A size that is a
 * twin here, or has one, is asked for alone or beside the state too.
 */
const besides = (kind: Beyond, direction: string) => {
  const { plain, other, directed } = BEYOND[kind];
  return {
    state: { state: 'open', per_page: other },
    direction: { direction, per_page: directed },
    sort: { sort: SORT, per_page: plain },
    all: { state: 'open', sort: SORT, direction, per_page: other },
  };
};

/** A case with a size beyond the range beside other parameters. */
interface Beside {
  readonly kind: Beyond;
  readonly one: RuleCase;
}

/** A size beside other parameters; the plainest size of its kind, or less beside it, may show the same. */
function beside(t: Trial, kind: Beyond, query: Query, how: ListingCase): RuleCase {
  const one = t.list(query, { ...how, around: AROUND_SIZE });
  const { plain } = BEYOND[kind];
  const plainer = (): RuleCase[] =>
    query['per_page'] === plain ? [] : [beside(t, kind, { ...query, per_page: plain }, how)];
  return { ...one, smaller: () => [...(one.smaller?.() ?? []), ...plainer()] };
}

/**
 * Returns sizes beyond the range, each beside a state, a direction, an invalid sort and all three. Each is asked for once
 * for all rules that judge it. The seed draws the caller. list.page.effective-size asks for them beside a page.
 */
export function sizesBeside(t: Trial): Beside[] {
  const seed = t.seed('sizes beside others');
  const callers = withoutStrangers(t);
  const rows = KINDS.flatMap((kind, place) => {
    const queries = Object.values(besides(kind, place < 2 ? 'asc' : 'desc'));
    const [drawn] = callersFor(place, seed, callers);
    return callers.flatMap((by) => {
      const depth = by === drawn ? 'standard' : 'thorough';
      return queries.map((query): Beside => ({ kind, one: beside(t, kind, query, { by, depth }) }));
    });
  });
  return [...rows, ...byStrangers(t)];
}

/** The same without a credential, one of each kind and only in `thorough`, since requests are few. */
const byStrangers = (t: Trial): Beside[] =>
  KINDS.flatMap((kind) => {
    const { state, sort } = besides(kind, 'asc');
    return [state, sort].flatMap((query) =>
      t
        .byStrangers((by) => beside(t, kind, query, { by, depth: 'thorough' }))
        .map((one): Beside => ({ kind, one })),
    );
  });
