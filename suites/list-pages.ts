import fc from 'fast-check';
import { because } from '../src/client/doubt.ts';
import type { Query } from '../src/client/request.ts';
import type { Caller } from '../src/client/test-bed.ts';
import { judgeAlike, keysIn, nameOf, without, withQuery } from '../src/engine/alike.ts';
import { accepted, incomparable, lookShows, supposed, telling } from '../src/engine/answers.ts';
import type { RuleCase } from '../src/engine/case.ts';
import { blaming } from '../src/engine/causes.ts';
import { heldBy } from '../src/engine/held-by.ts';
import { compared } from '../src/engine/naming.ts';
import {
  ALL_ALIKE,
  all,
  broken,
  byCase,
  type Judgement,
  lacking,
  type Oracle,
  undecided,
  unshown,
} from '../src/engine/oracle.ts';
import { type Held, holderOf } from '../src/engine/pages.ts';
import { orderLasts, repositoriesAreTold, somebodyLists } from '../src/engine/preconditions.ts';
import type { CaseRule } from '../src/engine/rule.ts';
import type { Trial } from '../src/engine/trial.ts';
import { always, atFirstAndOnce, toConfirm } from '../src/engine/twins.ts';
import { eachOnce } from '../src/engine/walks.ts';
import { pageCount, pagesWithin } from '../src/generate/page.ts';
import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '../src/generate/per-page.ts';
import { hindrance, listingOf, resultsIn } from '../src/snapshot/listing.ts';
import { isOtherOrder } from '../src/snapshot/sequence.ts';
import {
  behindTheLast,
  extentOf,
  inAnotherOrder,
  isStillLast,
  lastOfAll,
  lastPage,
  lastWithRoom,
  lengthOf,
  nothingBehind,
  shownToStrangers,
} from './ends.ts';
import { BEYOND_SIZES, COMPARED, LATER_PAGES, PLACED } from './explained-by.ts';
import { unlessListed } from './impacts.ts';

const LISTS = [repositoriesAreTold, somebodyLists];
const ORDERED = [...LISTS, orderLasts];

/** Sizes of which at least two pages fit on a page of the maximum, and on which a page can be told from its neighbours. */
const HELD_SIZES = { least: 3, most: 50 };
/** Sizes of last pages; of those whose multiple is a page at full size, less is asked for. */
const EVEN_SIZES = [50, 25, 20];
/** Of a third page, which begins with a half of a page at full size. */
const THIRD = 25;
const LAST_SIZES = Array.from({ length: 26 }, (_, index) => HELD_SIZES.most - index);

/** True if the list goes on behind a page for a caller: others may be shown fewer issues than the base caller. */
function isFullFor(t: Trial, caller: Caller, held: Held, number: number): boolean {
  if (caller === t.base) return held.isFull;
  const pages = [1, 2].flatMap(
    (page) => t.run.answersTo(t.listing(t.page(MAX_PER_PAGE, page), caller)).at(-1) ?? [],
  );
  return held.size * number <= pages.reduce((sum, page) => sum + resultsIn(page), 0);
}

/** The page that a case asks for, within the larger one that holds it. */
const heldOf =
  (t: Trial) =>
  ({ query, like, caller }: RuleCase): Held => {
    const number = Number(query['page'] ?? 1);
    const held = holderOf(t, Number((like ?? query)['per_page'] ?? DEFAULT_PER_PAGE), number);
    return {
      ...held,
      isFull: isFullFor(t, caller, held, number),
      first: t.fromBeginning(without('page')(query)),
    };
  };

/** A page of the default size, which is what the plain list has: whether that is right is another rule's matter. */
async function withoutSize(t: Trial): Promise<RuleCase[]> {
  const plain = listingOf(await t.ask(t.listing(t.fromBeginning({}))));
  const size = plain.kind === 'list' ? plain.records.length : 0;
  const isHeld = size >= HELD_SIZES.least && size <= HELD_SIZES.most;
  return isHeld ? [{ ...t.list({ page: '2' }), like: { per_page: String(size) } }] : [];
}

/** The pages of one size in turn, as one case. */
function walk(t: Trial, size: number, pages: number, by: Caller): RuleCase {
  const numbers = Array.from({ length: pages }, (_, index) => index + 1);
  return {
    shown: { per_page: size, pages: `1 to ${pages}`, ...(by === t.base ? {} : { asked: by }) },
    caller: by,
    query: { per_page: String(size) },
    asks: numbers.map((page) => t.listing(t.page(size, page), by)),
  };
}

/** Whether one request is answered in one order and then in another. */
const inOneOrder: Oracle<'same'> = {
  says: 'one request is answered in one order',
  twins: (one) => ({ same: always(withQuery(one, one.query)) }),
  judge: ({ looks, known }): Judgement => {
    const doubt = incomparable(looks);
    if (doubt !== null) return undecided(doubt);
    if (!known.isDistinct) return ALL_ALIKE;
    const shuffled = looks.flatMap((look) => {
      const answer = telling(look);
      const other = look.twins.same?.[0];
      const [own, twin] = [answer, other].map((each) => (each === undefined ? null : keysIn(each, known)));
      if (own === undefined || own === null || twin === undefined || twin === null) return [];
      return answer !== undefined && other !== undefined && isOtherOrder(own, twin)
        ? [{ look, own: { answer, keys: own }, twin: { answer: other, keys: twin } }]
        : [];
    });
    const last = shuffled.at(-1);
    if (last === undefined) return lacking('a list without an order');
    const seen = compared(last.own, last.twin, known);
    return broken(
      {
        kind: 'wrong-order',
        expected: `one order for one request: ${seen.twin}`,
        actual: `${seen.own} when it is asked again`,
        difference: seen.difference,
        ...lookShows(last.look, 'twins'),
      },
      shuffled.length,
    );
  },
};

/** True if most results of a page are not on another one: a list that moved between the two makes no later page of the first. */
function isAnother(page: readonly string[], other: readonly string[]): boolean {
  const own = new Set(other);
  return 2 * page.filter((key) => own.has(key)).length < page.length;
}

/** A later page goes on by the size that is really used. */
const goesOn = (t: Trial): Oracle<'like' | 'first' | 'own first'> => ({
  says: 'like the page of the size that it stands for; where that size is wrong, like that of its own first page',
  twins: (one) => {
    const firstOf = (query: Query) => withQuery(one, t.fromBeginning(without('page')(query)));
    const like = one.like ?? {};
    return {
      like: always(withQuery(one, like)),
      first: atFirstAndOnce(firstOf(like)),
      'own first': toConfirm(firstOf(one.query)),
    };
  },
  judge: (seen, one) => {
    const { looks, past } = seen;
    // Where the first pages have not one size, in all that was answered, the later ones cannot be the same.
    const firsts = [past, ...looks.map(({ twins }) => twins)].flatMap((twins) =>
      [twins.first ?? [], twins['own first'] ?? []].flat(),
    );
    if (new Set(firsts.map(resultsIn)).size > 1)
      return unshown(`first pages of one size for ${nameOf(one.query)} and ${nameOf(one.like ?? {})}`);
    const judgement = judgeAlike(seen, one, one.like ?? {}, 'like');
    if (judgement.kind !== 'held') return judgement;
    const isLater = looks.some(({ twins }) => {
      const [page, first] = [twins.like?.[0], twins.first?.[0] ?? past.first?.at(-1)];
      if (page === undefined || first === undefined) return false;
      const [later, beginning] = [keysIn(page, seen.known), keysIn(first, seen.known)];
      return later !== null && beginning !== null && later.length > 0 && isAnother(later, beginning);
    });
    return isLater
      ? judgement
      : lacking(`a page of ${nameOf(one.like ?? {})} that is another one than the first`);
  },
});

/**
 * A later page of a size that is not honoured as it is: like that of the size that it stands for, if both have first pages
 * of one size; else like that of the size which its own first page really has.
 */
async function following(t: Trial, size: string, number: number, by: Caller): Promise<RuleCase[]> {
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
  const like: Query = ofOwn === ofTwin ? { ...standsFor, page } : { per_page: String(ofOwn), page };
  if (ofOwn > MAX_PER_PAGE) return [];
  return [{ ...t.list({ per_page: size, page }, { by }), like }];
}

/** A list without any issue has no page that could be another one's. */
const EMPTY = because('data', 'This target cannot show it: it takes more than 30 issues.');

/** Where no first page of such a size is a page, there is nothing that a later one could go on from. */
const WITHOUT_A_SIZE = blaming(
  ['list.per-page.above-maximum', 'list.per-page.zero', 'list.per-page.negative'],
  'No first page of a size that is out of range holds 1 to 100 results, so no later one can go on from it.',
);

/** Which part of the list a page is (sections 4.1 and 8). */
export const listPages: readonly CaseRule[] = [
  {
    id: 'list.page.second',
    level: 'required',
    sections: ['4.1'],
    phase: 'read',
    needs: [],
    data: { open: 6 },
    says: '`per_page=5&page=2` answers 200 with results 6 to 10 of the list.',
    tried:
      'Every caller asks for it, and for per_page=10, whose second half it is. It fails where the page as a whole is displaced, repeated, cut or padded; single results out of place are a matter of list.page.partition. Ten issues decide it.',
    compared: 'the second half of `per_page=10`; by itself: 200 (the plain list)',
    seen: '3 for a status or a number of results, else 10',
    impact: unlessListed('A client that turns to the second page', {
      'too-few': 'A client that turns to the second page misses results that belong on it.',
      'wrong-results': 'A client that turns to the second page is shown issues that do not belong on it.',
      'wrong-order': 'A client that turns to the second page gets another order than on a larger page.',
    }),
    explainedBy: PLACED,
    preconditions: ORDERED,
    cases: (t) => t.everyCaller(t.page(5, 2)),
    oracle: (t) =>
      all(
        accepted({ expected: '200, with results 6 to 10' }),
        heldBy(
          () => ({ ...holderOf(t, 5, 2), holder: t.page(10, 1), holderSize: 10 }),
          'results 6 to 10 of per_page=10',
        ),
      ),
  },
  {
    id: 'list.page.slices',
    level: 'implied',
    general: true,
    sections: ['4.1'],
    phase: 'read',
    needs: [],
    data: { open: 101 },
    says: 'Page p at size n skips the first (p-1)n results and holds the next n, or as many as are left.',
    tried:
      'Generated pages of 3 to 50 results are compared with the page of a multiple of their size that holds them, asked for by the same caller; a page of the default size and the short last one are among them. It fails where a page as a whole is displaced, repeated, cut or padded. Where the end of the list is known, the one result that would follow it is looked for too.',
    compared:
      'the part of a page of a multiple of its size; by itself: 200 (the second page, and the plain list), nothing behind the last page',
    seen: '3 for a status or a number of results, else 10',
    impact: unlessListed('A client that jumps to a page', {
      'too-few': 'A client that turns the pages misses issues that belong on them.',
      'wrong-results': 'A client that jumps to a page is shown issues that do not belong on it.',
      'wrong-order': 'A client that jumps to a page gets another order than on a larger page.',
    }),
    explainedBy: ['list.page.second', ...PLACED],
    preconditions: ORDERED,
    cases: async (t) => {
      const extent = await extentOf(t);
      const length = await lengthOf(t);
      const ends = [7, 30].map((size) => lastWithRoom(length, [size]));
      const last = lastWithRoom(length, t.pick([HELD_SIZES.most], LAST_SIZES, LAST_SIZES));
      const more = t.isQuick ? [] : [...ends, { size: 50, number: 3 }, { size: 20, number: 2 }];
      const shown = await shownToStrangers(t);
      const even = lastWithRoom(
        shown < 2 * MAX_PER_PAGE ? { total: shown, complete: true } : length,
        EVEN_SIZES,
      );
      const third = Math.max(HELD_SIZES.least, Math.min(THIRD, Math.floor(shown / 3)));
      const examples = [{ size: 10, number: 3 }, ...more].filter(({ number }) => number > 1);
      const values = pagesWithin(extent).filter(
        ({ size, number }) => size >= HELD_SIZES.least && size <= HELD_SIZES.most && number > 1,
      );
      const isShort = extent.total < 2 * HELD_SIZES.least;
      return [
        ...t.generated({ values, runs: isShort ? 0 : t.pick(0, 6, 200), examples }, ({ size, number }, by) =>
          t.list(t.page(size, number), { by }),
        ),
        ...lastPage(t, last),
        // Of those without a credential the same, and a page of the first hundred.
        ...t.byStrangers((by) => t.list(t.page(third, 3), { by })),
        ...t.byStrangers((by) => lastPage(t, even, by)[0] ?? t.list(t.page(10, 3), { by })),
        ...(await withoutSize(t)),
        ...(await behindTheLast(t)),
        ...(await lastOfAll(t)),
        ...(await inAnotherOrder(t)),
      ];
    },
    oracle: (t) => {
      const says =
        'the part that it must be of the page of a multiple of its size; nothing stands behind the last page';
      const whole = nothingBehind(t, says);
      const part = all(refusedAlone(t), heldBy(heldOf(t), says));
      const end = all(refusedAlone(t), heldBy(heldOf(t), says), isStillLast(heldOf(t)));
      return byCase(says, (one) => {
        if (one.end === undefined) return part;
        return one.end === 'last page' ? end : all(supposed, whole);
      });
    },
  },
  {
    id: 'list.page.partition',
    level: 'implied',
    general: true,
    sections: ['4.1'],
    phase: 'read',
    needs: [],
    data: { open: 101 },
    says: 'Walking the pages one after another, at any size, meets each issue once and only once, always in the same order.',
    tried:
      'Pages of several sizes are walked from the first and laid end to end, beside the first pages of per_page=100. It fails where an issue stands on two pages, or on none, three times over on a list at rest; where equals change places it fails only if an issue is lost or repeated by that; and where one request is answered in another order each time.',
    compared:
      'the first pages of `per_page=100`, beside pages laid end to end: each issue once; and the same request again: one order',
    seen: '3; 10 looks where few of the walks show it',
    impact: {
      general: 'A client that walks the pages cannot rely on meeting each issue once.',
      lost: 'A client that copies the list page by page misses issues.',
      duplicated: 'A client that copies the list page by page gets issues twice.',
      'wrong-order':
        'One request is answered in different orders, so a client that walks the pages cannot rely on meeting each issue once.',
    },
    explainedBy: [
      'list.per-page.fills',
      'list.per-page.at-most',
      'list.per-page.maximum',
      ...LATER_PAGES,
      ...COMPARED,
    ],
    preconditions: LISTS,
    cases: async (t) => {
      const extent = await extentOf(t);
      const [, ...others] = t.listers;
      const most = t.pick(2, 5, 20);
      const pagesFor = (size: number): number => Math.max(2, Math.min(most, pageCount(extent, size)));
      // A size whose pages reach to the end of what is known, the short last page included where the list ends there.
      const even = Math.max(1, Math.floor(extent.total / most));
      const wide = Math.min(MAX_PER_PAGE, extent.complete ? even + 1 : even);
      // What is asked anyway, unless there is too little of it to be walked.
      const shown = await shownToStrangers(t);
      const half = shown > MAX_PER_PAGE ? MAX_PER_PAGE : Math.max(1, Math.floor(shown / 2));
      const sizes = fc.integer({
        min: 1,
        max: Math.max(1, Math.min(MAX_PER_PAGE, Math.floor(extent.total / 2))),
      });
      return [
        ...t.generated(
          {
            values: sizes,
            runs: t.pick(0, 0, 20),
            examples: t.pick([MAX_PER_PAGE], [wide, MAX_PER_PAGE, 50], [wide, MAX_PER_PAGE, 50]),
          },
          (size, by) => walk(t, size, pagesFor(size), by),
        ),
        // Pages of the full size alone lose nothing beside themselves.
        ...(t.isQuick ? [] : others.map((by) => walk(t, by === 'anonymous' ? half : 50, 2, by))),
        { ...t.list({ per_page: String(MAX_PER_PAGE) }, { anew: true }), like: {} },
        ...t.byStrangers((by) => ({
          ...t.list({ per_page: String(MAX_PER_PAGE) }, { by, anew: true }),
          like: {},
        })),
      ];
    },
    oracle: () => {
      const says = 'every issue on one page, and on one only, three times over; one order for one request';
      const once = all(supposed, eachOnce);
      const order = all(supposed, inOneOrder);
      return byCase(says, ({ like }) => (like === undefined ? once : order));
    },
  },
  {
    id: 'list.page.effective-size',
    level: 'implied',
    sections: ['4.1', '8'],
    phase: 'read',
    needs: [],
    data: { open: 31 },
    says: 'Where a size was capped or fell back, page 2 begins right after page 1: at result 101 for `per_page=150`, at 31 for `per_page=0`.',
    tried:
      'Later pages of 150 and of 0, by every caller, and of other such sizes are compared with the same pages of 100 and of the default. Where the first pages of the two have not one size, another rule is broken, and the later page is compared with that of the size which its own first page has. It takes a second page that is another one than the first.',
    compared: 'the same page of its effective size, or of the size that its own first page has',
    seen: '3 for a number of results, else 10',
    impact: {
      general:
        'A client whose page size was capped or replaced cannot rely on later pages to go on where page 1 ends.',
      'too-few': 'A client whose page size was capped or replaced misses results on a later page.',
      'too-many':
        'A client whose page size was capped or replaced is given more results on a later page than belong there.',
      'wrong-results':
        'A client whose page size was capped or replaced is shown issues on a later page that do not belong there.',
      'wrong-order': 'A client whose page size was capped or replaced gets another order on a later page.',
    },
    explainedBy: [...BEYOND_SIZES, ...LATER_PAGES, ...PLACED],
    preconditions: ORDERED,
    cases: async (t) => {
      const [base, ...others] = t.listers.filter((caller) => caller !== 'outsider');
      const more = t.pick(
        [],
        [
          ['101', 2],
          ['-5', 2],
          [String(2 ** 31), 2],
          ['0', 5],
        ] as const,
        [
          ['101', 2],
          ['1000', 2],
          ['-5', 2],
          ['-1', 3],
          [String(2 ** 31), 2],
          ['0', 3],
          ['0', 5],
          [String(-(2 ** 31)), 2],
        ] as const,
      );
      const named = [
        ['150', 2],
        ['0', 2],
      ] as const;
      const byOthers = t.isQuick ? [] : others;
      const found = await Promise.all([
        ...[...named, ...more].map(([size, number]) => following(t, size, number, base ?? t.base)),
        ...byOthers.flatMap((by) => named.map(([size, number]) => following(t, size, number, by))),
      ]);
      const cases = found.flat();
      if (cases.length > 0) return cases;
      const { total, complete } = await extentOf(t);
      const firstPages = await Promise.all(
        named.map(([size]) => t.ask(t.listing(t.fromBeginning({ per_page: size }), base ?? t.base))),
      );
      const unread = firstPages.map(hindrance).find((doubt) => doubt !== null);
      t.unmet(complete && total === 0 ? EMPTY : (unread ?? WITHOUT_A_SIZE));
      return [];
    },
    oracle: (t) => all(supposed, goesOn(t)),
  },
];

/** A page that is refused although the documented second page is not: no other rule speaks of it. */
const refusedAlone = (t: Trial): Oracle =>
  accepted({
    says: '200, unless the second page is refused alike',
    twins: (one) => ({
      second: always(withQuery(one, t.page(5, 2))),
      plain: always(withQuery(one, {})),
    }),
  });
