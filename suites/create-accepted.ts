import fc from 'fast-check';
import { bodies, isPlain, plainBodies, plainWords, titleWords } from '../src/generate/payloads.ts';
import { describeExchange, type Exchange, isSuccess } from '../src/target/exchange.ts';
import {
  controlRefusesOthers,
  untitledPayload,
  validPayload,
  validTwin,
} from '../src/trial/create-controls.ts';
import { overlap } from '../src/trial/creating/created-case.ts';
import { leftBehind } from '../src/trial/creating/left-behind.ts';
import { lostIssues } from '../src/trial/creating/lost-issues.ts';
import { settleCreated } from '../src/trial/creating/settle-created.ts';
import { HELD, type Judgement, type Probe } from '../src/trial/probe.ts';
import { rule } from '../src/trial/rule.ts';
import type { Trial } from '../src/trial/trial.ts';
import type { Submission, Write } from '../src/trial/writer.ts';

const isAccepted = ([answer]: readonly Exchange[]): Judgement =>
  answer !== undefined && isSuccess(answer)
    ? HELD
    : {
        kind: 'violated',
        expected: 'some 2xx for a valid creation with a valid token',
        actual: answer === undefined ? 'nothing' : describeExchange(answer),
      };

/** Unusual characters may make a payload invalid, since the document names but one example of that (section 7). */
function isAcceptedOrRefused(answers: readonly Exchange[]): Judgement {
  const [answer] = answers;
  const status = answer?.fault === null ? (answer.response?.status ?? 0) : 0;
  return status >= 400 && status < 500
    ? { kind: 'vacuous', needs: 'a service that takes titles and bodies with unusual characters' }
    : isAccepted(answers);
}

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
    judge: isPlain(words + (body ?? '')) ? isAccepted : isAcceptedOrRefused,
  };
}

/** A valid creation right after two that must be refused, which must leave nothing of their refusal behind. */
function afterRefusal(t: Trial): Probe {
  const to = { repository: t.premises.repository, as: t.as('member') };
  const untitled = t.writer.ask({ ...to, payload: untitledPayload });
  return {
    case: { before: 'two creations without title', title: 'may be deleted' },
    asks: [untitled, untitled, t.writer.ask({ ...to, payload: validPayload })],
    inTurn: true,
    judge: (answers) => isAccepted(answers.slice(-1)),
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
  const again = creation(t, { words: 'with a body', body: 'Created by a conformance run' });
  if (twin !== null) await t.tryWith(twin, again);
}

function createOne(t: Trial, words?: string): Promise<Exchange> {
  const to = { repository: t.premises.repository, as: t.as('member') };
  return t.submit({ ...to, payload: validPayload, ...(words === undefined ? {} : { words }) });
}

/** Creations that are made again: as many as it takes where a service loses one of five. */
const AGAIN = 5;

/** What earlier creations sent, once more, and at the same time where they were: so what broke the rule comes about again. */
async function createAgain(t: Trial, writes: readonly Write[]): Promise<Exchange[]> {
  const to = { repository: t.premises.repository, as: t.as('member') };
  const some = Array.from(
    { length: AGAIN },
    (_, index) => writes[Math.floor((index * writes.length) / AGAIN)],
  );
  const asks = some.flatMap((write) =>
    write === undefined ? [] : [() => t.submit({ ...to, payload: t.writer.again(write) })],
  );
  if (overlap(writes)) return Promise.all(asks.map((ask) => ask()));
  const exchanges: Exchange[] = [];
  for (const ask of asks) exchanges.push(await ask());
  return exchanges;
}

/** What earlier rules created, and one issue more where that leaves a question. */
const oneAfterTheOther = (t: Trial) => ({
  case: { created: 'one after the other' },
  earlier: true,
  create: async (again: readonly Write[]) =>
    again.length === 0 ? [await createOne(t)] : createAgain(t, again),
  atLeast: 1,
});

/** Texts that badly made queries and pages stumble over; apart, since a service may refuse one of them and not another. */
const UNUSUAL_EXAMPLES: readonly Created[] = [
  { words: `it's "quoted"`, body: `it's "quoted"` },
  { words: 'Größe 日本語 тест', body: 'Größe 日本語 тест' },
];

/** Creations that must be accepted, and what becomes of them (sections 1, 2 and 4.2). */
export const createAccepted = [
  rule('create.accepted', async (t) => {
    controlTokenLists(t);
    await controlRefusesOthers(t);
    await tryTwin(t);
    const plain = fc.record({ words: plainWords, body: fc.option(plainBodies) });
    await t.forAll({ values: plain, runs: t.pick(0, 3, 15) }, (created) => creation(t, created));
    if (t.isQuick || t.isViolated) return;
    const any = fc.record({ words: titleWords, body: fc.option(bodies) });
    await t.forAll({ values: any, runs: t.pick(0, 1, 30), examples: UNUSUAL_EXAMPLES }, (created) =>
      creation(t, created),
    );
    await t.try([afterRefusal(t)]);
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
      // Alone, so that they are beside one another and not beside what other rules ask.
      create: () =>
        t.context.asker.alone(() => {
          t.context.asker.letTwo();
          return Promise.all(Array.from({ length: count }, () => createOne(t, 'at the same moment')));
        }),
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
