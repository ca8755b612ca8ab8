import fc from 'fast-check';
import { names, suffixes } from '../src/generate/names.ts';
import { freshly, longToken, madeUpToken, madeUpTokens, nearMisses } from '../src/generate/tokens.ts';
import type { Caller } from '../src/survey/callers.ts';
import { describeExchange } from '../src/target/exchange.ts';
import { bearer, type Credential, type Query, type RepositoryName } from '../src/target/question.ts';
import { controlOutsiderIsKnown } from '../src/trial/create-controls.ts';
import { statusIs } from '../src/trial/judges.ts';
import type { Judgement, Probe } from '../src/trial/probe.ts';
import { rule } from '../src/trial/rule.ts';
import type { Trial } from '../src/trial/trial.ts';
import { inTurns } from './who-asks.ts';

const isUnauthorized = statusIs(401, 'for an invalid token');
const isNotFound = statusIs(404, 'for a repository that does not exist');

function withCredential(t: Trial, as: Credential, shown: string): Probe {
  return { case: { token: shown }, asks: [{ repository: t.premises.repository, as }], judge: isUnauthorized };
}

/** Parts of a list for which a service may forget to look at the token. */
const QUERIES: readonly Query[] = [{}, { per_page: '5', page: '2' }, { state: 'open' }];

/** A made-up token, asked with one query or another; another token of its kind at each further try. */
function withMadeUp(t: Trial, token: string): Probe {
  const query = QUERIES[token.length % QUERIES.length] ?? {};
  const fresh = freshly(token);
  return {
    case: { token, ...query },
    asks: [() => ({ repository: t.premises.repository, as: bearer(fresh()), query })],
    judge: isUnauthorized,
  };
}

function ofRepository(t: Trial, repository: RepositoryName, by: Caller = t.survey.base): Probe {
  return { case: { ...repository, asked: by }, asks: [{ repository, as: t.as(by) }], judge: isNotFound };
}

/** A part of a list: a guard that looks at the address as a whole, or at first pages only, lets it through. */
const PART: Query = { state: 'open', per_page: '2', page: '2' };

/**
 * A stranger before and after a member has listed the private repository, so that a cache that the member filled shows;
 * before it for a part of the list.
 */
function aroundMember(t: Trial, repository: RepositoryName, stranger: Caller): Probe {
  const ask = (by: Caller) => ({ repository, as: t.as(by) });
  return {
    case: { asked: `${stranger}, member, ${stranger}` },
    // Several rules ask the member's; the last has to come after it, whoever asked it.
    asks: [{ ...ask(stranger), query: PART }, ask('member'), () => ask(stranger)],
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
    const invented = madeUpToken(t.runSeed('credential'));
    await t.try([withCredential(t, bearer(invented), invented)]);
    if (!t.isQuick && !t.isViolated) {
      const examples = [longToken(t.runSeed('credential'))];
      await t.forAll({ values: madeUpTokens, runs: t.pick(0, 3, 60), examples }, (madeUp) =>
        withMadeUp(t, madeUp),
      );
    }
    if (t.isViolated) return;
    // The rule on creating tries the third in the profile quick.
    await t.try(
      misses
        .slice(0, t.pick(2, 3, 3))
        .map((miss) => withCredential(t, t.secretToken(miss.token, miss.label), `<${miss.label}>`)),
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
    const asker = inTurns(t, examples);
    await t.forAll({ values, runs: t.pick(0, 0, 40), examples }, (repository) =>
      ofRepository(t, repository, asker(repository)),
    );
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
    // By another caller than above, where there is one.
    const by = t.premises.outsiderToken === undefined ? 'anonymous' : 'outsider';
    await t.forAll({ values, runs: t.pick(0, 0, 40), examples }, (repository) =>
      ofRepository(t, repository, t.isQuick && repository === examples[1] ? by : t.survey.base),
    );
    if (!t.isQuick) await t.try([ofRepository(t, { owner, repo: other }, by)]);
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
    const ask = { repository, as: t.as('member') };
    const isListed = statusIs(
      200,
      'for the private repository with a token that has access (PRIVATE_OWNER, PRIVATE_REPO, TOKEN)',
    );
    await t.try([{ case: { asked: 'member' }, asks: [ask], judge: isListed }]);
    if (t.isQuick || t.isViolated) return;
    const query = { state: 'open', per_page: '2' };
    await t.try([
      {
        case: { asked: 'member, after somebody without access', ...query },
        asks: [{ repository, as: t.as('anonymous'), query: PART }, () => ({ ...ask, query })],
        inTurn: true,
        judge: (answers) => isListed(answers.slice(1)),
      },
    ]);
  }),
];
