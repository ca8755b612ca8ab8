import { judgeAlike, keysIn, withQuery } from '../src/checks/alike.ts';
import { supposed } from '../src/checks/answers.ts';
import { because } from '../src/client/doubt.ts';
import type { Query } from '../src/client/request.ts';
import type { Caller } from '../src/client/test-bed.ts';
import { MAX_PER_PAGE } from '../src/generate/per-page.ts';
import type { RuleCase } from '../src/model/case.ts';
import { blaming } from '../src/model/causes.ts';
import { all, type Check, lacking, unshown } from '../src/model/check.ts';
import { isDeeper, type ProfileName } from '../src/model/profile.ts';
import { nameOf, without } from '../src/model/query.ts';
import { always, atFirstAndOnce, toConfirm } from '../src/model/twins.ts';
import type { CaseRule } from '../src/run/rule.ts';
import type { Trial } from '../src/run/trial.ts';
import { hindrance, listingOf, resultsIn } from '../src/snapshot/listing.ts';
import { listExtentOf } from './ends.ts';
import { BEYOND_SIZES, LATER_PAGES, PLACED } from './explained-by.ts';
import { unlessAlike } from './impacts.ts';
import { ORDERED, samePageOf } from './list-pages.ts';

/** True if most results of a page are not on another one. A list that moved meanwhile has most of them on both. */
function isAnother(page: readonly string[], other: readonly string[]): boolean {
  const own = new Set(other);
  return 2 * page.filter((key) => own.has(key)).length < page.length;
}

/** A later page goes on by the size in use. */
const goesOn = (t: Trial): Check<'same page' | 'first' | 'own first'> => ({
  says: 'like the page of the size that it stands for; where that size is wrong, like that of its own first page',
  twins: (one) => {
    const firstOf = (query: Query) => withQuery(one, t.fromBeginning(without('page')(query)));
    return {
      'same page': always(withQuery(one, samePageOf(one))),
      first: atFirstAndOnce(firstOf(samePageOf(one))),
      'own first': toConfirm(firstOf(one.query)),
    };
  },
  judge: (seen, one) => {
    const { looks, past } = seen;
    // If the first pages have different sizes in any answer, the later ones cannot be the same.
    const firsts = [past, ...looks.map(({ twins }) => twins)].flatMap((twins) =>
      [twins.first ?? [], twins['own first'] ?? []].flat(),
    );
    if (new Set(firsts.map(resultsIn)).size > 1)
      return unshown(`first pages of one size for ${nameOf(one.query)} and ${nameOf(samePageOf(one))}`);
    const judgement = judgeAlike(seen, one, samePageOf(one), 'same page');
    if (judgement.kind !== 'held') return judgement;
    const isLater = looks.some(({ twins }) => {
      const [page, first] = [twins['same page']?.[0], twins.first?.[0] ?? past.first?.at(-1)];
      if (page === undefined || first === undefined) return false;
      const [later, beginning] = [keysIn(page, seen.known), keysIn(first, seen.known)];
      return later !== null && beginning !== null && later.length > 0 && isAnother(later, beginning);
    });
    return isLater
      ? judgement
      : lacking(`a page of ${nameOf(samePageOf(one))} that is another one than the first`);
  },
});

/** A size that is out of range, and the number of a page of it. */
type PageBeyond = readonly [size: string, number: number];

/**
 * Returns a later page of a size out of range. If both first pages have one size, its twin is that page of the size that it
 * stands for. Otherwise its twin has the size of its own first page.
 */
async function following(t: Trial, by: Caller, [size, number]: PageBeyond): Promise<RuleCase[]> {
  const standsFor: Query = Number(size) > MAX_PER_PAGE ? { per_page: String(MAX_PER_PAGE) } : {};
  const [own, twin] = await Promise.all(
    [{ per_page: size }, standsFor].map((query) => t.ask(t.listing(t.fromBeginning(query), by))),
  );
  const lengths = [own, twin].map((exchange) => {
    const listing = exchange === undefined ? null : listingOf(exchange);
    return listing?.kind === 'list' ? listing.records.length : null;
  });
  const [ofOwn = null, ofTwin = null] = lengths;
  if (ofOwn === null || ofOwn === 0) return [];
  const page = String(number);
  if (ofOwn > MAX_PER_PAGE) return [];
  const same: Query = ofOwn === ofTwin ? standsFor : { per_page: String(ofOwn) };
  return [{ ...t.list({ per_page: size, page }, { by }), twins: { samePage: { ...same, page } } }];
}

/** A list without any issue has no page that could be another one's. */
const EMPTY = because('data', 'The run did not see what this rule needs: a list of more than 30 issues.');

/** Without a first page of such a size, no later one can go on from it. */
const WITHOUT_A_SIZE = blaming(
  ['list.per-page.above-maximum', 'list.per-page.zero', 'list.per-page.negative'],
  'No first page of a size that is out of range holds 1 to 100 results, so no later one can go on from it.',
);

/** Pages out of range, with the profile from which on the base caller asks for them. Each takes first pages too. */
const PAGES: readonly (readonly [...PageBeyond, from: ProfileName])[] = [
  ['150', 2, 'quick'],
  ['0', 2, 'quick'],
  ['101', 2, 'standard'],
  ['1000', 2, 'thorough'],
  ['-5', 2, 'standard'],
  ['-1', 3, 'thorough'],
  [String(2 ** 31), 2, 'standard'],
  ['0', 3, 'thorough'],
  ['0', 5, 'standard'],
  [String(-(2 ** 31)), 2, 'thorough'],
];

/** Returns the pages that are asked for from a profile on. */
const pagesFrom = (profile: ProfileName): PageBeyond[] =>
  PAGES.flatMap(([size, number, from]) => (isDeeper(from, profile) ? [] : [[size, number] as const]));

/** Later pages of a size out of range (sections 4.1 and 8). */
export const listEffectiveSize: readonly CaseRule[] = [
  {
    id: 'list.page.effective-size',
    level: 'implied',
    statedIn: [
      '4.1 parameter per_page',
      '4.1 parameter page',
      '8 above the maximum',
      '8 zero',
      '8 negative sizes',
    ],
    phase: 'read',
    needs: [],
    data: { open: 31 },
    says: 'Where a size was capped or fell back, page 2 begins right after page 1: at result 101 for `per_page=150`, at 31 for `per_page=0`.',
    tried:
      'Later pages of 150 and of 0, by every caller, and of other such sizes are compared with the same pages of 100 and of the default. Where the first pages of the two have not one size, another rule is broken, and the later page is compared with that of the size which its own first page has. It takes a second page that is another one than the first.',
    compared: 'the same page of its effective size, or of the size that its own first page has',
    impact: unlessAlike(
      'A client whose page size was capped or replaced',
      'than on the same page of the size in use',
    ),
    explainedBy: [...BEYOND_SIZES, ...LATER_PAGES, ...PLACED],
    preconditions: ORDERED,
    cases: async (t) => {
      const [base = t.base, ...others] = t.listers.filter((caller) => caller !== 'outsider');
      // Others ask for the named pages only, and never in `quick`.
      const [named, askers] = [pagesFrom('quick'), t.profile === 'quick' ? [] : others];
      const found = await Promise.all([
        ...pagesFrom(t.profile).map((page) => following(t, base, page)),
        ...askers.flatMap((by) => named.map((page) => following(t, by, page))),
      ]);
      const cases = found.flat();
      if (cases.length > 0) return cases;
      const { total, complete } = await listExtentOf(t);
      const firstPages = await Promise.all(
        named.map(([size]) => t.ask(t.listing(t.fromBeginning({ per_page: size }), base))),
      );
      const unread = firstPages.map(hindrance).find((doubt) => doubt !== null);
      t.unmet(complete && total === 0 ? EMPTY : (unread ?? WITHOUT_A_SIZE));
      return [];
    },
    check: (t) => all(supposed, goesOn(t)),
  },
];
