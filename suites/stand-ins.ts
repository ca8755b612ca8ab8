import fc from 'fast-check';
import { answeredLike, withQuery } from '../src/checks/alike.ts';
import { accepted } from '../src/checks/answers.ts';
import { atMost, moreThan, type Pages, pagesOf } from '../src/checks/numbers.ts';
import { pagesShown } from '../src/checks/shown-pages.ts';
import { unless } from '../src/checks/unless.ts';
import type { Query } from '../src/client/request.ts';
import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '../src/generate/per-page.ts';
import { directions, invalidSorts } from '../src/generate/sort.ts';
import type { RuleCase } from '../src/model/case.ts';
import type { Check } from '../src/model/check.ts';
import { all, byCase, unshown } from '../src/model/check.ts';
import { without } from '../src/model/query.ts';
import type { RuleId } from '../src/model/rule-ids.ts';
import { ATTEMPTS_TO_RULE_OUT_CHANCE } from '../src/model/tuning.ts';
import { always, toConfirm } from '../src/model/twins.ts';
import type { CaseRule, Free } from '../src/run/rule.ts';
import type { Trial } from '../src/run/trial.ts';
import { resultsIn } from '../src/snapshot/listing.ts';
import { unlikeBoth } from './both-twins.ts';
import { COMPARED, LATER_PAGES, SORTS } from './explained-by.ts';
import { unlessListed, unlike } from './impacts.ts';
import { LISTS } from './list-pages.ts';
import { isDefaultSize, isPublicList } from './list-per-page.ts';
import { AROUND_SIZE, type Beyond, sizesBeside } from './sizes.ts';

/** The size that stands in for one beyond the range (section 8). */
export interface StandIn {
  readonly size: number;
  /** The rule that judges that size. */
  readonly rule: RuleId;
  /** Returns the same query with that size. */
  readonly query: (query: Query) => Query;
  readonly says: string;
  readonly expected: string;
  /** Follows "a client is given other issues". */
  readonly than: string;
  /** The twin, and what holds by itself, for the documentation. */
  readonly compared: string;
  /** Returns the checks of a listing with nothing else, in their order. @param like compares with the size that stands in */
  readonly alone: (t: Trial, like: Check, pages: Pages) => readonly Check[];
}

/** At most 100 results. */
const capped = (pages: Pages): Check => atMost(() => MAX_PER_PAGE, { says: 'at most 100 results', pages });

export const MAXIMUM: StandIn = {
  size: MAX_PER_PAGE,
  rule: 'list.per-page.maximum',
  query: (query) => ({ ...query, per_page: String(MAX_PER_PAGE) }),
  says: 'per_page=100',
  expected: '200, capped at 100 results',
  than: 'than with per_page=100',
  compared: '`per_page=100`; by itself: 200 (the plain list), at most 100 results',
  alone: (_t, like, pages) => [capped(pages), like, moreThan(MAX_PER_PAGE, pages)],
};

export const DEFAULT: StandIn = {
  size: DEFAULT_PER_PAGE,
  rule: 'list.per-page.default',
  query: without('per_page'),
  says: 'the same request without per_page',
  expected: '200, with the default of 30 results',
  than: 'than without per_page',
  compared: 'the same without `per_page`; by itself: 200 (the plain list), 30 results where 31 issues exist',
  // If leaving out the page means another page than the first, that may be the short last one.
  alone: (t, like, pages) => [...(t.first.firstIsNamed ? [] : [isDefaultSize(pages)]), like],
};

/** The same results as with the size that stands in. If that one has another number of results than due, its own rule judges it. */
const likeStandIn = ({ query, says, size, rule }: StandIn): Check =>
  unless(answeredLike(query, says), ({ violation: { kind } }, { looks }) => {
    if (kind !== 'too-many' && kind !== 'too-few') return null;
    const isRight = looks.every(({ twins }) => {
      const [twin] = twins['like'] ?? [];
      return twin !== undefined && resultsIn(twin) === size;
    });
    return isRight ? null : unshown(`a twin of ${size} results, which it is not given`, [rule]);
  });

/**
 * Beside other parameters a size may be refused if the size that stands in is refused alike there, named or left out: a
 * service may refuse any size beside them.
 */
function acceptedBeside({ query, expected, size }: StandIn): Check {
  const isNamed = (one: RuleCase): boolean => query(one.query)['per_page'] !== undefined;
  const check = accepted({
    says: '200, unless the same request with the size that stands in is refused alike',
    expected,
    twins: (one) => ({
      'stand-in': always(withQuery(one, query(one.query))),
      named: isNamed(one)
        ? 'none'
        : toConfirm(withQuery(one, { ...query(one.query), per_page: String(size) })),
    }),
  });
  return unless(check, (violated, _looks, one) =>
    isNamed(one) || one.caller === 'anonymous' ? null : { ...violated, looks: ATTEMPTS_TO_RULE_OUT_CHANCE },
  );
}

/** Judges a size beside other parameters; which results a later page holds is judged by list.page.effective-size. */
function besideOthers(t: Trial, standIn: StandIn): Check {
  const pages: Pages = (one) => ({
    pages: t.pages.map((query) => withQuery(one, query)),
    confirming: 'the same',
  });
  const number = all(acceptedBeside(standIn), capped(pages));
  const results = unlikeBoth(likeStandIn(standIn), without('sort', 'direction'), SORTS);
  const whole = all(number, results, moreThan(standIn.size, pages));
  return byCase(whole.says, ({ query }) => (query['page'] === undefined ? whole : number));
}

/** A size beyond the range that stands alone. */
const aloneAs = (t: Trial, standIn: StandIn, pages: Pages): Check =>
  all(accepted({ expected: standIn.expected }), ...standIn.alone(t, likeStandIn(standIn), pages));

/** Judges what other rules were answered to such sizes beside other parameters. */
const freeBeside = (t: Trial, isOwn: (size: string) => boolean, standIn: StandIn): Free => ({
  check: all(acceptedBeside(standIn), capped(pagesOf([]))),
  of: ({ spec }) => {
    const { per_page: size, ...others } = spec.query ?? {};
    return typeof size === 'string' && isOwn(size) && Object.keys(others).length > 0 && isPublicList(t, spec);
  },
  judgesRefusals: true,
});

/** A rule on sizes beyond the range: each is answered like the size that stands in for it. */
export const answeredAs = (
  standIn: StandIn,
  {
    client,
    isOwn,
    ...rule
  }: Pick<CaseRule, 'id' | 'level' | 'statedIn' | 'touches' | 'says' | 'tried' | 'cases'> & {
    /** The client that the impact is said of. */
    readonly client: string;
    /** Returns true for the sizes of this rule. */
    readonly isOwn: (size: string) => boolean;
  },
): CaseRule => ({
  ...rule,
  phase: 'read',
  needs: [],
  data: { open: standIn.size + 1 },
  compared: `${standIn.compared}; refused beside other parameters only if the twin is, too`,
  impact: unlessListed(client, unlike(standIn.than)),
  explainedBy: [standIn.rule, ...SORTS, ...LATER_PAGES, ...COMPARED],
  preconditions: LISTS,
  check: async (t) => {
    const [alone, beside] = [aloneAs(t, standIn, await pagesShown(t)), besideOthers(t, standIn)];
    return byCase(`${alone.says}; beside other parameters: ${beside.says}`, ({ query }) =>
      Object.keys(query).length === 1 ? alone : beside,
    );
  },
  free: (t) => freeBeside(t, isOwn, standIn),
});

/** A size beyond the range beside each of the other parameters; in `thorough` generated ones too. */
export const casesBeside = (t: Trial, kind: Beyond, sizes: fc.Arbitrary<number | string>): RuleCase[] => [
  ...sizesBeside(t).flatMap((beside) => (beside.kind === kind ? [beside.one] : [])),
  ...t.generated(
    {
      values: fc.record(
        {
          per_page: sizes.map(String),
          state: fc.constant('open'),
          sort: invalidSorts,
          direction: directions,
          page: fc.integer({ min: 2, max: 4 }).map(String),
        },
        { requiredKeys: ['per_page'] },
      ),
      runs: { quick: 0, standard: 0, thorough: 40 },
    },
    (query, by) => t.list(query, { by, around: AROUND_SIZE }),
  ),
];
