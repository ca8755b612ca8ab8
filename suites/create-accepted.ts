import fc from 'fast-check';
import { bodies, titleWords } from '../src/generate/payloads.ts';
import { describeExchange, type Exchange, isSuccess } from '../src/target/exchange.ts';
import { controlRefusesOthers, validPayload, validTwin } from '../src/trial/create-controls.ts';
import { leftBehind } from '../src/trial/creating/left-behind.ts';
import { lostIssues } from '../src/trial/creating/lost-issues.ts';
import { settleCreated } from '../src/trial/creating/settle-created.ts';
import { HELD, type Judgement, type Probe } from '../src/trial/probe.ts';
import { rule } from '../src/trial/rule.ts';
import type { Trial } from '../src/trial/trial.ts';
import type { Submission } from '../src/trial/writer.ts';

const isAccepted = ([answer]: readonly Exchange[]): Judgement =>
  answer !== undefined && isSuccess(answer)
    ? HELD
    : {
        kind: 'violated',
        expected: 'some 2xx for a valid creation with a valid token',
        actual: answer === undefined ? 'nothing' : describeExchange(answer),
      };

/** What is created by a case: words of the title, and a body or none. */
interface Created {
  readonly words: string;
  readonly body: string | null;
}

function creation(t: Trial, { words, body }: Created): Probe {
  const payload: Submission['payload'] = (title) => (body === null ? { title } : { title, body });
  return {
    case: { title: words, ...(body === null ? {} : { body }) },
    asks: [t.writer.ask({ repository: t.premises.repository, as: t.as('member'), payload, words })],
    judge: isAccepted,
  };
}

/** Without a token that is let in, nothing follows from a refusal. */
function controlTokenLists(t: Trial): void {
  t.control(
    t.survey.base === 'member',
    'The listing is refused with TOKEN, so it may be no valid one; check TOKEN.',
  );
}

/** The twin that other rules took as their control, judged for its own sake. */
async function tryTwin(t: Trial): Promise<void> {
  const twin = await validTwin(t);
  const again = creation(t, { words: 'with a body', body: 'Created by a conformance run.' });
  if (twin !== null) await t.tryWith(twin, again);
}

const createOne = (t: Trial, words?: string): Promise<Exchange> =>
  t.submit({
    repository: t.premises.repository,
    as: t.as('member'),
    payload: validPayload,
    ...(words === undefined ? {} : { words }),
  });

/** What earlier rules created, and one issue more where that leaves a question. */
const oneAfterTheOther = (t: Trial) => ({
  case: { created: 'one after the other' },
  earlier: true,
  create: async () => [await createOne(t)],
  atLeast: 1,
});

/** Creations that must be accepted, and what becomes of them (sections 1, 2 and 4.2). */
export const createAccepted = [
  rule('create.accepted', async (t) => {
    controlTokenLists(t);
    await controlRefusesOthers(t);
    await tryTwin(t);
    const values = fc.record({ words: titleWords, body: fc.option(bodies) });
    await t.forAll({ values, runs: t.pick(0, 3, 40) }, (created) => creation(t, created));
  }),

  rule('create.body-optional', async (t) => {
    controlTokenLists(t);
    await controlRefusesOthers(t);
    await tryTwin(t);
    await t.try([creation(t, { words: 'without a body', body: null })]);
  }),

  rule('create.concurrent', async (t) => {
    const { concurrency } = t.context;
    const count = Math.max(2, Math.min(concurrency, t.pick(4, 12, 32)));
    await settleCreated(t, {
      case: { simultaneous: count },
      create: () => Promise.all(Array.from({ length: count }, () => createOne(t, 'at the same moment'))),
      simultaneous: true,
      atLeast: 2,
      counted: !t.isQuick,
      expected: 'every one of the issues that were accepted at the same moment in the list exactly once',
      wrong: (found) => found !== 1,
    });
  }),

  rule('create.listed', async (t) => {
    await settleCreated(t, {
      ...oneAfterTheOther(t),
      counted: false,
      expected: `every accepted issue in the list within ${t.context.listedWithinMs} ms (LISTED_WITHIN_MS)`,
      wrong: (count) => count === 0,
    });
  }),

  rule('create.once', async (t) => {
    await settleCreated(t, {
      ...oneAfterTheOther(t),
      counted: true,
      expected: 'every accepted issue in the list only once',
      wrong: (count) => count > 1,
    });
    const lost = await lostIssues(t);
    if (lost !== null) t.record(lost);
  }),

  rule('create.rejected-no-effect', async (t) => {
    t.record(await leftBehind(t));
  }),
];
