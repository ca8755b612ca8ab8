import { accepted, supposed } from '../src/checks/answers.ts';
import { atMost, exactly, type Pages, pagesOf } from '../src/checks/numbers.ts';
import { repositoriesAreTold } from '../src/checks/preconditions.ts';
import { pagesShown } from '../src/checks/shown-pages.ts';
import type { Query, RequestSpec } from '../src/client/request.ts';
import { sameRepository } from '../src/client/test-bed.ts';
import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '../src/generate/per-page.ts';
import type { RuleCase } from '../src/model/case.ts';
import { blaming } from '../src/model/causes.ts';
import type { Check } from '../src/model/check.ts';
import { all, lacking, undecided } from '../src/model/check.ts';
import type { CaseRule } from '../src/run/rule.ts';
import type { Trial } from '../src/run/trial.ts';
import { COMPARED } from './explained-by.ts';
import { unlessListed } from './impacts.ts';
import { LISTS } from './list-pages.ts';
import { honouredSizes } from './sizes.ts';

/** The size that a case asks for. */
const sizeOf = ({ query }: RuleCase): number => Number(query['per_page']);

/** Exactly 30 results, where more exist. */
export const isDefaultSize = (pages: Pages): Check =>
  exactly(() => DEFAULT_PER_PAGE, {
    says: 'exactly 30 results while more exist',
    pages,
    tooMany: { breaks: 'this' },
  });

export const isPublicList = (t: Trial, { repository }: RequestSpec): boolean =>
  sameRepository(repository, t.bed.repository);

/** True if a request is for the plain list from its beginning. */
const isPlainQuery = (t: Trial, { query = {} }: RequestSpec): boolean =>
  JSON.stringify(query) === JSON.stringify(t.fromBeginning({}));

/** A first page as the outsider is given it. */
const byOutsider = (t: Trial, query: Query): RuleCase[] =>
  t.listers.includes('outsider')
    ? [t.list(t.fromBeginning(query), { by: 'outsider', depth: 'standard' })]
    : [];

/** The number of results on a page (sections 4.1, 7 and 8). */
export const listPerPage: readonly CaseRule[] = [
  {
    id: 'list.per-page.default',
    level: 'required',
    statedIn: ['4.1 parameter per_page', '8 default of per_page'],
    phase: 'end',
    asked: 'read',
    needs: [],
    data: { open: 31 },
    says: 'Without `per_page` a full page holds 30 results.',
    tried:
      'The plain list, as each caller is given it, is counted. That more than 30 issues exist is shown by 31 different records in answers to the same caller; with fewer it is undecided.',
    compared: 'by itself, every plain list: 30 results where 31 issues exist',
    impact: {
      general: 'A client cannot count on pages of 30.',
      'too-few': 'A client that takes a page of fewer than 30 for the last one stops too early.',
      'too-many': 'A client that makes room for the documented 30 is given more.',
    },
    explainedBy: COMPARED,
    preconditions: LISTS,
    cases: (t) => [...t.everyCaller(t.fromBeginning({}), { inQuick: 'both' }), ...byOutsider(t, {})],
    check: async (t) => all(supposed, isDefaultSize(await pagesShown(t))),
    free: async (t) => ({
      check: isDefaultSize(await pagesShown(t)),
      of: ({ spec }) => isPublicList(t, spec) && isPlainQuery(t, spec),
    }),
  },
  {
    id: 'list.per-page.at-most',
    level: 'required',
    general: true,
    statedIn: ['4.1 parameter per_page', '4.1 rule 1'],
    phase: 'end',
    asked: 'read',
    needs: [],
    data: { open: 2 },
    says: 'For any `per_page` from 1 to 100 a page holds at most that many results.',
    tried:
      '10 is always tried, then the ends and drawn sizes; `thorough` tries all. Besides, every listing with such a size that any gating rule was given is counted. A size says something only where more different records than that were seen.',
    compared: 'by itself, every listing with a size from 1 to 100: at most n results',
    impact: {
      general: 'A client cannot count on the page size that it asks for.',
      'too-many': 'A client that makes room for as many results as it asked for is given more.',
    },
    explainedBy: ['list.per-page.maximum', ...COMPARED],
    preconditions: [repositoriesAreTold],
    cases: honouredSizes,
    check: async (t) => all(supposed, isWithin(await pagesShown(t))),
    free: () => ({
      check: isWithin(pagesOf([])),
      of: ({ spec }) => /^([1-9]\d?|100)$/.test(String(spec.query?.['per_page'] ?? '')),
    }),
  },
  {
    id: 'list.per-page.fills',
    level: 'implied',
    general: true,
    statedIn: ['4.1 parameter per_page'],
    phase: 'read',
    needs: [],
    data: { open: 1 },
    says: 'For any `per_page` from 1 to 100 a page holds exactly that many results while that many or more remain.',
    tried:
      'The sizes of list.per-page.at-most are counted, beside so many different records in answers to the same caller. A page that has too many is no matter of this rule, and one that is refused breaks list.ok.',
    compared: 'by itself: n results where n issues exist',
    impact: {
      general: 'A client cannot tell the last page by its being short.',
      'too-few': 'A client that takes a short page for the last one stops too early.',
    },
    explainedBy: ['list.per-page.at-most', 'list.per-page.maximum', ...COMPARED],
    preconditions: LISTS,
    cases: honouredSizes,
    check: async (t) => all(supposed, fills(await pagesShown(t))),
  },
  {
    id: 'list.per-page.maximum',
    level: 'required',
    statedIn: ['4.1 parameter per_page', '8 maximum of per_page'],
    phase: 'read',
    needs: [],
    data: { open: 100 },
    says: '`per_page=100` is honoured in full: 100 results where 100 or more exist.',
    tried:
      'The first page of per_page=100 is counted, as each caller is given it. That 100 issues exist is shown by so many different records, on further pages and with other sizes too, so that a lower cap cannot hide itself.',
    compared: 'by itself: 200 (the plain list), and 100 results where 100 issues exist',
    impact: unlessListed('A client that asks for the documented maximum', () => ({
      'too-few':
        'A client that asks for 100 and gets fewer takes the page for the last one, or needs more requests than it planned.',
    })),
    explainedBy: COMPARED,
    preconditions: LISTS,
    cases: (t) => [
      ...t.everyCaller(t.fromBeginning({ per_page: '100' })),
      // The same answer shows list.per-page.default how many issues there are.
      ...byOutsider(t, { per_page: '100' }),
    ],
    check: async (t) =>
      all(
        accepted({ expected: '200, with 100 results' }),
        isFull(() => MAX_PER_PAGE, '100 results where 100 exist', await pagesShown(t)),
      ),
  },
];

/** Expects so many results while so many issues exist; a page that holds more breaks list.per-page.at-most. */
const isFull = (size: (one: RuleCase) => number, says: string, pages: Pages): Check =>
  exactly(size, {
    says,
    pages,
    tooMany: { breaks: 'another', rule: 'list.per-page.at-most' },
    least: (due) => due,
  });

/** Expects at most the results that a case asks for. */
const isWithin = (pages: Pages): Check => atMost(sizeOf, { says: 'at most n results', pages });

/** Expects a full page while so many issues exist. A page of 100 breaks list.per-page.maximum alone. */
function fills(pages: Pages): Check {
  const full = isFull(sizeOf, 'exactly n results while n exist', pages);
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
