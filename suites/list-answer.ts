import type { Caller } from '../src/survey/callers.ts';
import { type Known, SURVEY_PAGE_SIZE } from '../src/survey/known.ts';
import { recordSchema } from '../src/survey/list-answer.ts';
import { notOpenIsVisible } from '../src/survey/not-open.ts';
import { jsonType } from '../src/target/json.ts';
import { untitledPayload } from '../src/trial/create-controls.ts';
import { listedAs, resultsAre, statusIs } from '../src/trial/judges.ts';
import { type ListCase, listing, vacuous } from '../src/trial/list-probe.ts';
import { type Ask, HELD, type Judgement, type Probe } from '../src/trial/probe.ts';
import { rule } from '../src/trial/rule.ts';
import type { Trial } from '../src/trial/trial.ts';
import { honouredSizes } from './honoured-sizes.ts';

/** A page behind the end may be refused or empty, which is not shown; what is answered with 200 is an array there too. */
function behindTheEnd(t: Trial, { complete, count }: Known): Probe {
  const isArray = listedAs('one JSON array', () => HELD);
  const page = (complete ? Math.ceil(count / SURVEY_PAGE_SIZE) : 100_000) + 1;
  const query = { per_page: String(SURVEY_PAGE_SIZE), page: String(page) };
  return listing(t, { query, compared: false }, (answers, known) =>
    answers[0]?.response?.status === 200
      ? isArray(answers, known)
      : vacuous('a page behind the end that is answered with 200'),
  );
}

const isListed = statusIs(200, 'for a listing of the public repository');

/** A creation that the service must refuse; none where nothing may be sent but GET. */
const refusedCreation = (t: Trial): Ask | null =>
  t.context.writes === 'none' || t.premises.token === undefined
    ? null
    : t.writer.ask({
        repository: t.premises.repository,
        as: t.as('member'),
        payload: untitledPayload,
      });

/** The plain listing as the very next request after a creation that was refused, of which nothing may stick. */
function rightAfterRefusal(t: Trial): Probe[] {
  const before = refusedCreation(t);
  if (before === null) return [];
  const plain = { repository: t.premises.repository, as: t.as(t.survey.base), query: {} };
  return [
    {
      case: { 'right after': 'a creation that was refused' },
      asks: [before, () => plain],
      inTurn: true,
      undisturbed: true,
      judge: (answers) => isListed(answers.slice(1)),
    },
  ];
}

/** Listings that answer 200 when all is well; each is asked by other rules as well. */
async function accepted(t: Trial, first: readonly ListCase[], then: readonly ListCase[] = []): Promise<void> {
  t.controlRepositoryIsSeen();
  await tryInTwo(t, first, then, isListed);
}

/** The first cases, and only then those that may have many requests of other rules before them. */
async function tryInTwo(
  t: Trial,
  first: readonly ListCase[],
  then: readonly ListCase[],
  judge: Probe['judge'],
): Promise<void> {
  for (const cases of [first, then]) {
    if (t.isViolated) return;
    await t.try(cases.map((one) => listing(t, { ...one, compared: false }, judge)));
  }
}

/** The listings that rules on page sizes ask for: seen here once more from memory, since a service may fail now and then. */
function sizedListings(t: Trial, by: Caller = t.survey.base): ListCase[] {
  if (t.context.again) return [];
  return honouredSizes(t).map((size) => ({ query: { per_page: String(size) }, by }));
}

const SIZES = ['10', '100', '150', '0', '-5'];

/** Listings that rules on other things ask for without a credential. */
function anonymousListings(t: Trial): ListCase[] {
  if (t.context.again || t.survey.base === 'anonymous') return [];
  return t.pick(['101', '-1'], SIZES, SIZES).map((size) => ({ query: { per_page: size }, by: 'anonymous' }));
}

/** Judges the second answer that the survey was given for the plain list: some mistakes show now and then. */
async function tryOnceMore(t: Trial, judge: Probe['judge']): Promise<void> {
  const { plainAgain } = t.survey;
  // Once the run has written it is an old answer, and was judged before.
  if (plainAgain !== null && !t.isViolated && !t.context.again)
    await t.tryWith(plainAgain, listing(t, { query: {}, compared: false }, judge));
}

/** What a listing of the public repository is answered with (sections 1, 2, 3, 4.1, 4.3 and 5.2). */
export const listAnswer = [
  rule('list.ok', async (t) => {
    await accepted(t, [{ query: {} }, { query: { per_page: '100' } }], sizedListings(t));
    await tryOnceMore(t, isListed);
    if (t.context.again && !t.isViolated) await t.try(rightAfterRefusal(t));
  }),

  rule('list.array', async (t) => {
    t.controlRepositoryIsSeen();
    const isArray = listedAs('one JSON array', () => HELD);
    // Each but the third is asked by other rules as well.
    const open = { state: 'open', per_page: '100' };
    const queries = [{}, { per_page: '100' }, { per_page: '1' }, { per_page: '100', page: '2' }, open];
    const first: ListCase[] = [...queries.map((query) => ({ query })), { query: {}, by: 'anonymous' }];
    await tryInTwo(t, first, [...sizedListings(t), ...anonymousListings(t)], isArray);
    await tryOnceMore(t, isArray);
    if (!t.isQuick) await t.try([behindTheEnd(t, await t.survey.known())]);
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
    const first: ListCase[] = [...queries.map((query) => ({ query })), { query: {}, by: 'anonymous' }];
    await tryInTwo(t, first, [...sizedListings(t), ...anonymousListings(t)], areObjects);
    await tryOnceMore(t, areObjects);
  }),

  rule('list.anonymous', (t) => accepted(t, [{ query: {}, by: 'anonymous' }], anonymousListings(t))),

  rule('list.token', (t) =>
    accepted(
      t,
      [
        { query: {}, by: 'member' },
        ...(t.premises.outsiderToken === undefined ? [] : [{ query: {}, by: 'outsider' as const }]),
      ],
      sizedListings(t, 'member'),
    ),
  ),

  rule('list.recommended-headers', (t) =>
    accepted(t, [{ query: {}, by: 'member' }], sizedListings(t, 'member')),
  ),

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
    const words = 'results 31 to 60 of what the listing without state gives';
    const second = resultsAre(30, 60, words);
    const later = listing(t, { query: { ...open, page: '2' } }, (answers, list) => {
      const judgement = second(answers, list);
      // Whether something else would show there is not known: this can only accuse.
      return judgement.kind === 'held' ? vacuous('an issue that is not open, and recent') : judgement;
    });
    await t.try([
      listing(t, { query: { ...open, per_page: '100' } }, sameAsOmitted(100)),
      ...(t.isQuick ? [] : [listing(t, { query: open, by: 'anonymous' }, sameAsOmitted(30)), later]),
    ]);
  }),
];
