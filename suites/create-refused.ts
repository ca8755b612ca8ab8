import fc from 'fast-check';
import type { RepositoryName } from '../src/client/request.ts';
import { sameRepository } from '../src/client/test-bed.ts';
import { type CreationCase, creationCase, refusedWith } from '../src/created/creation-cases.ts';
import { judgeLeftBehind, sendRefused } from '../src/created/left-behind.ts';
import { creationsAreTold, payloadIsRead, tokenIsLetIn } from '../src/created/preconditions.ts';
import { elsewhere, nowhere, untitled, validTwin } from '../src/created/shared-creations.ts';
import { untitledPayload } from '../src/created/writer.ts';
import { madeUpNames, names } from '../src/generate/names.ts';
import {
  bodies,
  wrongBodies,
  wrongBodyExamples,
  wrongPayloadExamples,
  wrongPayloads,
  wrongTitleExamples,
  wrongTitles,
} from '../src/generate/payloads.ts';
import type { RuleCase } from '../src/model/case.ts';
import type { CaseRule, CreationRule } from '../src/run/rule.ts';
import type { Trial } from '../src/run/trial.ts';
import { REFUSED } from './explained-by.ts';
import { INVALID, unlessRefused } from './impacts.ts';

export const REJECTING = ['WRITES=rejected', 'TOKEN'] as const;

/** Puts the marker into wrong values, as far as their type has room for it, so that stored ones are found. */
function marked(value: unknown, marker: string): unknown {
  if (typeof value === 'string') return value === '' ? value : `${value} ${marker}`;
  if (Array.isArray(value)) return value.map((item) => marked(item, marker));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, marked(item, marker)]));
  return value;
}

/** Wrong values of one kind: examples, then generated ones. @param inQuick the examples that `quick` keeps to */
const wrong = <T>(
  t: Trial,
  values: fc.Arbitrary<T>,
  runs: number,
  examples: readonly T[],
  inQuick: readonly T[],
  make: (value: T) => CreationCase,
): RuleCase[] =>
  t.generated(
    {
      values,
      runs: { quick: 0, standard: 0, thorough: runs },
      examples: { quick: inQuick, standard: examples, thorough: examples },
    },
    (value) => creationCase(t, make(value)),
    ['member'],
  );

const notFound =
  (t: Trial) =>
  (repository: RepositoryName): CreationCase => ({
    shown: { ...repository },
    repository,
    ...(sameRepository(repository, nowhere(t)) ? { shared: () => elsewhere(t) } : {}),
  });

/** A rule on payloads that must be refused with 422. */
const unprocessable = (
  rule: Pick<
    CaseRule,
    'id' | 'level' | 'statedIn' | 'touches' | 'says' | 'tried' | 'compared' | 'impact' | 'cases'
  >,
): CaseRule => ({
  ...rule,
  phase: 'write',
  needs: REJECTING,
  control: creationsAreTold,
  explainedBy: REFUSED,
  preconditions: [payloadIsRead],
  check: (t) => refusedWith(t, 422, 'for an invalid payload'),
});

const COUNTS_WHERE =
  'A 422 counts only where a valid creation is accepted or, where none may be sent, where a creation without a credential and one in a repository that does not exist are refused otherwise.';

/** Creations that must be refused (sections 2, 4.2, 5 and 7). */
export const createRefused: readonly (CaseRule | CreationRule)[] = [
  unprocessable({
    id: 'create.missing-title',
    level: 'required',
    statedIn: ['2 payload, title', '4.2 without a title', '7 status 422'],
    says: 'Creating an issue without `title` answers 422, with or without a `body`.',
    tried: `An object that holds a body but no title, and the empty object, are sent with TOKEN; thorough tries other bodies too. ${COUNTS_WHERE}`,
    compared: 'by itself: 422 (a valid creation)',
    impact: unlessRefused('A client whose form was left empty', INVALID, {
      accepted: 'A client whose form was left empty is told that an issue was created without a title.',
    }),
    cases: (t) => [
      creationCase(t, {
        shown: { payload: 'no title' },
        payload: untitledPayload,
        shared: () => untitled(t),
      }),
      creationCase(t, { shown: { payload: 'an empty object' }, payload: () => ({}) }),
      // One machine of several may be the only one that fails, so two requests may not meet it.
      ...wrong(t, bodies, 20, [], [], (body) => ({
        shown: { payload: 'no title', body },
        payload: (_title, marker) => ({ body: `${body} ${marker}` }),
      })),
    ],
  }),
  unprocessable({
    id: 'create.title-type',
    level: 'implied',
    statedIn: ['2 payload, title', '7 status 422'],
    touches: ['4.2 request body'],
    says: 'Creating an issue with a `title` that is not a string answers 422.',
    tried: `Null, numbers, booleans, arrays and objects, those that programs take for nothing among them, are sent in place of the title with TOKEN; quick keeps to null and a number. ${COUNTS_WHERE}`,
    compared: 'by itself: 422 (a valid creation)',
    impact: unlessRefused('A client that sends a title of a wrong type', INVALID, {
      accepted: 'A client that sends a title of a wrong type is told that an issue was created from it.',
    }),
    cases: (t) =>
      wrong(t, wrongTitles, 30, wrongTitleExamples, wrongTitleExamples.slice(0, 2), (value) => ({
        shown: { title: value },
        payload: (_title, marker) => ({ title: marked(value, marker), body: `wrong title ${marker}` }),
      })),
  }),
  unprocessable({
    id: 'create.body-type',
    level: 'implied',
    statedIn: ['2 payload, body', '7 status 422'],
    touches: ['4.2 request body'],
    says: 'Creating an issue with a `body` that is neither a string nor null answers 422.',
    tried: `Numbers, booleans, arrays and objects, those that programs take for nothing among them, are sent in place of the body, beside a valid title, with TOKEN; quick keeps to a number. Null is left out, since whether it may stand for no body is not shown. ${COUNTS_WHERE}`,
    compared: 'by itself: 422 (a valid creation)',
    impact: unlessRefused('A client that sends a body of a wrong type', INVALID, {
      accepted: 'A client that sends a body of a wrong type is told that an issue was created from it.',
    }),
    cases: (t) =>
      wrong(t, wrongBodies, 30, wrongBodyExamples, wrongBodyExamples.slice(0, 1), (value) => ({
        shown: { body: value },
        payload: (title) => ({ title, body: value }),
      })),
  }),
  unprocessable({
    id: 'create.payload-type',
    level: 'implied',
    statedIn: ['4.2 request body', '7 status 422'],
    touches: ['1 payloads'],
    says: 'Creating an issue with JSON that is not an object answers 422.',
    tried: `Arrays, one that holds a valid object among them, strings, numbers, booleans and null are sent with TOKEN as the whole payload; quick keeps to an array and null. ${COUNTS_WHERE}`,
    compared: 'by itself: 422 (a valid creation)',
    impact: unlessRefused('A client that sends something else than an object', INVALID, {
      accepted:
        'A client that sends something else than an object is told that an issue was created from it.',
    }),
    cases: (t) => {
      const [first] = wrongPayloadExamples;
      return wrong(t, wrongPayloads, 20, wrongPayloadExamples, [first, null], (value) => ({
        shown: { payload: value },
        payload: (_title, marker) => marked(value, marker),
      }));
    },
  }),
  {
    id: 'create.unknown-owner',
    level: 'required',
    statedIn: ['7 status 404'],
    touches: ['2 identifiers in the path'],
    phase: 'write',
    needs: REJECTING,
    says: 'Creating an issue under an owner that does not exist answers 404, with a valid token and payload.',
    tried:
      "Made-up owners, and the real owner's name with a random suffix, are each combined with the real repository name and with made-up ones. The names are those that are listed too, so that a repository which a refusal made would show. It counts only where TOKEN gets further under the right name.",
    compared: 'by itself: 404 (a valid creation)',
    impact: unlessRefused('A client with a mistyped owner', 'that there is none', {
      accepted: 'A client with a mistyped owner is told that its issue was created.',
    }),
    control: creationsAreTold,
    explainedBy: REFUSED,
    preconditions: [tokenIsLetIn],
    cases: (t) => {
      const { owner, repo } = t.bed.written;
      const { other, suffix } = madeUpNames(t.seed('owners'));
      const values = fc.record({ owner: names, repo: names });
      const first = { owner: other, repo };
      return wrong(t, values, 20, [first, { owner: `${owner}${suffix}`, repo }], [first], notFound(t));
    },
    check: (t) => refusedWith(t, 404, 'for a repository that does not exist'),
  },
  {
    id: 'create.unknown-repo',
    level: 'required',
    statedIn: ['7 status 404'],
    touches: ['2 identifiers in the path'],
    phase: 'write',
    needs: REJECTING,
    says: 'Creating an issue in a repository that does not exist, of an owner that does, answers 404, with a valid token and payload.',
    tried:
      'Made-up repository names, and the real name with a random suffix, are tried under the real owner; they are those that are listed too, so that a repository which a refusal made would show. It counts only where TOKEN gets further under the right name.',
    compared: 'by itself: 404 (a valid creation)',
    impact: unlessRefused('A client that reports to a renamed or deleted repository', 'that there is none', {
      accepted:
        'A client that reports to a renamed or deleted repository is told that its issue was created.',
    }),
    control: creationsAreTold,
    explainedBy: REFUSED,
    preconditions: [tokenIsLetIn],
    cases: (t) => {
      const { owner, repo } = t.bed.written;
      const { other, suffix } = madeUpNames(t.seed('repositories'));
      const values = names.map((name) => ({ owner, repo: name }));
      const first = { owner, repo: `${repo}${suffix}` };
      return wrong(t, values, 20, [first, { owner, repo: other }], [first], notFound(t));
    },
    check: (t) => refusedWith(t, 404, 'for a repository that does not exist'),
  },
  {
    id: 'create.rejected-no-effect',
    level: 'implied',
    general: true,
    statedIn: [
      '4.2 without authentication',
      '4.2 without a title',
      '7 status 401',
      '7 status 404',
      '7 status 422',
    ],
    phase: 'end',
    needs: REJECTING,
    says: 'No creation that was refused leaves an issue behind.',
    tried:
      "Refused payloads carry the run's id wherever they have room for it; at the end of the run every listing of the repository, and of the private one, is searched for a record whose own title or body is one of them. One is enough. It takes an accepted issue that the same search finds; if records show no titles, each new one has to be named by an answer to a creation.",
    compared: 'by itself: no record in any listing whose own title or body a refused request sent',
    seen: '1',
    impact: {
      general: 'A client cannot rely on a refusal to leave nothing behind.',
      stored:
        'An issue is there although its creation was refused, so that a client that tries again may file it twice.',
    },
    control: creationsAreTold,
    explainedBy: ['create.listed', 'create.accepted'],
    preconditions: [],
    judges: 'no record of a refused request in any listing, by the end of the run (once is enough)',
    early: {
      phase: 'write',
      send: async (t) => {
        await validTwin(t);
        await sendRefused(t);
      },
    },
    judge: judgeLeftBehind,
  },
];
