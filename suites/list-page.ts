import fc from 'fast-check';
import { pagesWithin } from '../src/generate/page.ts';
import { MAX_PER_PAGE } from '../src/generate/per-page.ts';
import { readListAnswer } from '../src/survey/list-answer.ts';
import { describeKeys, resultsAre, sameKeys } from '../src/trial/judges.ts';
import { listing, vacuous } from '../src/trial/list-probe.ts';
import { HELD, type Judgement, type Probe } from '../src/trial/probe.ts';
import { rule } from '../src/trial/rule.ts';
import type { Trial } from '../src/trial/trial.ts';

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

/** The pages of one size in turn, up to what is known of the list. */
function walk(t: Trial, size: number, pages: number): Probe {
  const numbers = Array.from({ length: pages }, (_, index) => index + 1);
  return {
    case: { per_page: size, pages: `1 to ${pages}` },
    asks: numbers.map((page) => ({
      repository: t.premises.repository,
      as: t.as(t.survey.base),
      query: { per_page: String(size), page: String(page) },
    })),
    against: t.survey.base,
    judge: (answers, known): Judgement => {
      if (!known.distinct) return vacuous('issues that can be told apart');
      const keys: string[] = [];
      for (const answer of answers) {
        const list = readListAnswer(answer);
        if (list.kind === 'undecidable') return { kind: 'undecided', reason: list.reason };
        if (list.kind !== 'list')
          return { kind: 'violated', expected: '200 and a JSON array for every page', actual: list.seen };
        keys.push(...known.keysOf(list.records));
      }
      const slice = known.slice(0, size * pages);
      if (slice.kind === 'unknown' || slice.keys.length <= size) return vacuous(`more than ${size} issues`);
      if (sameKeys(keys, slice.keys)) return HELD;
      const twice = keys.length - new Set(keys).size;
      const gone = slice.keys.filter((key) => !keys.includes(key)).length;
      return {
        kind: 'violated',
        expected: `the first ${slice.keys.length} issues, each once, in the order of the list: ${describeKeys(slice.keys)}`,
        actual: `${describeKeys(keys)}; ${twice} more than once, ${gone} missing`,
      };
    },
  };
}

/** A later page of a size that is not honoured as it is: it goes on by the size that the first page shows. */
function following(t: Trial, perPage: string, number: number): Probe {
  const query = { per_page: perPage, page: String(number) };
  const first = { repository: t.premises.repository, as: t.as(t.survey.base), query: { per_page: perPage } };
  return {
    case: query,
    asks: [{ ...first, query }, first],
    against: t.survey.base,
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

/** Which part of the list a page is (sections 4.1 and 8). */
export const listPage = [
  rule('list.page.second', async (t) => {
    t.controlRepositoryIsSeen();
    await t.try([
      pageOf(t, 5, 2, 5),
      ...(t.survey.base === 'anonymous' ? [] : [pageOf(t, 5, 2, 5, 'anonymous')]),
    ]);
  }),

  rule('list.page.slices', async (t) => {
    t.controlRepositoryIsSeen();
    const { keys } = await t.survey.known();
    const last = (size: number) => ({ size, number: Math.max(1, Math.ceil(keys.length / size)) });
    await t.forAll(
      {
        values: pagesWithin(keys.length),
        runs: t.pick(2, 24, 300),
        examples: [
          { size: 10, number: 3 },
          last(30),
          ...t.pick(
            [],
            [last(100), last(7), { size: 1, number: 2 }],
            [last(100), last(7), { size: 1, number: 2 }],
          ),
        ],
      },
      ({ size, number }) => pageOf(t, size, number, size),
    );
  }),

  rule('list.page.partition', async (t) => {
    t.controlRepositoryIsSeen();
    const { keys } = await t.survey.known();
    const most = t.pick(3, 8, 20);
    const probe = (size: number) => walk(t, size, Math.max(2, Math.min(most, Math.ceil(keys.length / size))));
    const wide = Math.max(1, Math.ceil(keys.length / most));
    await t.forAll(
      {
        values: fc.integer({ min: 1, max: MAX_PER_PAGE }),
        runs: t.pick(0, 3, 20),
        // A size whose pages reach to the end of what is known, the short last page included.
        examples: [Math.min(MAX_PER_PAGE, wide + 1)],
      },
      probe,
    );
  }),

  rule('list.page.effective-size', async (t) => {
    t.controlRepositoryIsSeen();
    const capped = t.pick(
      ['150'],
      ['150', '101', '1000'],
      ['150', '101', '1000', String(2 ** 31), String(2 ** 32 + 10)],
    );
    const fallen = t.pick(['0', '-5'], ['0', '-5', '-1'], ['0', '-5', '-1', '-100', String(-(2 ** 31))]);
    await t.try([
      ...capped.map((size) => following(t, size, 2)),
      ...fallen.flatMap((size) =>
        t.pick([2], [2, 3, 5], [2, 3, 4, 5, 6]).map((page) => following(t, size, page)),
      ),
    ]);
  }),
];
