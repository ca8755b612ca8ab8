import { recordSchema } from '../src/survey/list-answer.ts';
import { notOpenIsVisible } from '../src/survey/not-open.ts';
import { jsonType } from '../src/target/json.ts';
import { listedAs, resultsAre, statusIs } from '../src/trial/judges.ts';
import { type ListCase, listing, vacuous } from '../src/trial/list-probe.ts';
import { HELD, type Judgement, type Probe } from '../src/trial/probe.ts';
import { rule } from '../src/trial/rule.ts';
import type { Trial } from '../src/trial/trial.ts';

const isListed = statusIs(200, 'for a listing of the public repository');

/** Listings that answer 200 when all is well; each is asked by other rules as well. */
async function accepted(t: Trial, cases: readonly ListCase[]): Promise<void> {
  t.controlRepositoryIsSeen();
  await t.try(cases.map((one) => listing(t, { ...one, compared: false }, isListed)));
}

/** Judges the second answer that the survey was given for the plain list: some mistakes show now and then. */
async function tryOnceMore(t: Trial, judge: Probe['judge']): Promise<void> {
  const { plainAgain } = t.survey;
  if (plainAgain !== null && !t.isViolated)
    await t.tryWith(plainAgain, listing(t, { query: {}, compared: false }, judge));
}

/** What a listing of the public repository is answered with (sections 1, 2, 3, 4.1, 4.3 and 5.2). */
export const listAnswer = [
  rule('list.ok', async (t) => {
    await accepted(t, [{ query: {} }, { query: { per_page: '100' } }]);
    await tryOnceMore(t, isListed);
  }),

  rule('list.array', async (t) => {
    t.controlRepositoryIsSeen();
    const isArray = listedAs('one JSON array', () => HELD);
    // Each but the third is asked by other rules as well.
    const open = { state: 'open', per_page: '100' };
    const queries = [{}, { per_page: '100' }, { per_page: '1' }, { per_page: '100', page: '2' }, open];
    await t.try(queries.map((query) => listing(t, { query, compared: false }, isArray)));
    await t.try([listing(t, { query: {}, by: 'anonymous', compared: false }, isArray)]);
    await tryOnceMore(t, isArray);
  }),

  rule('list.records', async (t) => {
    t.controlRepositoryIsSeen();
    const areObjects = listedAs('an array of JSON objects', (records): Judgement => {
      if (records.length === 0) return vacuous('at least one issue');
      const place = records.findIndex((record) => !recordSchema.safeParse(record).success);
      return place === -1
        ? HELD
        : {
            kind: 'violated',
            expected: 'a JSON object as every element',
            actual: `a JSON ${jsonType(records[place])} as element ${place + 1} of ${records.length}`,
          };
    });
    const queries = [{}, { per_page: '100' }, { per_page: '100', page: '2' }];
    await t.try(queries.map((query) => listing(t, { query, compared: false }, areObjects)));
    await t.try([listing(t, { query: {}, by: 'anonymous', compared: false }, areObjects)]);
    await tryOnceMore(t, areObjects);
  }),

  rule('list.anonymous', (t) =>
    accepted(t, [
      { query: {}, by: 'anonymous' },
      ...(t.isQuick ? [] : [{ query: { per_page: '10' }, by: 'anonymous' as const }]),
    ]),
  ),

  rule('list.token', (t) =>
    accepted(t, [
      { query: {}, by: 'member' },
      ...(t.premises.outsiderToken === undefined ? [] : [{ query: {}, by: 'outsider' as const }]),
    ]),
  ),

  rule('list.recommended-headers', (t) => accepted(t, [{ query: {}, by: 'member' }])),

  rule('list.state.open', (t) =>
    accepted(t, [
      { query: { state: 'open', per_page: '100' } },
      ...(t.isQuick ? [] : [{ query: { state: 'open' }, by: 'anonymous' as const }]),
    ]),
  ),

  rule('list.state.default-open', async (t) => {
    t.controlRepositoryIsSeen();
    const known = await t.survey.known();
    const visible = await notOpenIsVisible(
      (query) =>
        t.ask({
          repository: t.premises.repository,
          as: t.as(t.survey.base),
          query: t.survey.fromBeginning(query),
        }),
      known,
      t.pick(2, 8, 8),
    );
    const sameAsOmitted = (size: number): Probe['judge'] => {
      const same = resultsAre(0, size, 'what the listing without state gives');
      return (answers, list) => {
        const judgement = same(answers, list);
        return judgement.kind === 'held' && !visible
          ? vacuous(
              'an issue that is not open and would show among the first 100 if state were left out wrongly',
            )
          : judgement;
      };
    };
    const open = { state: 'open' };
    await t.try([
      listing(t, { query: { ...open, per_page: '100' } }, sameAsOmitted(100)),
      ...(t.isQuick ? [] : [listing(t, { query: open, by: 'anonymous' }, sameAsOmitted(30))]),
    ]);
  }),
];
