import fc from 'fast-check';
import { pageCount, pagesWithin } from '../src/generate/page.ts';
import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '../src/generate/per-page.ts';
import type { Caller } from '../src/survey/callers.ts';
import { readListAnswer } from '../src/survey/list-answer.ts';
import { describeKeys, resultsAre, sameKeys } from '../src/trial/judges.ts';
import { issues, listing, vacuous } from '../src/trial/list-probe.ts';
import { HELD, type Judgement, type Probe } from '../src/trial/probe.ts';
import { rule } from '../src/trial/rule.ts';
import type { Trial } from '../src/trial/trial.ts';
import { inTurns, others } from './who-asks.ts';

const ordinals = (from: number, to: number): string => `results ${from + 1} to ${to} of the list`;

/** One page, given the size that the service really uses. */
function pageOf(t: Trial, perPage: number | string, number: number, size: number, by = t.survey.base): Probe {
  const [from, to] = [(number - 1) * size, number * size];
  return listing(
    t,
    { query: { per_page: String(perPage), page: String(number) }, by },
    resultsAre(from, to, ordinals(from, to)),
  );
}

const askedBy = (t: Trial, by: Caller) => (by === t.survey.base ? {} : { asked: by });

/** A page of the default size. */
function withoutSize(t: Trial, number: number): Probe {
  const [from, to] = [(number - 1) * DEFAULT_PER_PAGE, number * DEFAULT_PER_PAGE];
  return listing(t, { query: { page: String(number) } }, resultsAre(from, to, ordinals(from, to)));
}

/** The pages of one size in turn, up to what is known of the list. */
function walk(t: Trial, size: number, pages: number, by = t.survey.base): Probe {
  const numbers = Array.from({ length: pages }, (_, index) => index + 1);
  return {
    case: { per_page: size, pages: `1 to ${pages}`, ...askedBy(t, by) },
    asks: numbers.map((page) => ({
      repository: t.premises.repository,
      as: t.as(by),
      query: { per_page: String(size), page: String(page) },
    })),
    against: by,
    judge: (answers, known): Judgement => {
      if (!known.distinct) return vacuous('issues that can be told apart');
      const records: unknown[] = [];
      for (const answer of answers) {
        const list = readListAnswer(answer);
        if (list.kind === 'undecidable') return { kind: 'undecided', reason: list.reason };
        if (list.kind !== 'list')
          return {
            kind: 'violated',
            expected: '200 and a JSON array for every page',
            actual: list.seen,
            inItself: true,
          };
        records.push(...list.records);
      }
      const keys = known.keysOf(records);
      const twice = keys.length - new Set(keys).size;
      const slice = known.slice(0, size * pages);
      // Two issues may have the same title: only what has a name can be accused of standing twice.
      if (known.repeated(records) !== undefined)
        return {
          kind: 'violated',
          expected: 'every issue on one page only',
          actual: `${twice} of ${keys.length} results stand on an earlier page as well`,
        };
      if (slice.kind === 'unknown' || slice.keys.length <= size) return vacuous(`more than ${issues(size)}`);
      if (sameKeys(keys, slice.keys))
        return 2 * twice < keys.length ? HELD : vacuous('issues that can be told apart');
      const gone = slice.keys.filter((key) => !keys.includes(key)).length;
      return {
        kind: 'violated',
        expected: `the first ${slice.keys.length} issues, each once, in the order of the list: ${describeKeys(slice.keys)}`,
        actual: `${describeKeys(keys)}; ${gone} missing`,
      };
    },
  };
}

/** A later page of a size that is not honoured as it is: it goes on by the size that the first page shows. */
function following(t: Trial, perPage: string, number: number, by = t.survey.base): Probe {
  const query = { per_page: perPage, page: String(number) };
  const first = {
    repository: t.premises.repository,
    as: t.as(by),
    query: t.survey.fromBeginning({ per_page: perPage }),
  };
  return {
    case: { ...query, ...askedBy(t, by) },
    asks: [{ ...first, query }, first],
    against: by,
    judge: (answers, known): Judgement => {
      const [later, firstPage] = answers;
      const list = firstPage === undefined ? undefined : readListAnswer(firstPage);
      if (later === undefined || list?.kind !== 'list')
        return {
          kind: 'undecided',
          reason: `The first page of per_page=${perPage} could not be read; mending it decides this.`,
        };
      const size = list.records.length;
      if (size === 0) return vacuous('at least one issue');
      const [from, to] = [(number - 1) * size, number * size];
      return resultsAre(from, to, `${ordinals(from, to)}, the first page having ${size}`)([later], known);
    },
  };
}

/** A first page holds where `page` is ignored as well. */
function laterPage(probe: Probe, number: number): Probe {
  if (number > 1) return probe;
  return {
    ...probe,
    judge: (answers, known) => {
      const judgement = probe.judge(answers, known);
      return judgement.kind === 'held' ? vacuous('issues on a second page') : judgement;
    },
  };
}

/** One result more than the list is known to have: a page that ends with the list may have lost its last one. */
async function behindTheLast(t: Trial): Promise<Probe[]> {
  const { keys, complete, distinct } = await t.survey.known();
  if (!complete || keys.length === 0 || !distinct) return [];
  const query = { per_page: '1', page: String(keys.length + 1) };
  return [
    listing(t, { query }, ([answer], known): Judgement => {
      const list = answer === undefined ? undefined : readListAnswer(answer);
      // What a page behind the end is answered with is not shown; the last issue once more is one way.
      const strangers = list?.kind === 'list' ? known.keysOf(list.records) : [];
      const all = known.slice(0, known.keys.length + 1);
      const more = all.kind === 'known' ? strangers.filter((key) => !all.keys.includes(key)) : [];
      return more.length === 0
        ? vacuous('a page behind the end')
        : {
            kind: 'violated',
            expected: `the last of the issues on the last page of per_page=${MAX_PER_PAGE} too`,
            actual: `${all.kind === 'known' ? all.keys.length : 0} issues there, without ${describeKeys(more)}`,
          };
    }),
  ];
}

/**
 * A list that ends just where a page does may have been cut there. Where another order shows issues that the default
 * order does not reach, later pages are missing; which orders a service knows is not shown, so this is only looked for.
 */
async function beyondTheEnd(t: Trial): Promise<Probe[]> {
  const { keys, complete } = await t.survey.known();
  if (!complete || keys.length === 0 || keys.length % MAX_PER_PAGE !== 0) return [];
  const as = t.as(t.survey.base);
  const { repository } = t.premises;
  const size = { per_page: String(MAX_PER_PAGE) };
  return ['created', 'updated'].map((sort) => ({
    case: { ...size, pages: 'all', 'beside the order by': sort },
    asks: [{ repository, as, query: t.survey.fromBeginning({ ...size, sort, direction: 'asc' }) }],
    against: t.survey.base,
    judge: ([answer], known): Judgement => {
      const list = answer === undefined ? undefined : readListAnswer(answer);
      const all = known.slice(0, known.keys.length + 1);
      if (list?.kind !== 'list' || !known.distinct || all.kind === 'unknown')
        return vacuous('another order of the list');
      const strangers = known.keysOf(list.records).filter((key) => !all.keys.includes(key));
      // A record that says where it stands has another key in another order: then hardly any are known.
      const isTelling = known.identity.kind === 'field' || 2 * strangers.length <= list.records.length;
      return strangers.length === 0 || !isTelling
        ? vacuous('another order of the list')
        : {
            kind: 'violated',
            expected: `all issues on the pages of the list, those too that sort=${sort} shows`,
            actual: `pages that end after ${all.keys.length} issues, without ${describeKeys(strangers)}`,
          };
    },
  }));
}

/** Which part of the list a page is (sections 4.1 and 8). */
export const listPage = [
  rule('list.page.second', async (t) => {
    t.controlRepositoryIsSeen();
    await t.try([t.survey.base, ...others(t)].map((by) => pageOf(t, 5, 2, 5, by)));
  }),

  rule('list.page.slices', async (t) => {
    t.controlRepositoryIsSeen();
    const { keys, complete } = await t.survey.known();
    const known = { total: keys.length, complete };
    const last = (size: number) => ({ size, number: pageCount(known, size) });
    const more = [last(MAX_PER_PAGE), last(7), { size: 1, number: 2 }, { size: MAX_PER_PAGE, number: 2 }];
    const examples = [{ size: 10, number: 3 }, last(30), ...t.pick([], more, more)];
    const asker = inTurns(t, examples);
    await t.forAll({ values: pagesWithin(known), runs: t.pick(0, 6, 300), examples }, (page) =>
      laterPage(pageOf(t, page.size, page.number, page.size, asker(page)), page.number),
    );
    await t.try([withoutSize(t, 2), ...others(t).map((by) => pageOf(t, 30, last(30).number, 30, by))]);
    await t.try(await beyondTheEnd(t));
    await t.try(await behindTheLast(t));
  }),

  rule('list.page.partition', async (t) => {
    t.controlRepositoryIsSeen();
    const { keys, complete } = await t.survey.known();
    const known = { total: keys.length, complete };
    const most = t.pick(2, 5, 20);
    const probe = (size: number) => walk(t, size, Math.max(2, Math.min(most, pageCount(known, size))));
    // A size whose pages reach to the end of what is known, the short last page included where the list ends there.
    const even = Math.max(1, Math.floor(keys.length / most));
    const wide = Math.min(MAX_PER_PAGE, complete ? even + 1 : even);
    await t.forAll(
      {
        values: fc.integer({ min: 1, max: Math.max(1, Math.min(MAX_PER_PAGE, Math.floor(keys.length / 2))) }),
        runs: t.pick(0, 0, 20),
        examples: t.pick([MAX_PER_PAGE], [wide, MAX_PER_PAGE, 50], [wide, MAX_PER_PAGE, 50]),
      },
      probe,
    );
    await t.try(others(t).map((by) => walk(t, MAX_PER_PAGE, 2, by)));
  }),

  rule('list.page.effective-size', async (t) => {
    t.controlRepositoryIsSeen();
    const capped = t.pick(
      ['150'],
      ['150', '101', String(2 ** 31)],
      ['150', '101', '1000', String(2 ** 31), String(2 ** 32 + 10)],
    );
    const fallen = t.pick(['0', '-5'], ['0', '-5'], ['0', '-5', '-1', '-100', String(-(2 ** 31))]);
    await t.try([
      ...capped.map((size) => following(t, size, 2)),
      ...fallen.flatMap((size) =>
        t.pick([2], [2, 5], [2, 3, 4, 5, 6]).map((page) => following(t, size, page)),
      ),
      ...others(t).flatMap((by) => ['150', '0'].map((size) => following(t, size, 2, by))),
    ]);
  }),
];
