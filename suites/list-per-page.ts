import { aboveMaximum, DEFAULT_PER_PAGE, huge, MAX_PER_PAGE, negative } from '../src/generate/per-page.ts';
import type { Caller } from '../src/survey/callers.ts';
import { readListAnswer } from '../src/survey/list-answer.ts';
import { listedAs, resultsAre } from '../src/trial/judges.ts';
import { issues, listing, vacuous } from '../src/trial/list-probe.ts';
import { HELD, type Judgement, type Probe } from '../src/trial/probe.ts';
import { rule } from '../src/trial/rule.ts';
import type { Trial } from '../src/trial/trial.ts';
import { honouredSizes } from './honoured-sizes.ts';
import { everybody, inTurns, others } from './who-asks.ts';

const resultsIn = (count: number): string => (count === 1 ? '1 result' : `${count} results`);

/** More issues than others are likely to take away while one question is asked. */
const MARGIN = 20;

/** Exactly so many results, where at least so many exist. */
const exactly = (count: number, least = count) =>
  listedAs(resultsIn(count), (records, known): Judgement => {
    known.slice(0, least);
    if (records.length > count || known.count >= least) {
      return records.length === count
        ? HELD
        : {
            kind: 'violated',
            expected: `exactly ${resultsIn(count)}`,
            actual: resultsIn(records.length),
            inItself: records.length > count || known.count >= least + MARGIN,
          };
    }
    return vacuous(`at least ${issues(least)}`);
  });

const atMost = (count: number) =>
  listedAs(`at most ${resultsIn(count)}`, (records, known): Judgement => {
    if (records.length > count)
      return {
        kind: 'violated',
        expected: `at most ${resultsIn(count)}`,
        actual: resultsIn(records.length),
        inItself: true,
      };
    return known.count > count ? HELD : vacuous(`more than ${issues(count)}`);
  });

/** A size that stands for another one: as many results, and the same ones. */
const standsFor = (count: number, words: string): Probe['judge'] => {
  const size = exactly(count, count + 1);
  const same = resultsAre(0, count, words);
  return (answers, known) => {
    const bySize = size(answers, known);
    return bySize.kind === 'violated'
      ? bySize
      : known.count > count
        ? same(answers, known)
        : vacuous(`more than ${issues(count)}`);
  };
};

/** The same question, asked now and not taken from memory. */
const askedAnew = (probe: Probe): Probe => ({
  ...probe,
  asks: probe.asks.map((ask) => (typeof ask === 'function' ? ask : () => ask)),
});

const perPage = (t: Trial, value: number | string, judge: Probe['judge'], by: Caller = t.survey.base) =>
  listing(t, { query: { per_page: String(value) }, by }, judge);

async function eachHonouredSize(t: Trial, judge: (size: number) => Probe['judge']): Promise<void> {
  t.controlRepositoryIsSeen();
  const sizes = t.context.again ? [10] : honouredSizes(t);
  const probes = sizes.map((size) => perPage(t, size, judge(size)));
  await t.try([...probes, ...others(t).map((by) => perPage(t, 10, judge(10), by))]);
}

const likeMaximum = standsFor(MAX_PER_PAGE, 'the same results as for per_page=100');
const likeBeginning = standsFor(DEFAULT_PER_PAGE, 'the first 30 results of per_page=100');
const likeDefault = standsFor(DEFAULT_PER_PAGE, 'the same results as without per_page');

/** A second page of 100 that is not empty shows that the first one has to be full, however few are known. */
function fullBeforeSecond(t: Trial, by: Caller): Probe {
  const ask = { repository: t.premises.repository, as: t.as(by) };
  const query = { per_page: String(MAX_PER_PAGE) };
  return {
    case: { ...query, pages: '1 and 2' },
    asks: [
      { ...ask, query: { ...query, page: '2' } },
      { ...ask, query: t.survey.fromBeginning(query) },
    ],
    against: by,
    judge: ([later, first]): Judgement => {
      const [second, page] = [later, first].map((answer) =>
        answer === undefined ? undefined : readListAnswer(answer),
      );
      if (second?.kind !== 'list' || page?.kind !== 'list' || second.records.length === 0)
        return vacuous('more than 100 issues');
      return page.records.length === MAX_PER_PAGE
        ? HELD
        : {
            kind: 'violated',
            expected: `${resultsIn(MAX_PER_PAGE)}, since a second page of them is not empty`,
            actual: `${resultsIn(page.records.length)}, and ${resultsIn(second.records.length)} on the second page`,
          };
    },
  };
}

/** At the edges of 32 and 64 bits, beyond them, and where a size wraps round to 10. */
const HUGE = [
  2n ** 31n - 1n,
  2n ** 31n,
  2n ** 32n,
  2n ** 32n + 10n,
  2n ** 63n - 1n,
  2n ** 63n,
  2n ** 64n,
  2n ** 64n + 10n,
  10n ** 30n,
] as const;
const FEW_HUGE = [2n ** 32n + 10n, 2n ** 63n] as const;

/** How many results a page holds (sections 4.1, 7 and 8). */
export const listPerPage = [
  rule('list.per-page.default', async (t) => {
    t.controlRepositoryIsSeen();
    const callers: Caller[] = [...everybody(t)];
    if (!t.isQuick && t.premises.outsiderToken !== undefined) callers.push('outsider');
    await t.try(callers.map((by) => listing(t, { query: {}, by }, likeBeginning)));
    const { plainAgain } = t.survey;
    if (plainAgain === null || t.isViolated || t.context.again) return;
    // Counted only: what the survey read may be of a time before this run wrote.
    const counted = exactly(DEFAULT_PER_PAGE, DEFAULT_PER_PAGE + 1);
    await t.tryWith(plainAgain, listing(t, { query: {} }, counted));
  }),

  rule('list.per-page.at-most', (t) => eachHonouredSize(t, atMost)),

  rule('list.per-page.fills', (t) => eachHonouredSize(t, (size) => exactly(size))),

  rule('list.per-page.maximum', async (t) => {
    t.controlRepositoryIsSeen();
    const callers = [t.survey.base, ...others(t)];
    await t.try(callers.map((by) => perPage(t, MAX_PER_PAGE, exactly(MAX_PER_PAGE), by)));
    if (!t.isViolated) await t.try(callers.map((by) => fullBeforeSecond(t, by)));
  }),

  rule('list.per-page.above-maximum', async (t) => {
    t.controlRepositoryIsSeen();
    // The last two wrap round to 10 and to a negative size where 16 bits hold a size.
    const examples = t.pick([150, 101], [150, 101, 2 ** 16 + 10, 2 ** 15], [150, 101, 2 ** 16 + 10, 2 ** 15]);
    const asker = inTurns(t, examples);
    await t.forAll({ values: aboveMaximum, runs: t.pick(0, 3, 100), examples }, (size) =>
      perPage(t, size, likeMaximum, asker(size)),
    );
    await t.try(others(t).map((by) => perPage(t, 150, likeMaximum, by)));
  }),

  rule('list.per-page.huge', async (t) => {
    t.controlRepositoryIsSeen();
    const examples = t.pick<readonly bigint[]>(FEW_HUGE, HUGE, HUGE).map(String);
    const asker = inTurns(t, examples);
    await t.forAll({ values: huge, runs: t.pick(0, 0, 60), examples }, (size) =>
      perPage(t, size, likeMaximum, asker(size)),
    );
    await t.try(others(t).map((by) => perPage(t, examples.at(-1) ?? '', likeMaximum, by)));
  }),

  rule('list.per-page.zero', async (t) => {
    t.controlRepositoryIsSeen();
    const callers = [t.survey.base, ...others(t)];
    await t.try(callers.map((by) => perPage(t, 0, likeDefault, by)));
    if (t.isQuick || t.isViolated) return;
    // There is no second value to try, so a service that fails now and then is asked once more.
    await t.try(callers.map((by) => askedAnew(perPage(t, 0, likeDefault, by))));
  }),

  rule('list.per-page.negative', async (t) => {
    t.controlRepositoryIsSeen();
    const edges = [-(2n ** 31n), -(2n ** 32n) + 10n, -(2n ** 63n) - 1n].map(String);
    const examples = ['-5', '-1', ...t.pick(edges.slice(2), edges, edges)];
    const asker = inTurns(t, examples);
    await t.forAll({ values: negative, runs: t.pick(0, 1, 80), examples }, (size) =>
      perPage(t, size, likeDefault, asker(size)),
    );
    await t.try(others(t).map((by) => perPage(t, '-5', likeDefault, by)));
  }),
];
