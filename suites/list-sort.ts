import fc from 'fast-check';
import { type Page, pagesWithin } from '../src/generate/page.ts';
import { directions, fewInvalidSorts, invalidSortExamples, invalidSorts } from '../src/generate/sort.ts';
import type { ForAll } from '../src/trial/for-all.ts';
import { resultsAre, statusIs } from '../src/trial/judges.ts';
import { listing, vacuous } from '../src/trial/list-probe.ts';
import type { Probe } from '../src/trial/probe.ts';
import { rule } from '../src/trial/rule.ts';
import type { Trial } from '../src/trial/trial.ts';
import { inTurns } from './who-asks.ts';

/** An invalid sort, which page of it is asked for, and a direction beside it. */
interface SortCase {
  readonly sort: string;
  readonly page?: Page;
  readonly direction?: string;
}

const isAccepted = statusIs(200, 'for an invalid sort');

function sorted(t: Trial, { sort, page, direction }: SortCase, by = t.survey.base): Probe {
  const query = {
    sort,
    ...(direction === undefined ? {} : { direction }),
    ...(page === undefined ? {} : { per_page: String(page.size), page: String(page.number) }),
  };
  const { size, number } = page ?? { size: 30, number: 1 };
  const to = size * number;
  const inOrder = resultsAre(to - size, to, `results ${to - size + 1} to ${to} in the default order`);
  return listing(t, { query, by }, (answers, known) => {
    const judgement = inOrder(answers, known);
    // One issue stands in every order alike.
    return judgement.kind === 'held' && known.keys.length < 2 ? vacuous('at least two issues') : judgement;
  });
}

/** Invalid sorts without another parameter; two rules look at the same answers. */
const sortsAlone = (t: Trial): ForAll<string> => ({
  values: invalidSorts,
  runs: t.pick(0, 3, 200),
  examples: t.pick<readonly string[]>(fewInvalidSorts, invalidSortExamples, invalidSortExamples),
  seed: t.runSeed('sorts'),
});

/** An invalid sort right after one that the service may know: nothing of that may stick. */
function afterAnother(t: Trial): Probe {
  const probe = sorted(t, { sort: 'qxnonexistent' });
  const ask = { repository: t.premises.repository, as: t.as(t.survey.base) };
  const before = { sort: 'updated', direction: 'asc' };
  return {
    ...probe,
    case: { ...probe.case, 'right after': 'sort=updated&direction=asc' },
    asks: [before, { sort: 'qxnonexistent' }].map((query) => () => ({
      ...ask,
      query: t.survey.fromBeginning(query),
    })),
    inTurn: true,
    undisturbed: true,
    judge: (answers, known) => probe.judge(answers.slice(1), known),
  };
}

const anonymously = (t: Trial, one: SortCase): Probe[] =>
  t.survey.base === 'anonymous' ? [] : [sorted(t, one, 'anonymous')];

/** What an invalid sort does: nothing (sections 4.1 and 7). */
export const listSort = [
  rule('list.sort.invalid-ok', async (t) => {
    t.controlRepositoryIsSeen();
    const sorts = sortsAlone(t);
    const asker = inTurns(t, sorts.examples ?? []);
    await t.forAll(sorts, (sort) =>
      listing(t, { query: { sort }, by: asker(sort), compared: false }, isAccepted),
    );
  }),

  rule('list.sort.invalid-default-order', async (t) => {
    t.controlRepositoryIsSeen();
    const { keys, complete } = await t.survey.known();
    const sorts = sortsAlone(t);
    const asker = inTurns(t, sorts.examples ?? []);
    await t.forAll(sorts, (sort) => sorted(t, { sort }, asker(sort)));
    if (t.isViolated) return;
    await t.forAll(
      {
        values: fc.record({ sort: invalidSorts, page: pagesWithin({ total: keys.length, complete }) }),
        runs: t.pick(0, 1, 150),
        examples: [{ sort: 'qxnonexistent', page: { size: 10, number: 2 } }],
      },
      (one) => sorted(t, one),
    );
    if (t.isQuick) return;
    await t.try(anonymously(t, { sort: 'qxnonexistent' }));
    await t.try([afterAnother(t)]);
  }),

  rule('list.sort.invalid-ignores-direction', async (t) => {
    t.controlRepositoryIsSeen();
    const { keys, complete } = await t.survey.known();
    const [first, second] = invalidSortExamples;
    const examples: SortCase[] = [
      { sort: first, direction: 'asc' },
      { sort: first, direction: 'desc' },
      ...t.pick<SortCase[]>(
        [],
        [
          { sort: second, direction: 'asc' },
          { sort: first, direction: 'ASC' },
          { sort: first, direction: 'sideways' },
          { sort: first, direction: 'asc', page: { size: 100, number: 1 } },
          { sort: first, direction: 'asc', page: { size: 10, number: 2 } },
        ],
        [{ sort: first, direction: 'sideways' }],
      ),
    ];
    const asker = inTurns(t, examples);
    await t.forAll<SortCase>(
      {
        values: fc.record({
          sort: invalidSorts,
          direction: directions,
          page: pagesWithin({ total: keys.length, complete }),
        }),
        runs: t.pick(0, 2, 150),
        examples,
      },
      (one) => sorted(t, one, asker(one)),
    );
    if (!t.isQuick) await t.try(anonymously(t, { sort: first, direction: 'asc' }));
  }),
];
