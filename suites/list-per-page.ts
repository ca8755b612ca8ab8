import fc from 'fast-check';
import type { Query, RequestSpec } from '../src/client/request.ts';
import { sameRepository } from '../src/client/test-bed.ts';
import { answeredLike, without, withQuery } from '../src/engine/alike.ts';
import { accepted, supposed } from '../src/engine/answers.ts';
import type { RuleCase } from '../src/engine/case.ts';
import { blaming } from '../src/engine/causes.ts';
import { atMost, exactly, moreThan, type Pages, pagesOf } from '../src/engine/numbers.ts';
import type { Oracle } from '../src/engine/oracle.ts';
import { all, byCase, lacking, undecided, unshown } from '../src/engine/oracle.ts';
import { repositoriesAreTold, somebodyLists } from '../src/engine/preconditions.ts';
import type { CaseRule, Free } from '../src/engine/rule.ts';
import type { RuleId } from '../src/engine/rule-ids.ts';
import { pagesShown } from '../src/engine/shown-pages.ts';
import type { Trial } from '../src/engine/trial.ts';
import { ATTEMPTS_TO_RULE_OUT_CHANCE } from '../src/engine/tuning.ts';
import { always, toConfirm } from '../src/engine/twins.ts';
import { aboveMaximum, DEFAULT_PER_PAGE, huge, MAX_PER_PAGE, negative } from '../src/generate/per-page.ts';
import { directions, invalidSorts } from '../src/generate/sort.ts';
import { resultsIn } from '../src/snapshot/listing.ts';
import { unlikeBoth } from './both-twins.ts';
import { COMPARED, LATER_PAGES, SORTS } from './explained-by.ts';
import { unlessListed, unlike } from './impacts.ts';
import { type Beyond, honouredSizes, sizesBeside } from './sizes.ts';

const LISTS = [repositoriesAreTold, somebodyLists];

/** The size that a case asks for. */
const sizeOf = ({ query }: RuleCase): number => Number(query['per_page']);

/** The size that stands in for one beyond the range (section 8). */
interface StandIn {
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
const DEFAULT: StandIn = {
  size: DEFAULT_PER_PAGE,
  rule: 'list.per-page.default',
  query: without('per_page'),
  says: 'the same request without per_page',
  expected: '200, with the default of 30 results',
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

/** The same results as with the size that stands in, unless that one is wrong itself. */
const likeStandIn = ({ query, says, size, rule }: StandIn): Oracle =>
  unlessTwinIsShort(answeredLike(query, says), size, rule);

/**
 * Beside other parameters a size is refused only if the size that stands in for it is refused alike there, be it named or left
 * out: a service may refuse any size beside them.
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
  return {
    ...oracle,
    judge: (looks, one) => {
      const judgement = oracle.judge(looks, one);
      return judgement.kind === 'broken' && !isNamed(one) && one.caller !== 'anonymous'
        ? { ...judgement, looks: ATTEMPTS_TO_RULE_OUT_CHANCE }
        : judgement;
    },
  };
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
const aloneOrBeside = (t: Trial, alone: Oracle, standIn: StandIn): Oracle => {
  const beside = besideOthers(t, standIn);
  return byCase(`${alone.says}; beside other parameters: ${beside.says}`, ({ query }) =>
    Object.keys(query).length === 1 ? alone : beside,
  );
};

/** Judges what other rules were answered to such sizes beside other parameters. */
const freeBeside = (t: Trial, isOwn: (size: string) => boolean, standIn: StandIn): Free => ({
  oracle: all(acceptedBeside(standIn), capped(pagesOf([]))),
  of: ({ spec }) => {
    const { per_page: size, ...others } = spec.query ?? {};
    return typeof size === 'string' && isOwn(size) && Object.keys(others).length > 0 && isPublicList(t, spec);
  },
  judgesRefusals: true,
});

/** A size beyond the range beside each of the other parameters; in `thorough` generated ones too. */
const casesBeside = (t: Trial, kind: Beyond, sizes: fc.Arbitrary<number | string>): RuleCase[] => [
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
      runs: t.pick(0, 0, 40),
    },
    (query, by) => t.list(query, { by }),
  ),
];

/** Exactly 30 results, where more exist. */
const isDefaultSize = (pages: Pages): Oracle =>
  exactly(() => DEFAULT_PER_PAGE, {
    says: 'exactly 30 results while more exist',
    pages,
    tooMany: { breaks: 'this' },
  });

const isPublicList = (t: Trial, { repository }: RequestSpec): boolean =>
  sameRepository(repository, t.bed.repository);

/** Whether nothing is asked for but the list from its beginning. */
const isPlainQuery = (t: Trial, { query = {} }: RequestSpec): boolean =>
  JSON.stringify(query) === JSON.stringify(t.fromBeginning({}));

/** What is below 1 is answered like no size: 200, exactly 30 results, and the same ones. */
const likeDefault = (pages: Pages): Oracle =>
  all(accepted({ expected: DEFAULT.expected }), isDefaultSize(pages), likeStandIn(DEFAULT));

/**
 * Where the twin itself has not the size that the specification gives it, another rule is broken: a case that has the right
 * size is not accused of having another one.
 */
function unlessTwinIsShort(oracle: Oracle<'like'>, size: number, ofTwin: RuleId): Oracle<'like'> {
  return {
    ...oracle,
    judge: (looks, one) => {
      const judgement = oracle.judge(looks, one);
      if (judgement.kind !== 'broken') return judgement;
      const { kind } = judgement.violation;
      if (kind !== 'too-many' && kind !== 'too-few') return judgement;
      const isRight = looks.looks.every(
        ({ twins: { like: [twin] = [] } }) => twin !== undefined && resultsIn(twin) === size,
      );
      if (isRight) return judgement;
      return unshown(`a twin of ${size} results, which it is not given`, [ofTwin]);
    },
  };
}

/** Beyond 64 bits, where it is 10, and so long that some write it with an exponent. */
const HUGEST = String(2n ** 70n + 10n);
/** Its opposite, which is 10 within 64 bits too. */
const LOWEST = String(-(2n ** 70n) + 10n);
/** At the edges of 32 and 64 bits, beyond them, and where a size wraps round to 10. */
const HUGE = [...[2n ** 32n + 10n, 2n ** 63n, 2n ** 31n - 1n, 2n ** 31n].map(String), HUGEST] as const;
/** Such as stand beside other parameters in `standard`, or are much like others. */
const MORE_HUGE = [2n ** 32n, 2n ** 63n - 1n, 2n ** 64n, 2n ** 64n + 10n, 10n ** 30n].map(String);
/** As {@link HUGE}, below 0. */
const LOW = [String(-(2n ** 63n) - 1n), LOWEST] as const;
const MORE_LOW = [-(2n ** 31n), -(2n ** 32n) + 10n].map(String);
/** Some values, each asked for by everybody. */
function fixed(t: Trial, values: readonly (string | number)[]): RuleCase[] {
  return values.flatMap((value, place) => {
    const cases = t.everyCaller({ per_page: String(value) }, place);
    // The first value is asked for again; in `thorough` all of them are.
    return place > 0 ? cases.filter(({ anew }) => t.pick(false, false, true) || anew !== true) : cases;
  });
}

/** How many results a page holds (sections 4.1, 7 and 8). */
export const listPerPage: readonly CaseRule[] = [
  {
    id: 'list.per-page.default',
    level: 'required',
    sections: ['4.1', '8'],
    phase: 'end',
    asked: 'read',
    needs: [],
    data: { open: 31 },
    says: 'Without `per_page` a full page holds 30 results.',
    tried:
      'The plain list, as each caller is given it, is counted. That more than 30 issues exist is shown by 31 different records in answers to the same caller; with fewer it is inconclusive.',
    compared: 'by itself, every plain list: 30 results where 31 issues exist',
    seen: '3',
    impact: {
      general: 'A client cannot count on pages of 30.',
      'too-few': 'A client that takes a page of fewer than 30 for the last one stops too early.',
      'too-many': 'A client that makes room for the documented 30 is given more.',
    },
    explainedBy: COMPARED,
    preconditions: LISTS,
    cases: (t) => [
      ...t.everyCaller(t.fromBeginning({})),
      ...t.everyCaller(t.fromBeginning({}), 1).slice(0, t.isQuick ? 1 : 0),
      ...(t.listers.includes('outsider') && !t.isQuick
        ? [t.list(t.fromBeginning({}), { by: 'outsider' })]
        : []),
    ],
    oracle: async (t) => all(supposed, isDefaultSize(await pagesShown(t))),
    free: async (t) => ({
      oracle: isDefaultSize(await pagesShown(t)),
      of: ({ spec }) => isPublicList(t, spec) && isPlainQuery(t, spec),
    }),
  },
  {
    id: 'list.per-page.at-most',
    level: 'required',
    general: true,
    sections: ['4.1'],
    phase: 'end',
    asked: 'read',
    needs: [],
    data: { open: 2 },
    says: 'For any `per_page` from 1 to 100 a page holds at most that many results.',
    tried:
      '10 is always tried, then the ends and drawn sizes; `thorough` tries all. Besides, every listing with such a size that any gating rule was given is counted. A size says something only where more different records than that were seen.',
    compared: 'by itself, every listing with a size from 1 to 100: at most n results',
    seen: '3',
    impact: {
      general: 'A client cannot count on the page size that it asks for.',
      'too-many': 'A client that makes room for as many results as it asked for is given more.',
    },
    explainedBy: ['list.per-page.maximum', ...COMPARED],
    preconditions: [repositoriesAreTold],
    cases: (t) => honouredSizes(t).map(({ size, by }) => t.list({ per_page: String(size) }, { by })),
    oracle: async (t) =>
      all(supposed, atMost(sizeOf, { says: 'at most n results', pages: await pagesShown(t) })),
    free: () => ({
      oracle: atMost(sizeOf, { says: 'at most n results', pages: pagesOf([]) }),
      of: ({ spec }) => /^([1-9]\d?|100)$/.test(String(spec.query?.['per_page'] ?? '')),
    }),
  },
  {
    id: 'list.per-page.fills',
    level: 'implied',
    general: true,
    sections: ['4.1'],
    phase: 'read',
    needs: [],
    data: { open: 1 },
    says: 'For any `per_page` from 1 to 100 a page holds exactly that many results while that many or more remain.',
    tried:
      'The sizes of list.per-page.at-most are counted, beside so many different records in answers to the same caller. A page that has too many is no matter of this rule, and one that is refused breaks list.ok.',
    compared: 'by itself: n results where n issues exist',
    seen: '3',
    impact: {
      general: 'A client cannot tell the last page by its being short.',
      'too-few': 'A client that takes a short page for the last one stops too early.',
    },
    explainedBy: ['list.per-page.at-most', 'list.per-page.maximum', ...COMPARED],
    preconditions: LISTS,
    cases: (t) => honouredSizes(t).map(({ size, by }) => t.list({ per_page: String(size) }, { by })),
    oracle: async (t) => all(supposed, fills(await pagesShown(t))),
  },
  {
    id: 'list.per-page.maximum',
    level: 'required',
    sections: ['4.1', '8'],
    phase: 'read',
    needs: [],
    data: { open: 100 },
    says: '`per_page=100` is honoured in full: 100 results where 100 or more exist.',
    tried:
      'The first page of per_page=100 is counted, as each caller is given it. That 100 issues exist is shown by so many different records, on further pages and with other sizes too, so that a lower cap cannot hide itself.',
    compared: 'by itself: 200 (the plain list), and 100 results where 100 issues exist',
    seen: '3',
    impact: unlessListed('A client that asks for the documented maximum', {
      'too-few':
        'A client that asks for 100 and gets fewer takes the page for the last one, or needs more requests than it planned.',
    }),
    explainedBy: COMPARED,
    preconditions: LISTS,
    cases: (t) => [
      ...t.everyCaller(t.fromBeginning({ per_page: '100' })),
      // The same answer shows list.per-page.default how many issues there are.
      ...(t.listers.includes('outsider') && !t.isQuick
        ? [t.list(t.fromBeginning({ per_page: '100' }), { by: 'outsider' })]
        : []),
    ],
    oracle: async (t) =>
      all(
        accepted({ expected: '200, with 100 results' }),
        exactly(() => MAX_PER_PAGE, {
          says: '100 results where 100 exist',
          pages: await pagesShown(t),
          tooMany: { breaks: 'another', rule: 'list.per-page.at-most' },
          least: (size) => size,
        }),
      ),
  },
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
    seen: '3 for a status or a number of results, else 10',
    impact: unlessListed(
      'A client that asks for more than 100',
      unlike('A client that asks for more than 100', 'than with per_page=100'),
    ),
    explainedBy: ['list.per-page.maximum', ...SORTS, ...LATER_PAGES, ...COMPARED],
    preconditions: LISTS,
    cases: (t) => [
      ...fixed(t, [150, 101]),
      ...t.generated(
        {
          values: aboveMaximum,
          runs: t.pick(0, 3, 100),
          examples: t.pick([], [], [2 ** 16 + 10, 2 ** 15]),
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
    seen: '3 for a status or a number of results, else 10',
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
          runs: t.pick(0, 2, 60),
          examples: t.pick<readonly string[]>([HUGEST], HUGE, [...HUGE, ...MORE_HUGE]),
        },
        (size, by) => t.list({ per_page: size }, { by }),
      ),
      ...casesBeside(t, 'huge', huge),
      // Without a credential there are few requests: one of each kind, beside what needs no other twin.
      ...t.byStrangers((by) => t.list({ state: 'open', per_page: HUGEST }, { by })),
    ],
    oracle: async (t) => aloneOrBeside(t, likeMaximum(await pagesShown(t)), MAXIMUM),
    free: (t) => freeBeside(t, isHuge, MAXIMUM),
  },
  {
    id: 'list.per-page.zero',
    level: 'required',
    sections: ['8'],
    phase: 'read',
    needs: [],
    data: { open: 31 },
    says: '`per_page=0` answers 200 and falls back to 30: the same results as without `per_page`.',
    tried:
      'Every caller asks for it, and for the same without per_page; the page has to hold 30 results, and the same ones. With 30 issues or fewer a fallback to some other size looks the same; 31 decide it.',
    compared:
      'the same without `per_page`; by itself: 200 (the plain list), 30 results where 31 issues exist; refused beside other parameters only if the twin is, too',
    seen: '3 for a status or a number of results, else 10',
    impact: unlessListed(
      'A client whose page size became 0 by mistake',
      unlike('A client whose page size became 0 by mistake', 'than without per_page'),
    ),
    explainedBy: ['list.per-page.default', ...SORTS, ...LATER_PAGES, ...COMPARED],
    preconditions: LISTS,
    cases: (t) => [...fixed(t, [0]), ...casesBeside(t, 'zero', fc.constant(0))],
    oracle: async (t) => aloneOrBeside(t, likeDefault(await pagesShown(t)), DEFAULT),
    free: (t) => freeBeside(t, (size) => size === '0', DEFAULT),
  },
  {
    id: 'list.per-page.negative',
    level: 'required',
    sections: ['8'],
    phase: 'read',
    needs: [],
    data: { open: 31 },
    says: 'Any negative `per_page` answers 200 and falls back to 30: the same results as without `per_page`.',
    tried:
      '-5 and -1 are asked for by every caller, then the lowest integers of 32 and 64 bits and generated numbers, each beside the same without per_page. The page has to hold 30 results, and the same ones. 31 issues decide it.',
    compared:
      'the same without `per_page`; by itself: 200 (the plain list), 30 results where 31 issues exist; refused beside other parameters only if the twin is, too',
    seen: '3 for a status or a number of results, else 10',
    impact: unlessListed(
      'A client that sends a negative page size for no limit',
      unlike('A client that sends a negative page size for no limit', 'than without per_page'),
    ),
    explainedBy: ['list.per-page.default', ...SORTS, ...LATER_PAGES, ...COMPARED],
    preconditions: LISTS,
    cases: (t) => {
      return [
        // Without a credential -1 and the lowest are asked for, and -5 only in `thorough`.
        ...t.everyCaller({ per_page: '-5' }).slice(0, t.pick(1, 1, undefined)),
        ...t.everyCaller({ per_page: '-1' }, 1),
        ...t.generated(
          {
            values: negative,
            runs: t.pick(0, 2, 80),
            examples: t.pick<readonly string[]>(LOW.slice(0, 1), LOW, [...LOW, ...MORE_LOW]),
          },
          (size, by) => t.list({ per_page: size }, { by }),
        ),
        ...casesBeside(t, 'negative', negative),
        ...t.byStrangers((by) => t.list({ per_page: LOWEST }, { by })),
      ];
    },
    oracle: async (t) => aloneOrBeside(t, likeDefault(await pagesShown(t)), DEFAULT),
    free: (t) => freeBeside(t, (size) => size.startsWith('-'), DEFAULT),
  },
];

/** A page is full where so many issues exist; that of the maximum is a matter of its own rule, where it alone is short. */
function fills(pages: Pages): Oracle {
  const full = exactly(sizeOf, {
    says: 'exactly n results while n exist',
    pages,
    tooMany: { breaks: 'another', rule: 'list.per-page.at-most' },
    least: (size) => size,
  });
  return {
    ...full,
    judge: (looks, one) => {
      const judgement = full.judge(looks, one);
      if (sizeOf(one) !== MAX_PER_PAGE) return judgement;
      if (judgement.kind === 'held') return lacking('a size below 100');
      if (judgement.kind !== 'broken') return judgement;
      return undecided(
        blaming(['list.per-page.maximum'], `per_page=100 was answered with ${judgement.violation.actual}.`),
      );
    },
  };
}
