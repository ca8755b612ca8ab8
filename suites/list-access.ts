import fc from 'fast-check';
import { names, suffixes } from '../src/generate/names.ts';
import { madeUpTokens, nearMisses } from '../src/generate/tokens.ts';
import type { Caller } from '../src/survey/callers.ts';
import { describeExchange } from '../src/target/exchange.ts';
import { bearer, type Credential, type RepositoryName } from '../src/target/question.ts';
import { controlOutsiderIsKnown } from '../src/trial/create-controls.ts';
import { statusIs } from '../src/trial/judges.ts';
import type { Judgement, Probe } from '../src/trial/probe.ts';
import { rule } from '../src/trial/rule.ts';
import type { Trial } from '../src/trial/trial.ts';

const isUnauthorized = statusIs(401, 'for an invalid token');
const isNotFound = statusIs(404, 'for a repository that does not exist');

function withCredential(t: Trial, as: Credential, shown: string): Probe {
  return { case: { token: shown }, asks: [{ repository: t.premises.repository, as }], judge: isUnauthorized };
}

function ofRepository(t: Trial, repository: RepositoryName, by: Caller = t.survey.base): Probe {
  return { case: { ...repository, asked: by }, asks: [{ repository, as: t.as(by) }], judge: isNotFound };
}

/** A stranger before and after a member has listed the private repository, so that a cache that the member filled shows. */
function aroundMember(t: Trial, repository: RepositoryName, stranger: Caller): Probe {
  const ask = (by: Caller) => ({ repository, as: t.as(by) });
  return {
    case: { asked: `${stranger}, member, ${stranger}` },
    // Several rules ask the first two; the last has to come after the member's, whoever asked that.
    asks: [ask(stranger), ask('member'), () => ask(stranger)],
    inTurn: true,
    judge: ([before, member, after]): Judgement => {
      for (const [answer, when] of [
        [before, 'before a member has listed it'],
        [after, 'right after a member has listed it'],
      ] as const) {
        if (answer === undefined) continue;
        const judgement = statusIs(404, `for the private repository, ${when}`)([answer]);
        if (judgement.kind === 'violated') return judgement;
      }
      return member?.response?.status === 200
        ? { kind: 'held' }
        : {
            kind: 'undecided',
            reason: `TOKEN is not let into the private repository (${member === undefined ? 'no answer' : describeExchange(member)}), so a 404 for others shows nothing; check PRIVATE_OWNER, PRIVATE_REPO and TOKEN.`,
          };
    },
  };
}

/** Who may list what (sections 5 and 7). */
export const listAccess = [
  rule('list.invalid-token', async (t) => {
    const { token, outsiderToken } = t.premises;
    t.control(
      token === undefined || t.survey.base === 'member',
      'The listing is refused with TOKEN itself, so a refusal of other tokens shows nothing; check TOKEN.',
    );
    const misses =
      token === undefined
        ? []
        : nearMisses(token, 'TOKEN', outsiderToken === undefined ? [] : [outsiderToken]);
    // Made-up tokens first: what they break can be seen by hand without the real one.
    await t.forAll({ values: madeUpTokens, runs: t.pick(1, 3, 60) }, (madeUp) =>
      withCredential(t, bearer(madeUp), madeUp),
    );
    if (t.isViolated) return;
    await t.try(
      misses.map((miss) => withCredential(t, t.secretToken(miss.token, miss.label), `<${miss.label}>`)),
    );
  }),

  rule('list.unknown-owner', async (t) => {
    const { owner, repo } = t.premises.repository;
    const values = fc.oneof(
      fc.record({ owner: names, repo: names }),
      fc.record({ owner: names, repo: fc.constant(repo) }),
      fc.record({ owner: suffixes.map((suffix) => `${owner}${suffix}`), repo: fc.constant(repo) }),
    );
    const seed = t.runSeed('owners');
    const [other = '', suffix = ''] = [
      fc.sample(names, { seed, numRuns: 1 })[0],
      fc.sample(suffixes, { seed, numRuns: 1 })[0],
    ];
    const examples = [
      { owner: other, repo },
      { owner: `${owner}${suffix}`, repo },
    ];
    await t.forAll({ values, runs: t.pick(0, 1, 40), examples }, (repository) => ofRepository(t, repository));
    if (!t.isQuick) await t.try([ofRepository(t, { owner: other, repo }, 'anonymous')]);
  }),

  rule('list.unknown-repo', async (t) => {
    const { owner, repo } = t.premises.repository;
    const values = fc
      .oneof(
        names,
        suffixes.map((suffix) => `${repo}${suffix}`),
      )
      .map((name) => ({ owner, repo: name }));
    const seed = t.runSeed('repositories');
    const [other = '', suffix = ''] = [
      fc.sample(names, { seed, numRuns: 1 })[0],
      fc.sample(suffixes, { seed, numRuns: 1 })[0],
    ];
    const examples = [
      { owner, repo: other },
      { owner, repo: `${repo}${suffix}` },
    ];
    await t.forAll({ values, runs: t.pick(0, 2, 40), examples }, (repository) => ofRepository(t, repository));
    if (!t.isQuick) await t.try([ofRepository(t, { owner, repo: other }, 'anonymous')]);
  }),

  rule('list.private.anonymous', async (t) => {
    const repository = t.premises.privateRepository;
    if (repository !== undefined) await t.try([aroundMember(t, repository, 'anonymous')]);
  }),

  rule('list.private.outsider', async (t) => {
    const repository = t.premises.privateRepository;
    if (repository === undefined) return;
    await controlOutsiderIsKnown(t);
    if (t.controlsHold) await t.try([aroundMember(t, repository, 'outsider')]);
  }),

  rule('list.private.member', async (t) => {
    const repository = t.premises.privateRepository;
    if (repository === undefined) return;
    t.controlRepositoryIsSeen();
    await t.try([
      {
        case: { asked: 'member' },
        asks: [{ repository, as: t.as('member') }],
        judge: statusIs(
          200,
          'for the private repository with a token that has access (PRIVATE_OWNER, PRIVATE_REPO, TOKEN)',
        ),
      },
    ]);
  }),
];
