import { because } from '../src/client/doubt.ts';
import type { Query, RequestSpec } from '../src/client/request.ts';
import { sameRepository } from '../src/client/test-bed.ts';
import { answeredLike, keysIn, without, withQuery } from '../src/engine/alike.ts';
import { accepted, supposed, telling } from '../src/engine/answers.ts';
import type { Known, Look, RuleCase } from '../src/engine/case.ts';
import { atMost, exactly, moreThan, pagesOf } from '../src/engine/numbers.ts';
import type { Oracle } from '../src/engine/oracle.ts';
import { all, HELD, undecided, unshown } from '../src/engine/oracle.ts';
import { repositoriesAreTold, somebodyLists } from '../src/engine/preconditions.ts';
import type { CaseRule, Free } from '../src/engine/rule.ts';
import type { Trial } from '../src/engine/trial.ts';
import { aboveMaximum, DEFAULT_PER_PAGE, huge, MAX_PER_PAGE, negative } from '../src/generate/per-page.ts';
import { resultsIn } from '../src/snapshot/listing.ts';
import { sameKeys } from '../src/snapshot/sequence.ts';
import { unlessListed } from './impacts.ts';
import { honouredSizes } from './sizes.ts';

const LISTS = [repositoriesAreTold, somebodyLists];

/** The size that a case asks for. */
const sizeOf = ({ query }: RuleCase): number => Number(query['per_page']);

const asMaximum = (query: Query): Query => ({ ...query, per_page: String(MAX_PER_PAGE) });
const AS_MAXIMUM = '200, capped at 100 results';
const asDefault = without('per_page');
const AS_DEFAULT = '200, with the default of 30 results';

const isAbove = (size: string): boolean => /^\d+$/.test(size) && Number(size) > MAX_PER_PAGE;
/** Above what an integer of 32 bits holds. */
const isHuge = (size: string): boolean => isAbove(size) && Number(size) >= 2 ** 31 - 1;

/** What is above the maximum is answered like the maximum: 200, no more than that, and the same results. */
const likeMaximum = (t: Trial): Oracle =>
  all(
    accepted({ expected: AS_MAXIMUM }),
    atMost(() => MAX_PER_PAGE, { says: 'at most 100 results', pages: pagesOf(t.pages) }),
    unlessTwinIsShort(answeredLike(asMaximum, 'per_page=100'), MAX_PER_PAGE),
  );

/**
 * Whatever else is asked for beside a size that is not honoured as it is: it is refused only where the size that it stands
 * for is refused as well.
 */
const besideOthers = (
  t: Trial,
  isOwn: (size: string) => boolean,
  standsFor: (query: Query) => Query,
  expected: string,
): Free => ({
  oracle: all(
    accepted({
      says: '200, unless the same request with the size that it stands for is refused alike',
      expected,
      twins: (one) => [withQuery(one, standsFor(one.query))],
    }),
    atMost(() => MAX_PER_PAGE, { says: 'at most 100 results', pages: () => [] }),
  ),
  of: ({ spec }) => {
    const { per_page: size, ...others } = spec.query ?? {};
    return typeof size === 'string' && isOwn(size) && Object.keys(others).length > 0 && isPublicList(t, spec);
  },
  judgesRefusals: true,
});

/** Exactly 30 results, where more exist. */
const isDefaultSize = (t: Trial): Oracle =>
  exactly(() => DEFAULT_PER_PAGE, {
    says: 'exactly 30 results while more exist',
    pages: pagesOf(t.pages),
    tooMany: { breaks: 'this' },
  });

const isPublicList = (t: Trial, { repository }: RequestSpec): boolean =>
  sameRepository(repository, t.bed.repository);

/** Whether nothing is asked for but the list from its beginning. */
const isPlainQuery = (t: Trial, { query = {} }: RequestSpec): boolean =>
  JSON.stringify(query) === JSON.stringify(t.fromBeginning({}));

/** What is below 1 is answered like no size: 200, exactly 30 results, and the same ones. */
const likeDefault = (t: Trial): Oracle =>
  all(
    accepted({ expected: AS_DEFAULT }),
    isDefaultSize(t),
    unlessTwinIsShort(answeredLike(asDefault, 'the same request without per_page'), DEFAULT_PER_PAGE),
  );

/**
 * Where the twin itself has not the size that the specification gives it, another rule is broken: a case that has the right
 * size is not accused of having another one.
 */
function unlessTwinIsShort(oracle: Oracle, size: number): Oracle {
  return {
    ...oracle,
    judge: (looks, one) => {
      const judgement = oracle.judge(looks, one);
      if (judgement.kind !== 'broken') return judgement;
      const { kind } = judgement.violation;
      if (kind !== 'too-many' && kind !== 'too-few') return judgement;
      const isRight = looks.looks.every(
        ({ twins: [twin] }) => twin !== undefined && resultsIn(twin) === size,
      );
      if (isRight) return judgement;
      return looks.looks.every((look) => beginAlike(look, looks.known))
        ? HELD
        : unshown(`a twin of ${size} results, which it is not given`);
    },
  };
}

/** Whether a case and its twin have the same results, as far as the shorter one goes. */
function beginAlike(look: Look, known: Known): boolean {
  const [own, twin] = [telling(look), look.twins[0]].map((each) =>
    each === undefined ? null : keysIn(each, known),
  );
  if (own === undefined || own === null || twin === undefined || twin === null) return false;
  const length = Math.min(own.length, twin.length);
  return length > 0 && sameKeys(own.slice(0, length), twin.slice(0, length));
}

/** At the edges of 32 and 64 bits, beyond them, and where a size wraps round to 10. */
const HUGE = [
  2n ** 32n + 10n,
  2n ** 63n,
  2n ** 31n - 1n,
  2n ** 31n,
  2n ** 32n,
  2n ** 63n - 1n,
  2n ** 64n,
  2n ** 64n + 10n,
  10n ** 30n,
].map(String);
const FEW = 2;

/** Some values, each asked for by everybody; then generated ones. */
function fixed(t: Trial, values: readonly (string | number)[]): RuleCase[] {
  return values.flatMap((value, place) => t.everyCaller({ per_page: String(value) }, place));
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
    impact: {
      general: 'A client cannot count on pages of 30.',
      'too-few': 'A client that takes a page of fewer than 30 for the last one stops too early.',
      'too-many': 'A client that makes room for the documented 30 is given more.',
    },
    preconditions: LISTS,
    cases: (t) => [
      ...t.everyCaller(t.fromBeginning({})),
      ...t.everyCaller(t.fromBeginning({}), 1).slice(0, t.isQuick ? 1 : 0),
      ...(t.listers.includes('outsider') && !t.isQuick
        ? [t.list(t.fromBeginning({}), { by: 'outsider' })]
        : []),
    ],
    oracle: (t) => all(supposed, isDefaultSize(t)),
    free: (t) => ({
      oracle: isDefaultSize(t),
      of: ({ spec }) => isPublicList(t, spec) && isPlainQuery(t, spec),
    }),
  },
  {
    id: 'list.per-page.at-most',
    level: 'required',
    sections: ['4.1'],
    phase: 'end',
    asked: 'read',
    needs: [],
    data: { open: 2 },
    says: 'For any `per_page` from 1 to 100 a page holds at most that many results.',
    tried:
      '10 is always tried, then the ends and drawn sizes; `thorough` tries all. Besides, every listing with such a size that any gating rule was given is counted. A size says something only where more different records than that were seen.',
    impact: {
      general: 'A client cannot count on the page size that it asks for.',
      'too-many': 'A client that makes room for as many results as it asked for is given more.',
    },
    preconditions: [repositoriesAreTold],
    cases: (t) => honouredSizes(t).map(({ size, by }) => t.list({ per_page: String(size) }, { by })),
    oracle: (t) => all(supposed, atMost(sizeOf, { says: 'at most n results', pages: pagesOf(t.pages) })),
    free: () => ({
      oracle: atMost(sizeOf, { says: 'at most n results', pages: () => [] }),
      of: ({ spec }) => /^([1-9]\d?|100)$/.test(String(spec.query?.['per_page'] ?? '')),
    }),
  },
  {
    id: 'list.per-page.fills',
    level: 'implied',
    sections: ['4.1'],
    phase: 'read',
    needs: [],
    data: { open: 1 },
    says: 'For any `per_page` from 1 to 100 a page holds exactly that many results while that many or more remain.',
    tried:
      'The sizes of list.per-page.at-most are counted, beside so many different records in answers to the same caller. A page that has too many is no matter of this rule, and one that is refused breaks list.ok.',
    impact: {
      general: 'A client cannot tell the last page by its being short.',
      'too-few': 'A client that takes a short page for the last one stops too early.',
    },
    preconditions: LISTS,
    cases: (t) => honouredSizes(t).map(({ size, by }) => t.list({ per_page: String(size) }, { by })),
    oracle: (t) => all(supposed, fills(t)),
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
    impact: unlessListed({
      general: 'A client cannot count on pages of 100, the documented maximum.',
      refused: 'A client that asks for the documented maximum is refused.',
      'server-error':
        'The request of a client that asks for the documented maximum fails on the side of the service.',
      'too-few':
        'A client that asks for 100 and gets fewer takes the page for the last one, or needs more requests than it planned.',
    }),
    preconditions: LISTS,
    cases: (t) => t.everyCaller(t.fromBeginning({ per_page: '100' })),
    oracle: (t) =>
      all(
        accepted({ expected: '200, with 100 results' }),
        exactly(() => MAX_PER_PAGE, {
          says: '100 results where 100 exist',
          pages: pagesOf(t.pages),
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
    impact: unlessListed({
      general: 'A client that asks for more than 100 is not answered as with per_page=100.',
      refused: 'A client that asks for more than 100 is refused where it was promised the maximum.',
      'server-error': 'The request of a client that asks for more than 100 fails on the side of the service.',
      'too-many':
        'A client that asks for more than 100 is given more than the documented maximum, which it may have made no room for.',
      'too-few':
        'A client that asks for more than 100 is given fewer than with per_page=100, and may take the page for the last one.',
      'wrong-results': 'A client that asks for more than 100 is given other issues than with per_page=100.',
      'wrong-order': 'A client that asks for more than 100 gets another order than with per_page=100.',
    }),
    preconditions: LISTS,
    cases: (t) => [
      ...fixed(t, [150, 101]),
      ...t.generated(
        {
          values: aboveMaximum,
          runs: t.pick(0, 4, 100),
          examples: t.pick([], [2 ** 16 + 10, 2 ** 15], [2 ** 16 + 10, 2 ** 15]),
        },
        (size, by) => t.list({ per_page: String(size) }, { by }),
      ),
    ],
    oracle: (t) => all(likeMaximum(t), moreThan(MAX_PER_PAGE, pagesOf(t.pages))),
    free: (t) => besideOthers(t, (size) => isAbove(size) && !isHuge(size), asMaximum, AS_MAXIMUM),
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
    impact: unlessListed({
      general:
        'A client that asks for the largest integer of its language is not answered as with per_page=100.',
      refused:
        'A client that asks for the largest integer of its language is refused where it was promised the maximum.',
      'server-error':
        'The request of a client that asks for the largest integer of its language fails on the side of the service.',
      'too-many':
        'A client that asks for the largest integer of its language is given more than the documented maximum, which it may have made no room for.',
      'too-few':
        'A client that asks for the largest integer of its language is given fewer than with per_page=100, and may take the page for the last one.',
      'wrong-results':
        'A client that asks for the largest integer of its language is given other issues than with per_page=100.',
      'wrong-order':
        'A client that asks for the largest integer of its language gets another order than with per_page=100.',
    }),
    preconditions: LISTS,
    cases: (t) => [
      ...t.generated(
        {
          values: huge,
          runs: t.pick(0, 3, 60),
          examples: HUGE.slice(0, t.pick(FEW, HUGE.length, HUGE.length)),
        },
        (size, by) => t.list({ per_page: size }, { by }),
      ),
      ...t.byStrangers((by) => t.list({ per_page: String(2n ** 63n) }, { by })),
    ],
    oracle: (t) => all(likeMaximum(t), moreThan(MAX_PER_PAGE, pagesOf(t.pages))),
    free: (t) => besideOthers(t, isHuge, asMaximum, AS_MAXIMUM),
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
    impact: unlessListed({
      general: 'A client whose page size became 0 by mistake is not given the default page.',
      refused:
        'A client whose page size became 0 by mistake is refused where it was promised the default page.',
      'server-error':
        'The request of a client whose page size became 0 by mistake fails on the side of the service.',
      'too-few':
        'A client whose page size became 0 by mistake is given fewer results than the default page has, and may take the page for the last one.',
      'too-many':
        'A client whose page size became 0 by mistake is given more results than the default page has, which it may have made no room for.',
      'wrong-results':
        'A client whose page size became 0 by mistake is given other issues than without per_page.',
      'wrong-order': 'A client whose page size became 0 by mistake gets another order than without per_page.',
    }),
    preconditions: LISTS,
    cases: (t) => fixed(t, [0]),
    oracle: likeDefault,
    free: (t) => besideOthers(t, (size) => size === '0', asDefault, AS_DEFAULT),
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
    impact: unlessListed({
      general: 'A client that sends a negative page size for no limit is not given the default page.',
      refused:
        'A client that sends a negative page size for no limit is refused where it was promised the default page.',
      'server-error':
        'The request of a client that sends a negative page size for no limit fails on the side of the service.',
      'too-few':
        'A client that sends a negative page size for no limit is given fewer results than the default page has, and may take the page for the last one.',
      'too-many':
        'A client that sends a negative page size for no limit is given more results than the default page has, which it may have made no room for.',
      'wrong-results':
        'A client that sends a negative page size for no limit is given other issues than without per_page.',
      'wrong-order':
        'A client that sends a negative page size for no limit gets another order than without per_page.',
    }),
    preconditions: LISTS,
    cases: (t) => {
      const edges = [-(2n ** 63n) - 1n, -(2n ** 31n), -(2n ** 32n) + 10n].map(String);
      return [
        ...fixed(t, [-5, -1]),
        ...t.generated(
          {
            values: negative,
            runs: t.pick(0, 3, 80),
            examples: edges.slice(0, t.pick(1, edges.length, edges.length)),
          },
          (size, by) => t.list({ per_page: size }, { by }),
        ),
      ];
    },
    oracle: likeDefault,
    free: (t) => besideOthers(t, (size) => size.startsWith('-'), asDefault, AS_DEFAULT),
  },
];

/** A page is full where so many issues exist; that of the maximum is a matter of its own rule, where it alone is short. */
function fills(t: Trial): Oracle {
  const full = exactly(sizeOf, {
    says: 'exactly n results while n exist',
    pages: pagesOf(t.pages),
    tooMany: { breaks: 'another', rule: 'list.per-page.at-most' },
    least: (size) => size,
  });
  return {
    ...full,
    judge: (looks, one) => {
      const judgement = full.judge(looks, one);
      return judgement.kind === 'broken' && sizeOf(one) === MAX_PER_PAGE
        ? undecided(
            because(
              'other-rule',
              `per_page=100 was answered with ${judgement.violation.actual}, which list.per-page.maximum judges; fix that first, then run again.`,
            ),
          )
        : judgement;
    },
  };
}
