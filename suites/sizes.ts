import fc from 'fast-check';
import type { Query } from '../src/client/request.ts';
import type { Caller } from '../src/client/test-bed.ts';
import { without } from '../src/engine/alike.ts';
import type { RuleCase } from '../src/engine/case.ts';
import { callersFor } from '../src/engine/generated.ts';
import type { ListingCase, Trial } from '../src/engine/trial.ts';
import { allHonoured, honoured, MAX_PER_PAGE } from '../src/generate/per-page.ts';
import { invalidSortExamples } from '../src/generate/sort.ts';

/** At the ends, around the default, and the documented example first. */
const EDGES = [10, 100, 1, 99, 30, 31, 29, 50, 2];

/**
 * Sizes that the base caller asks for, and somebody without a credential; how many are drawn, by how many callers each of
 * them is asked for, and how many of them by the base caller too; and whether callers without a credential, who may send few
 * requests, are spared for other kinds.
 */
const SIZES = {
  quick: { byBase: [10, 100], byOther: [1], drawn: 1, callers: 1, byBaseToo: 0, spares: false },
  standard: { byBase: EDGES, byOther: [10, 100], drawn: 12, callers: 1, byBaseToo: 0, spares: true },
  thorough: { byBase: EDGES, byOther: [10, 100], drawn: 100, callers: 2, byBaseToo: 100, spares: false },
};

/** Those who may list and send as many requests as they like. */
const withoutStrangers = (t: Trial): Caller[] =>
  t.listers.filter((caller) => caller === t.base || caller !== 'anonymous');

/** The sizes from 1 to 100 that several rules look at, so that each is asked for once. */
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

/** What only stands beside a size. */
export const AROUND_SIZE = ['state', 'sort', 'direction', 'page'];

/** In which way a size is beyond the range. */
export type Beyond = keyof typeof BEYOND;

const KINDS = ['above', 'huge', 'zero', 'negative'] as const satisfies readonly Beyond[];
const [SORT] = invalidSortExamples;

/** The same query with the size that its own stands for (section 8): 100 if it is larger, none if it is below 1. */
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
 * What stands beside a size: each alone, and an invalid sort with a direction and a state too. A size that is a twin here, or
 * has one, is asked for alone or beside the state too.
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
 * Sizes beyond the range, each beside a state, a direction, an invalid sort and all three, so that each is asked for once for
 * all rules that judge it. The seed draws who asks. A page stands beside such sizes in list.page.effective-size.
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

/** Without a credential there are few requests: all that need them have their own, and in `thorough` each kind is asked for. */
const byStrangers = (t: Trial): Beside[] =>
  KINDS.flatMap((kind) => {
    const { state, sort } = besides(kind, 'asc');
    return [state, sort].flatMap((query) =>
      t
        .byStrangers((by) => beside(t, kind, query, { by, depth: 'thorough' }))
        .map((one): Beside => ({ kind, one })),
    );
  });
