import fc from 'fast-check';
import * as z from 'zod';
import { describeExchange, type Exchange, isRefusal, isSuccess } from '../src/client/exchange.ts';
import { acceptedWith2xx, type CreationCase, creationCase } from '../src/created/creation-cases.ts';
import {
  creationsAreTold,
  failsNowAndThen,
  othersAreRefused,
  refusedByTurns,
  tokenMayCreate,
} from '../src/created/preconditions.ts';
import { acceptedIn, validTwin } from '../src/created/shared-creations.ts';
import {
  type Submission,
  submit,
  untitledPayload,
  validCreation,
  validPayload,
  writerOf,
} from '../src/created/writer.ts';
import {
  bodies,
  falsyTitles,
  isPlainText,
  plainBodies,
  plainWords,
  titleWords,
} from '../src/generate/payloads.ts';
import { from, type RuleCase } from '../src/model/case.ts';
import { blaming } from '../src/model/causes.ts';
import { type Check, type Judgement, undecided, unshown } from '../src/model/check.ts';
import type { RuleId } from '../src/model/rule-ids.ts';
import { type Twin, type Twins, toConfirm } from '../src/model/twins.ts';
import type { CaseRule, CreationRule } from '../src/run/rule.ts';
import type { Trial } from '../src/run/trial.ts';
import { type Created, createdOf, createdWords, UNUSUAL } from './created-texts.ts';
import { unlessCreated } from './impacts.ts';

const payloadWith =
  (body: string | null): Submission['payload'] =>
  (title) =>
    body === null ? { title } : { title, body };

/** A creation of which the title, and the body if it has one, are tried. */
const ofTexts = (
  t: Trial,
  texts: NonNullable<RuleCase['texts']>,
  one: Omit<CreationCase, 'shown'>,
): RuleCase => ({
  ...creationCase(t, { ...one, shown: texts }),
  texts,
});

const creation = (t: Trial, { words, body }: Created): RuleCase =>
  ofTexts(
    t,
    { title: words, ...(body === null ? {} : { body }) },
    {
      payload: payloadWith(body),
      words,
      valid: true,
      singly: true,
    },
  );

const payloadSchema = z.object({ body: z.string().optional() });

const bodyIn = (payload: unknown): string | undefined => payloadSchema.safeParse(payload).data?.body;

/** True if a creation with the plain body was accepted. */
const isBodyAccepted = (t: Trial): boolean =>
  acceptedIn(t).some(
    ({ exchange: { request } }) =>
      bodyIn(JSON.parse(request.body ?? 'null')) === bodyIn(validPayload('', '')),
  );

/** A valid creation right after two that must be refused, which must leave nothing of their refusal behind. */
function afterRefusal(t: Trial): RuleCase {
  const untitled: Submission = { repository: t.bed.written, as: t.as('member'), payload: untitledPayload };
  const title = 'may be deleted';
  const one = creationCase(t, {
    shown: { before: 'two creations without title', title },
    before: [untitled, untitled],
    // With a body or without one, as one was accepted before.
    payload: (text, marker) =>
      isBodyAccepted(t) ? validPayload(text, marker) : payloadWith(null)(text, marker),
    valid: true,
    alone: true,
  });
  return { ...one, texts: { title } };
}

const titled =
  (text: string): Submission['payload'] =>
  (_title, marker) => ({ title: text, body: `title ${text} ${marker}` });

/** A title that programs take for nothing. */
const falsy = (t: Trial, title: string): RuleCase => ({
  ...ofTexts(t, { title }, { payload: titled(title), valid: true, singly: true }),
  // A service that refuses a plain title too does not refuse this one for what it says.
  smaller: () => [creation(t, { words: 'crash', body: 'crash' })],
});

/** A title of the same length that is just a text, for one that programs take for nothing. */
function likeFalsy(t: Trial, { texts }: RuleCase): Twin | 'none' {
  const like = falsyTitles.find(({ title }) => title === texts?.title)?.like;
  return like === undefined
    ? 'none'
    : toConfirm(writerOf(t).request({ ...validCreation(t), payload: titled(like) }));
}

/** A plain creation that other rules send too: its answer is shared. */
const plain = (t: Trial, shared: () => Promise<Exchange>): RuleCase =>
  ofTexts(
    t,
    { title: 'may be deleted', body: 'Created by a conformance run and may be deleted' },
    { valid: true, singly: true, shared },
  );

/** The valid creation that the first rules on creations share. */
const twin = (t: Trial): RuleCase =>
  plain(t, async () => (await validTwin(t)) ?? submit(t, validCreation(t)));

/** A valid creation that any rule sent and that was refused, while another one was accepted. */
function byTurns(t: Trial): RuleCase[] {
  const refused = refusedByTurns(t);
  return refused === null ? [] : [plain(t, () => Promise.resolve(refused))];
}

/**
 * The same with a body if there was none, or without one; the plain list, which shows if TOKEN is accepted at all; and the
 * title that is like one that counts for nothing.
 */
const changedTwins =
  (t: Trial) =>
  (one: RuleCase): Twins<'changed' | 'list' | 'like'> => {
    const { title, body } = one.texts ?? {};
    const payload = body === undefined ? validPayload : payloadWith(null);
    const words = title ?? 'may be deleted';
    return {
      changed: toConfirm(writerOf(t).request({ ...validCreation(t, words), payload })),
      list: toConfirm(t.listing({}, 'member', t.bed.written)),
      like: likeFalsy(t, one),
    };
  };

/** Nothing follows here, since another rule judges what was seen. */
const instead = (rule: RuleId, seen: string): Judgement => undecided(blaming([rule], seen));

/** Statuses that say who asks, or for what; any other refusal may be one of the headers that every request has. */
const OF_CALLERS_AND_NAMES: ReadonlySet<number> = new Set([401, 403, 404]);

const isOfForm = (answer: Exchange): boolean =>
  isRefusal(answer) && !OF_CALLERS_AND_NAMES.has(answer.response?.status ?? 0);

/** Titles of ASCII words are accepted; others may be refused properly, and those that count for nothing like their twins. */
const isAccepted = (t: Trial): Check =>
  acceptedWith2xx({
    says: 'some 2xx; an unusual title may be refused with a 4xx, and "0", "null" and "false" where a title of their length is',
    isPlain: ({ texts }) =>
      [texts?.title, texts?.body].every((text) => text === undefined || isPlainText(text)),
    twins: changedTwins(t),
    blame: (status, twins, { answers }) => {
      const [other, list, like] = [twins.changed?.[0], twins.list?.[0], twins.like?.[0]];
      if (like !== undefined && !isSuccess(like)) return unshown('a service that takes titles so short');
      if (list !== undefined && list.response?.status !== 200 && status === '401')
        return instead(
          'list.token',
          'TOKEN is refused for listing too, so it is not known to be valid any more.',
        );
      if (list !== undefined && describeExchange(list) === status && isOfForm(list))
        return instead(
          'list.recommended-headers',
          `The plain list is answered ${status} with TOKEN too, so it is not the creation that is refused.`,
        );
      // What is refused where a title of its length is accepted is refused for what it says.
      return like === undefined && answers.length === 1 && other !== undefined && isSuccess(other)
        ? instead(
            'create.body-optional',
            `The creation was answered ${status}, and accepted with a body or without one, whichever it had not.`,
          )
        : null;
    },
  });

/** With and without a body: where both are refused alike, another rule is broken. */
function isAcceptedEitherWay(t: Trial): Check<'changed' | 'list' | 'like'> {
  const check = acceptedWith2xx({
    says: 'some 2xx both with and without body, unless both are refused',
    isPlain: () => true,
    twins: changedTwins(t),
    // What fails intermittently does so with a body and without one.
    blamesSlips: true,
    blame: (status, { changed }) =>
      (changed?.every(isSuccess) ?? true)
        ? null
        : instead('create.accepted', `Creations were refused with a body and without one (${status}).`),
  });
  return {
    ...check,
    judge: (looks, one) => {
      const judgement = check.judge(looks, one);
      const doubt = judgement.kind === 'held' ? failsNowAndThen(t) : null;
      return doubt === null ? judgement : undecided(doubt);
    },
  };
}

export const WRITING = ['WRITES=all', 'TOKEN'] as const;

export const CREATES = [tokenMayCreate, othersAreRefused];

/** Creations that must be accepted, and what becomes of them (sections 1, 2 and 4.2). */
export const createAccepted: readonly (CaseRule | CreationRule)[] = [
  {
    id: 'create.accepted',
    level: 'implied',
    general: true,
    statedIn: ['2 payload, title', '4.2 method and path', '4.2 success'],
    touches: ['1 operation 2', '5.1 credential'],
    phase: 'write',
    errors: 'POST',
    needs: WRITING,
    says: 'Creating an issue with a valid token and a title is answered with a 2xx status.',
    tried:
      'Generated titles, each holding the run\'s id, are sent with TOKEN; any status from 200 to 299 will do. Titles and bodies of ASCII letters, digits and blanks have to be accepted, after a refused payload too; those with quotes, markup or other scripts may be refused with some 4xx and with nothing else. The titles "0", "null" and "false" have to be accepted where others of their length are. A TOKEN that may not create at all decides nothing. It stays undecided where two creations or more, and above 1 % of them, are answered with 5xx by chance.',
    compared:
      'by itself: some 2xx (the same with or without a body, the plain list with `TOKEN`); `"0"`, `"null"` and `"false"` like a title of their length',
    impact: unlessCreated('A client that files a valid issue'),
    control: creationsAreTold,
    explainedBy: ['list.token', 'list.recommended-headers'],
    preconditions: CREATES,
    cases: (t) => [
      twin(t),
      ...t.generated(
        {
          values: fc.record({ words: plainWords, body: plainBodies }),
          runs: { quick: 0, standard: 1, thorough: 15 },
        },
        (created) => creation(t, created),
        ['member'],
      ),
      ...t.generated(
        {
          values: fc.record({ words: titleWords, body: bodies }),
          runs: { quick: 0, standard: 0, thorough: 30 },
          examples: { quick: [], standard: UNUSUAL, thorough: UNUSUAL },
          parts: { of: createdWords, from: createdOf },
        },
        (created) => creation(t, created),
        ['member'],
      ),
      ...from('standard', [...falsyTitles.map(({ title }) => falsy(t, title)), afterRefusal(t)]),
    ],
    later: byTurns,
    check: isAccepted,
  },
  {
    id: 'create.body-optional',
    level: 'implied',
    statedIn: ['2 payload, body'],
    touches: ['4.2 request body'],
    phase: 'write',
    needs: WRITING,
    says: 'A title alone and a title with a `body` are both accepted, with a 2xx status.',
    tried:
      'One payload with a body and one without are sent with TOKEN; both have to be accepted. Where both are refused, another rule is broken.',
    compared: 'by itself: some 2xx (the same with or without a body, whichever it is not)',
    impact: unlessCreated('A client that files an issue with a text, or without one,'),
    control: creationsAreTold,
    explainedBy: ['create.accepted'],
    preconditions: CREATES,
    cases: (t) => [twin(t), creation(t, { words: 'without a body', body: null })],
    check: isAcceptedEitherWay,
  },
];
