import fc from 'fast-check';
import { isPlain, isRefusedAlike, judgeStatus, telling } from '../src/checks/answers.ts';
import { answersAreSteady, somebodyLists } from '../src/checks/preconditions.ts';
import { unless } from '../src/checks/unless.ts';
import { isSuccess } from '../src/client/exchange.ts';
import { goesTo, type Query, type RepositoryName } from '../src/client/request.ts';
import { type Caller, sameRepository } from '../src/client/test-bed.ts';
import { madeUpNames, names, suffixes } from '../src/generate/names.ts';
import { from, type RuleCase } from '../src/model/case.ts';
import { blaming } from '../src/model/causes.ts';
import type { Check } from '../src/model/check.ts';
import { undecided, unshown } from '../src/model/check.ts';
import { toConfirm } from '../src/model/twins.ts';
import type { CaseRule } from '../src/run/rule.ts';
import type { Trial } from '../src/run/trial.ts';
import { resultsIn } from '../src/snapshot/listing.ts';
import { LISTING } from './explained-by.ts';
import { unlessRefused } from './impacts.ts';

/** A part of a list: a guard that checks the address as a whole, or first pages only, lets it through. */
export const PART: Query = { state: 'open', per_page: '2', page: '2' };

function ofRepository(
  t: Trial,
  repository: RepositoryName,
  by: Caller,
  query: Query = {},
  anew = false,
): RuleCase {
  return {
    ...t.list(query, { by, repository, anew }),
    shown: { ...repository, ...query, asked: by },
  };
}

/**
 * Expects a status, unless the same caller is refused the public repository alike with the same query. Then the service does
 * not mind this repository.
 */
export const unlessAlways = (t: Trial, says: string, expected: string, right: number): Check =>
  unless(
    {
      says,
      twins: ({ caller, query }) => ({ public: toConfirm(t.listing(query, caller)) }),
      judge: ({ looks }, one) => judgeStatus(looks, one, expected, (status) => status === right),
    },
    ({ violation }, looks, one) => {
      if (!isRefusedAlike(looks)) return null;
      return isPlain(one)
        ? undecided(
            blaming(
              [one.caller === 'anonymous' ? 'list.anonymous' : 'list.token', 'list.ok'],
              `The public repository is answered ${violation.actual} to the same caller, so nothing follows from that here.`,
            ),
          )
        : REFUSED_IN_PUBLIC;
    },
  );

/** The same query is refused for the public repository, so a refusal shows nothing of this one. */
export const REFUSED_IN_PUBLIC = unshown('a query that is not refused for the public repository too');

/** True if a repository lists just the issues that this run created in it: a creation may have made it. */
function wasMade(t: Trial, { asks }: RuleCase): boolean {
  const [ask] = asks;
  if (ask === undefined || typeof ask === 'function') return false;
  const created = t.run.exchanges.filter(
    (exchange) =>
      exchange.request.method === 'POST' && isSuccess(exchange) && goesTo(exchange, ask.repository),
  ).length;
  const lengths = t.run.listings.heard
    .filter(({ spec }) => sameRepository(spec.repository, ask.repository))
    .map(({ exchange }) => resultsIn(exchange));
  const longest = Math.max(0, ...lengths);
  return longest > 0 && longest <= created;
}

/** Expects 404. A stranger who is asked for a credential first is told nothing of the repository. */
function isNotFound(t: Trial): Check {
  const check = unlessAlways(
    t,
    '404 (a 401 without a credential says nothing)',
    '404 for a repository that does not exist',
    404,
  );
  return {
    ...check,
    judge: (looks, one) => {
      const isAsked =
        one.caller === 'anonymous' && looks.looks.some((look) => telling(look)?.response?.status === 401);
      if (isAsked)
        return {
          kind: 'vacuous',
          cause: 'access',
          needs: 'a token, since strangers are asked for one first',
        };
      return wasMade(t, one)
        ? unshown('a name under which nothing was created', ['create.unknown-owner', 'create.unknown-repo'])
        : check.judge(looks, one);
    },
  };
}

/** A repository that does not exist, asked for by everybody, with a query, and once more. */
const byEverybody = (t: Trial, repository: RepositoryName): RuleCase[] =>
  from('standard', [
    ...t.listers.map((by) => ofRepository(t, repository, by)),
    ofRepository(t, repository, t.base, PART),
    ofRepository(t, repository, t.base, {}, true),
  ]);

const RUNS = { quick: 0, standard: 1, thorough: 40 };

/** A rule on a repository that does not exist. */
const unknown = (rule: Pick<CaseRule, 'id' | 'says' | 'tried' | 'impact' | 'cases'>): CaseRule => ({
  ...rule,
  level: 'required',
  statedIn: ['7 status 404'],
  touches: ['2 identifiers in the path'],
  phase: 'read',
  needs: [],
  compared: 'by itself: 404 (the public repository, to the same caller)',
  explainedBy: LISTING,
  preconditions: [somebodyLists, answersAreSteady],
  regardless: true,
  check: isNotFound,
});

/** Repositories that do not exist (section 7). */
export const listNames: readonly CaseRule[] = [
  unknown({
    id: 'list.unknown-owner',
    says: 'Listing under an owner that does not exist answers 404.',
    tried:
      "Made-up owners, and the real owner's name with a random suffix, are combined with the real repository name and with made-up ones, and asked for by every caller, with a query too. A 401 to somebody without a credential says nothing. The right names have to be listed.",
    impact: unlessRefused('A client with a mistyped owner', 'that there is none', {
      accepted: 'A client with a mistyped owner is answered as if there were one.',
    }),
    cases: (t) => {
      const { owner, repo } = t.bed.repository;
      const { other, suffix } = madeUpNames(t.seed('owners'));
      const values = fc.oneof(
        fc.record({ owner: names, repo: names }),
        fc.record({ owner: names, repo: fc.constant(repo) }),
        fc.record({ owner: suffixes.map((end) => `${owner}${end}`), repo: fc.constant(repo) }),
      );
      const quick = [
        { owner: other, repo },
        { owner: `${owner}${suffix}`, repo },
      ];
      const standard = [...quick, { owner: other, repo: `${other}x` }];
      const examples = { quick, standard, thorough: standard };
      return [
        ...byEverybody(t, { owner: other, repo }),
        ...t.generated({ values, runs: RUNS, examples }, (repository, by) => ofRepository(t, repository, by)),
      ];
    },
  }),
  unknown({
    id: 'list.unknown-repo',
    says: 'Listing a repository that an existing owner does not have answers 404.',
    tried:
      'Made-up repository names, and the real name with a random suffix, are tried under the real owner by every caller, with a query too. A 401 to somebody without a credential says nothing. The right name has to be listed.',
    impact: unlessRefused('A client that lists a renamed or deleted repository', 'that there is none', {
      accepted: 'A client that lists a renamed or deleted repository is answered as if it were there.',
    }),
    cases: (t) => {
      const { owner, repo } = t.bed.repository;
      const { other, suffix } = madeUpNames(t.seed('repositories'));
      const values = fc.oneof(
        names,
        suffixes.map((end) => `${repo}${end}`),
      );
      const named = [other, `${repo}${suffix}`];
      const examples = { quick: named, standard: named, thorough: named };
      return [
        ...byEverybody(t, { owner, repo: other }),
        ...t.generated({ values, runs: RUNS, examples }, (name, by) =>
          ofRepository(t, { owner, repo: name }, by),
        ),
      ];
    },
  }),
];
