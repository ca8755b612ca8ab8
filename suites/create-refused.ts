import fc from 'fast-check';
import { names, suffixes } from '../src/generate/names.ts';
import {
  wrongBodies,
  wrongBodyExamples,
  wrongPayloadExamples,
  wrongPayloads,
  wrongTitleExamples,
  wrongTitles,
} from '../src/generate/payloads.ts';
import { freshly, longToken, madeUpToken, madeUpTokens, nearMisses } from '../src/generate/tokens.ts';
import { describeExchange } from '../src/target/exchange.ts';
import { ANONYMOUS, bearer, type Credential, type RepositoryName } from '../src/target/question.ts';
import {
  anonymously,
  controlOutsiderIsKnown,
  controlPayloadIsRead,
  controlTokenIsLetIn,
  untitledPayload,
  validPayload,
  withoutTitle,
} from '../src/trial/create-controls.ts';
import { statusIs } from '../src/trial/judges.ts';
import type { Probe } from '../src/trial/probe.ts';
import { rule } from '../src/trial/rule.ts';
import type { Trial } from '../src/trial/trial.ts';
import type { Submission } from '../src/trial/writer.ts';

interface Refused {
  readonly shown: Readonly<Record<string, unknown>>;
  readonly as?: Credential;
  readonly repository?: RepositoryName;
  readonly payload?: Submission['payload'];
}

/** A creation that must be refused with a status. */
function refused(t: Trial, one: Refused, judge: Probe['judge']): Probe {
  return {
    case: one.shown,
    asks: [
      t.writer.ask({
        repository: one.repository ?? t.premises.repository,
        as: one.as ?? t.as('member'),
        payload: one.payload ?? validPayload,
      }),
    ],
    judge,
  };
}

const unauthorized = (t: Trial, as: Credential, shown: string): Probe =>
  refused(t, { shown: { credential: shown }, as }, statusIs(401, 'without a valid credential'));

const unprocessable = (
  t: Trial,
  shown: Readonly<Record<string, unknown>>,
  payload: Submission['payload'],
): Probe => refused(t, { shown, payload }, statusIs(422, 'for an invalid payload'));

const notFound = (t: Trial, repository: RepositoryName): Probe =>
  refused(t, { shown: { ...repository }, repository }, statusIs(404, 'for a repository that does not exist'));

/** Wrong values say where they come from, as far as their type has room for it, so that what is stored is found. */
function marked(value: unknown, marker: string): unknown {
  if (typeof value === 'string') return `${value} ${marker}`;
  if (Array.isArray(value)) return value.map((item) => marked(item, marker));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, marked(item, marker)]));
  return value;
}

/** As the listing rule has it: refused in one operation, it must not be let in by the other. */
const madeUp = (t: Trial): string => madeUpToken(t.runSeed('credential'));

/** A made-up token; another one of its kind at each further try. */
function withMadeUp(t: Trial, token: string): Probe {
  const fresh = freshly(token);
  const { repository } = t.premises;
  return {
    case: { credential: `Bearer ${token}` },
    asks: [() => t.writer.ask({ repository, as: bearer(fresh()), payload: validPayload })()],
    judge: statusIs(401, 'without a valid credential'),
  };
}

/** Creations that must be refused (sections 2, 4.2, 5 and 7). */
export const createRefused = [
  rule('create.anonymous', async (t) => {
    await controlTokenIsLetIn(t);
    await t.tryWith(await anonymously(t), unauthorized(t, ANONYMOUS, 'none'));
    if (t.isQuick) return;
    const withoutBody: Submission['payload'] = (title) => ({ title });
    const shown = { credential: 'none', payload: 'a title alone' };
    const judge = statusIs(401, 'without a credential');
    const once = refused(t, { shown, as: ANONYMOUS, payload: withoutBody }, judge);
    // Some more, since a service may fail now and then.
    const asked = Array.from({ length: 2 }, () => unauthorized(t, ANONYMOUS, 'none'));
    await t.try([once, ...asked]);
  }),

  rule('create.invalid-token', async (t) => {
    await controlTokenIsLetIn(t);
    const { token = '', outsiderToken } = t.premises;
    // Made-up tokens first: what they break can be seen by hand without the real one.
    const long = longToken(t.runSeed('credential'));
    const examples = [madeUp(t), ...t.pick([], [long], [long])];
    await t.forAll({ values: madeUpTokens, runs: t.pick(0, 1, 40), examples }, (one) => withMadeUp(t, one));
    if (t.isViolated) return;
    const misses = nearMisses(token, 'TOKEN', outsiderToken === undefined ? [] : [outsiderToken]);
    await t.try(
      misses
        .slice(t.pick(1, 0, 0))
        .map((miss) => unauthorized(t, t.secretToken(miss.token, miss.label), `Bearer <${miss.label}>`)),
    );
  }),

  rule('create.malformed-credential', async (t) => {
    await controlTokenIsLetIn(t);
    const invented = madeUp(t);
    const basic = `Basic ${Buffer.from(`nobody:${invented}`).toString('base64')}`;
    const values = [
      'Bearer',
      invented,
      basic,
      ...t.pick([], [`Digest ${invented}`], [`Digest ${invented}`, `Negotiate ${invented}`]),
    ];
    await t.try(values.map((value) => unauthorized(t, { kind: 'authorization', value }, value)));
  }),

  rule('create.missing-title', async (t) => {
    await controlPayloadIsRead(t);
    await t.tryWith(await withoutTitle(t), unprocessable(t, { payload: 'no title' }, untitledPayload));
    await t.try([unprocessable(t, { payload: 'an empty object' }, () => ({}))]);
  }),

  rule('create.title-type', async (t) => {
    await controlPayloadIsRead(t);
    const examples = t.pick(wrongTitleExamples.slice(0, 2), wrongTitleExamples, wrongTitleExamples);
    await t.forAll({ values: wrongTitles, runs: t.pick(0, 0, 30), examples }, (value) =>
      unprocessable(t, { title: value }, (_title, marker) => ({
        title: marked(value, marker),
        body: `wrong title ${marker}`,
      })),
    );
  }),

  rule('create.body-type', async (t) => {
    await controlPayloadIsRead(t);
    const examples = t.pick(wrongBodyExamples.slice(0, 1), wrongBodyExamples, wrongBodyExamples);
    await t.forAll({ values: wrongBodies, runs: t.pick(0, 0, 30), examples }, (value) =>
      unprocessable(t, { body: value }, (title) => ({ title, body: value })),
    );
  }),

  rule('create.payload-type', async (t) => {
    await controlPayloadIsRead(t);
    const examples = t.pick(
      [...wrongPayloadExamples.slice(0, 1), null],
      wrongPayloadExamples,
      wrongPayloadExamples,
    );
    await t.forAll({ values: wrongPayloads, runs: t.pick(0, 0, 20), examples }, (value) =>
      unprocessable(t, { payload: value }, (_title, marker) => marked(value, marker)),
    );
  }),

  rule('create.unknown-owner', async (t) => {
    await controlTokenIsLetIn(t);
    const { owner, repo } = t.premises.repository;
    // The names of the listing rule: what is refused here must not be there afterwards.
    const seed = t.runSeed('owners');
    const [other = ''] = fc.sample(names, { seed, numRuns: 1 });
    const [suffix = ''] = fc.sample(suffixes, { seed, numRuns: 1 });
    const examples = [
      { owner: other, repo },
      { owner: `${owner}${suffix}`, repo },
    ].slice(0, t.pick(1, 2, 2));
    await t.forAll(
      { values: fc.record({ owner: names, repo: names }), runs: t.pick(0, 0, 20), examples },
      (repository) => notFound(t, repository),
    );
  }),

  rule('create.unknown-repo', async (t) => {
    await controlTokenIsLetIn(t);
    const { owner, repo } = t.premises.repository;
    const seed = t.runSeed('repositories');
    const [other = ''] = fc.sample(names, { seed, numRuns: 1 });
    const [suffix = ''] = fc.sample(suffixes, { seed, numRuns: 1 });
    const values = names.map((name) => ({ owner, repo: name }));
    const examples = [
      { owner, repo: `${repo}${suffix}` },
      { owner, repo: other },
    ].slice(0, t.pick(1, 2, 2));
    await t.forAll({ values, runs: t.pick(0, 0, 20), examples }, (repository) => notFound(t, repository));
  }),

  rule('create.private.outsider', async (t) => {
    const repository = t.premises.privateRepository;
    if (repository === undefined) return;
    await controlOutsiderIsKnown(t);
    if (!t.controlsHold) return;
    // TOKEN need only be able to read the private repository, so that creating is tried in the public one.
    await controlTokenIsLetIn(t);
    const member = await t.ask({ repository, as: t.as('member') });
    t.control(
      member.response?.status === 200,
      `TOKEN is not let into the private repository (${describeExchange(member)}), so a refusal of others shows nothing; check PRIVATE_REPO and TOKEN.`,
    );
    await t.try([
      refused(
        t,
        { shown: { credential: 'Bearer <OUTSIDER_TOKEN>', ...repository }, as: t.as('outsider'), repository },
        statusIs(404, 'for a private repository without access'),
      ),
    ]);
  }),
];
