import fc from 'fast-check';
import type { Query } from '../src/client/request.ts';
import { answeredLike, without, withQuery } from '../src/engine/alike.ts';
import { accepted } from '../src/engine/answers.ts';
import type { RuleCase } from '../src/engine/case.ts';
import { atMost, moreThan, type Pages, pagesOf } from '../src/engine/numbers.ts';
import type { Oracle } from '../src/engine/oracle.ts';
import { all, byCase, unshown } from '../src/engine/oracle.ts';
import type { CaseRule, Free } from '../src/engine/rule.ts';
import type { RuleId } from '../src/engine/rule-ids.ts';
import { pagesShown } from '../src/engine/shown-pages.ts';
import type { Trial } from '../src/engine/trial.ts';
import { ATTEMPTS_TO_RULE_OUT_CHANCE } from '../src/engine/tuning.ts';
import { always, toConfirm } from '../src/engine/twins.ts';
import { unless } from '../src/engine/unless.ts';
import { aboveMaximum, huge, MAX_PER_PAGE } from '../src/generate/per-page.ts';
import { directions, invalidSorts } from '../src/generate/sort.ts';
import { resultsIn } from '../src/snapshot/listing.ts';
import { unlikeBoth } from './both-twins.ts';
import { COMPARED, LATER_PAGES, SORTS } from './explained-by.ts';
import { unlessListed, unlike } from './impacts.ts';
import { LISTS } from './list-pages.ts';
import { isPublicList } from './list-per-page.ts';
import { AROUND_SIZE, type Beyond, sizesBeside } from './sizes.ts';

/** The size that stands in for one beyond the range (section 8). */
export interface StandIn {
  readonly size: number;
  /** The rule that judges that size. */
  readonly rule: RuleId;
  /** The same query with that size. */
  readonly query: (query: Query) => Query;
  readonly says: string;
  readonly expected: string;
}

const MAXIMUM: StandIn = {
  size: MAX_PER_PAGE,
  rule: 'list.per-page.maximum',
  query: (query) => ({ ...query, per_page: String(MAX_PER_PAGE) }),
  says: 'per_page=100',
  expected: '200, capped at 100 results',
};

const isAbove = (size: string): boolean => /^\d+$/.test(size) && Number(size) > MAX_PER_PAGE;

/** Above what an integer of 32 bits holds. */
const isHuge = (size: string): boolean => isAbove(size) && Number(size) >= 2 ** 31 - 1;

/** What is above the maximum is answered like the maximum: 200, no more than that, and the same results. */
const likeMaximum = (pages: Pages): Oracle =>
  all(
    accepted({ expected: MAXIMUM.expected }),
    atMost(() => MAX_PER_PAGE, { says: 'at most 100 results', pages }),
    likeStandIn(MAXIMUM),
    moreThan(MAX_PER_PAGE, pages),
  );

/** The same results as with the size that stands in. If that one has another number of results than due, its own rule judges it. */
export const likeStandIn = ({ query, says, size, rule }: StandIn): Oracle =>
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
function acceptedBeside({ query, expected, size }: StandIn): Oracle {
  const isNamed = (one: RuleCase): boolean => query(one.query)['per_page'] !== undefined;
  const oracle = accepted({
    says: '200, unless the same request with the size that stands in is refused alike',
    expected,
    twins: (one) => ({
      'stand-in': always(withQuery(one, query(one.query))),
      named: isNamed(one)
        ? 'none'
        : toConfirm(withQuery(one, { ...query(one.query), per_page: String(size) })),
    }),
  });
  return unless(oracle, (violated, _looks, one) =>
    isNamed(one) || one.caller === 'anonymous' ? null : { ...violated, looks: ATTEMPTS_TO_RULE_OUT_CHANCE },
  );
}

/** At most 100 results beside other parameters. */
const capped = (pages: Pages): Oracle => atMost(() => MAX_PER_PAGE, { says: 'at most 100 results', pages });

/** Judges a size beside other parameters; which results a later page holds is judged by list.page.effective-size. */
function besideOthers(t: Trial, standIn: StandIn): Oracle {
  const pages: Pages = (one) => ({
    pages: t.pages.map((query) => withQuery(one, query)),
    confirming: 'the same',
  });
  const number = all(acceptedBeside(standIn), capped(pages));
  const results = unlikeBoth(likeStandIn(standIn), without('sort', 'direction'), SORTS);
  const whole = all(number, results, moreThan(standIn.size, pages));
  return byCase(whole.says, ({ query }) => (query['page'] === undefined ? whole : number));
}

/** Judges a size beyond the range by what stands beside it. */
export const aloneOrBeside = (t: Trial, alone: Oracle, standIn: StandIn): Oracle => {
  const beside = besideOthers(t, standIn);
  return byCase(`${alone.says}; beside other parameters: ${beside.says}`, ({ query }) =>
    Object.keys(query).length === 1 ? alone : beside,
  );
};

/** Judges what other rules were answered to such sizes beside other parameters. */
export const freeBeside = (t: Trial, isOwn: (size: string) => boolean, standIn: StandIn): Free => ({
  oracle: all(acceptedBeside(standIn), capped(pagesOf([]))),
  of: ({ spec }) => {
    const { per_page: size, ...others } = spec.query ?? {};
    return typeof size === 'string' && isOwn(size) && Object.keys(others).length > 0 && isPublicList(t, spec);
  },
  judgesRefusals: true,
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

/** Beyond 64 bits, where it is 10, and so long that some write it with an exponent. */
const HUGEST = String(2n ** 70n + 10n);

/** At the edges of 32 and 64 bits, beyond them, and where a size wraps round to 10. */
const HUGE = [...[2n ** 32n + 10n, 2n ** 63n, 2n ** 31n - 1n, 2n ** 31n].map(String), HUGEST] as const;

/** Such as stand beside other parameters in `standard`, or are much like others. */
const MORE_HUGE = [2n ** 32n, 2n ** 63n - 1n, 2n ** 64n, 2n ** 64n + 10n, 10n ** 30n].map(String);

/** Page sizes beyond the range (sections 4.1, 7 and 8). */
export const listPerPageBeyond: readonly CaseRule[] = [
  {
    id: 'list.per-page.above-maximum',
    level: 'required',
    sections: ['8'],
    phase: 'read',
    needs: [],
    data: { open: 101 },
    says: 'Any `per_page` above 100 answers 200 with just what `per_page=100` gives: never more than 100 results.',
    tried:
      '101 and 150 are asked for by every caller, then sizes that wrap round in 16 bits and generated ones. Each is compared with per_page=100, asked for by the same caller. With 100 issues or fewer a missing cap cannot show; 101 decide it.',
    compared:
      '`per_page=100`; by itself: 200 (the plain list), at most 100 results; refused beside other parameters only if the twin is, too',
    impact: unlessListed(
      'A client that asks for more than 100',
      unlike('A client that asks for more than 100', 'than with per_page=100'),
    ),
    explainedBy: ['list.per-page.maximum', ...SORTS, ...LATER_PAGES, ...COMPARED],
    preconditions: LISTS,
    cases: (t) => [
      ...t.everyCaller({ per_page: '150' }),
      ...t.everyCaller({ per_page: '101' }, { inQuick: 'other', again: 'thorough' }),
      ...t.generated(
        {
          values: aboveMaximum,
          runs: { quick: 0, standard: 3, thorough: 100 },
          examples: { quick: [], standard: [], thorough: [2 ** 16 + 10, 2 ** 15] },
        },
        (size, by) => t.list({ per_page: String(size) }, { by }),
      ),
      ...casesBeside(t, 'above', aboveMaximum),
    ],
    oracle: async (t) => aloneOrBeside(t, likeMaximum(await pagesShown(t)), MAXIMUM),
    free: (t) => freeBeside(t, (size) => isAbove(size) && !isHuge(size), MAXIMUM),
  },
  {
    id: 'list.per-page.huge',
    level: 'implied',
    sections: ['7', '8'],
    phase: 'read',
    needs: [],
    data: { open: 101 },
    says: 'A `per_page` too large for a 32-bit or 64-bit integer answers 200 and is capped at 100 like any other large one.',
    tried:
      'The values on both sides of the signed and unsigned limits of 32 and 64 bits are tried, and generated ones near them. Each is compared with per_page=100, asked for by the same caller. 101 issues decide it.',
    compared:
      '`per_page=100`; by itself: 200 (the plain list), at most 100 results; refused beside other parameters only if the twin is, too',
    impact: unlessListed(
      'A client that asks for the largest integer of its language',
      unlike('A client that asks for the largest integer of its language', 'than with per_page=100'),
    ),
    explainedBy: ['list.per-page.maximum', ...SORTS, ...LATER_PAGES, ...COMPARED],
    preconditions: LISTS,
    cases: (t) => [
      ...t.generated(
        {
          values: huge,
          runs: { quick: 0, standard: 2, thorough: 60 },
          examples: { quick: [HUGEST], standard: HUGE, thorough: [...HUGE, ...MORE_HUGE] },
        },
        (size, by) => t.list({ per_page: size }, { by }),
      ),
      ...casesBeside(t, 'huge', huge),
      // Without a credential there are few requests: one of each kind, beside what needs no other twin.
      ...t.byStrangers((by) => t.list({ state: 'open', per_page: HUGEST }, { by, around: AROUND_SIZE })),
    ],
    oracle: async (t) => aloneOrBeside(t, likeMaximum(await pagesShown(t)), MAXIMUM),
    free: (t) => freeBeside(t, isHuge, MAXIMUM),
  },
];
