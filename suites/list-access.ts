import fc from 'fast-check';
import { judgeLeaks } from '../src/access/leaks.ts';
import { heedNotFound, memberHasAccess, unlessNotFound } from '../src/access/member-access.ts';
import { isSuccess } from '../src/client/exchange.ts';
import { goesTo, type Query, type RepositoryName } from '../src/client/request.ts';
import { type Caller, sameRepository } from '../src/client/test-bed.ts';
import { accepted, isPlain, isRefusedAlike, judgeStatus, lastOf, telling } from '../src/engine/answers.ts';
import type { RuleCase } from '../src/engine/case.ts';
import { blaming } from '../src/engine/causes.ts';
import type { Oracle } from '../src/engine/oracle.ts';
import { undecided, unshown } from '../src/engine/oracle.ts';
import {
  answersAreSteady,
  outsiderIsValid,
  repositoriesAreTold,
  somebodyLists,
  tokenLists,
} from '../src/engine/preconditions.ts';
import type { CaseRule } from '../src/engine/rule.ts';
import type { Trial } from '../src/engine/trial.ts';
import { always, toConfirm } from '../src/engine/twins.ts';
import { madeUpNames, names, suffixes } from '../src/generate/names.ts';
import { resultsIn } from '../src/snapshot/listing.ts';
import { invalidTokens, madeUpCases, type Refused } from './credentials.ts';
import { LISTING, NAMES } from './explained-by.ts';
import { MISTYPED_TOKEN, unlessHidden, unlessListed, unlessRefused, unlessUnauthorized } from './impacts.ts';
import { afterMember, plainOfMember, strangersAsk, waysIn } from './private-listings.ts';

/** Parts of a list for which a service may forget to look at the token. */
const QUERIES: readonly Query[] = [{}, { per_page: '5', page: '2' }, { state: 'open' }];
/** A part of a list: a guard that looks at the address as a whole, or at first pages only, lets it through. */
const PART: Query = { state: 'open', per_page: '2', page: '2' };

function withCredential(
  t: Trial,
  { as, shown, statuses }: Refused,
  query: Query = {},
  repository = t.bed.repository,
): RuleCase {
  return {
    shown: {
      credential: shown,
      ...(sameRepository(repository, t.bed.repository) ? {} : repository),
      ...query,
    },
    caller: 'anonymous',
    invalid: as,
    query,
    asks: [{ repository, as, query }],
    statuses,
  };
}

/** Right for an invalid token in a private repository, which is hidden; a malformed credential may be called a bad request. */
const HIDDEN = [401, 404];
const REFUSALS = Array.from({ length: 100 }, (_, index) => 400 + index);

const isOf = (one: RuleCase, repository: RepositoryName | undefined): boolean =>
  repository !== undefined && sameRepository(lastOf(one).repository, repository);

/** 401 for an invalid token, or what else is right for it. */
const isUnauthorized = (t: Trial): Oracle => ({
  says: '401 (401 or 400 for wildcards; 401 or 404 for the private repository, unless the same query with TOKEN is refused alike for the public one)',
  twins: (one) => ({
    public: isOf(one, t.bed.privateRepository) ? toConfirm(t.listing(one.query, 'member')) : 'none',
  }),
  judge: (looks, one) => {
    const right = one.statuses ?? [401];
    const expected = right === REFUSALS ? 'some 4xx' : right.join(' or ');
    const judgement = judgeStatus(looks.looks, one, `${expected} for an invalid token`, (status) =>
      right.includes(status),
    );
    const isHidden = isOf(one, t.bed.privateRepository);
    return judgement.kind === 'broken' && isHidden && isRefusedAlike(looks)
      ? unshown('a query that is not refused for the public repository too')
      : judgement;
  },
});

/** Whether it is known of the private repository that it is there, and for members only. @throws {Stopped} */
async function hiddenRepository(t: Trial): Promise<RepositoryName | undefined> {
  const repository = t.bed.privateRepository;
  if (repository === undefined || t.bed.token === undefined) return undefined;
  for (const { establish } of [repositoriesAreTold, memberHasAccess])
    if ((await establish(t)) !== null) return undefined;
  return repository;
}

/** Invalid tokens for the public list and, by turns, for the private one; a bare scheme for that too. @throws {Stopped} */
async function invalidCases(t: Trial): Promise<RuleCase[]> {
  const tokens = invalidTokens(t);
  const hidden = await hiddenRepository(t);
  const ways = waysIn(t);
  const ofPublic = (refused: Refused, place: number): RuleCase =>
    withCredential(t, refused, t.isQuick ? {} : (QUERIES[place % QUERIES.length] ?? {}));
  if (hidden === undefined) return tokens.map(ofPublic);
  const ofHidden = (refused: Refused, place: number): RuleCase =>
    withCredential(
      t,
      { ...refused, statuses: [...new Set([...HIDDEN, ...refused.statuses])] },
      ways[place % ways.length] ?? {},
      hidden,
    );
  const [madeUp] = tokens;
  const bare: Refused = { as: { standing: 'invalid', value: 'Bearer' }, shown: 'Bearer', statuses: REFUSALS };
  return [
    ...tokens.map((refused, place) =>
      place % 2 === 1 ? ofHidden(refused, (place - 1) / 2) : ofPublic(refused, place),
    ),
    ...(madeUp === undefined || t.isQuick
      ? []
      : [withCredential(t, madeUp), ofHidden(madeUp, 0), ofHidden(madeUp, 1)].map((one) =>
          afterMember(t, one),
        )),
    afterMember(t, withCredential(t, bare, {}, hidden)),
  ];
}

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
 * A status that is right, unless the same caller is refused the public repository alike with the same query: then it is not
 * this repository that the service minds.
 */
const unlessAlways = (t: Trial, says: string, expected: string, right: number): Oracle => ({
  says,
  twins: ({ caller, query }) => ({ public: toConfirm(t.listing(query, caller)) }),
  judge: (looks, one) => {
    const judgement = judgeStatus(looks.looks, one, expected, (status) => status === right);
    if (judgement.kind !== 'broken' || !isRefusedAlike(looks)) return judgement;
    return isPlain(one)
      ? undecided(
          blaming(
            [one.caller === 'anonymous' ? 'list.anonymous' : 'list.token', 'list.ok'],
            `The public repository is answered ${judgement.violation.actual} to the same caller, so nothing follows from that here.`,
          ),
        )
      : unshown('a query that is not refused for the public repository too');
  },
});

/** Whether a repository lists just what this run created in it, as one does that a creation has made. */
function wasMade(t: Trial, { asks }: RuleCase): boolean {
  const [ask] = asks;
  if (ask === undefined || typeof ask === 'function') return false;
  const created = t.run.exchanges.filter(
    (exchange) =>
      exchange.request.method === 'POST' && isSuccess(exchange) && goesTo(exchange, ask.repository),
  ).length;
  const lengths = t.run.heard
    .filter(({ spec }) => sameRepository(spec.repository, ask.repository))
    .map(({ exchange }) => resultsIn(exchange));
  const longest = Math.max(0, ...lengths);
  return longest > 0 && longest <= created;
}

/** 404; a stranger who is asked for a credential first is told nothing of the repository, and nothing follows from it. */
function isNotFound(t: Trial): Oracle {
  const oracle = unlessAlways(
    t,
    '404 (a 401 without a credential says nothing)',
    '404 for a repository that does not exist',
    404,
  );
  return {
    ...oracle,
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
        : oracle.judge(looks, one);
    },
  };
}

/** A repository that does not exist, asked for by everybody, with a query, and once more. */
function byEverybody(t: Trial, repository: RepositoryName): RuleCase[] {
  if (t.isQuick) return [];
  return [
    ...t.listers.map((by) => ofRepository(t, repository, by)),
    ofRepository(t, repository, t.base, PART),
    ofRepository(t, repository, t.base, {}, true),
  ];
}

/** How the private repository is asked for. */
const WAYS =
  'The whole list is asked for, and parts of it by state, size, page and order, several parameters at once; `quick` asks for the whole and for one part, `thorough` for each parameter alone too.';

/** What is searched for private issues, and what counts as one. */
const searched = (whom: string): string =>
  `Besides, every answer ${whom} in this run is searched for private issues: once is enough. With WRITES=all that is an issue which the run creates there itself (the canary), as soon as TOKEN is shown it. Otherwise it is any record of the private list, a title or body of one in another answer, or a public record that equals a private one while TOKEN is shown none like it in any public listing.`;

/** A rule on who must not see a private repository. */
function hiddenFrom(
  by: 'anonymous' | 'outsider',
  words: Pick<CaseRule, 'id' | 'needs' | 'data' | 'says' | 'tried' | 'compared' | 'seen' | 'impact'>,
): CaseRule {
  return {
    level: 'required',
    sections: ['5.5', '7'],
    phase: 'end',
    asked: 'read',
    minds: 'cookies',
    plants: 'canary',
    ...words,
    explainedBy: [by === 'anonymous' ? 'list.anonymous' : 'list.token', 'list.ok', ...NAMES],
    preconditions: [repositoriesAreTold, memberHasAccess, ...(by === 'outsider' ? [outsiderIsValid] : [])],
    cases: (t) => strangersAsk(t, by),
    oracle: (t) => unlessAlways(t, '404', '404 for a private repository without access', 404),
    watched: (t) => judgeLeaks(t, by),
  };
}

/** Who may list what (sections 5 and 7). */
export const listAccess: readonly CaseRule[] = [
  {
    id: 'list.invalid-token',
    level: 'required',
    sections: ['5.4', '7'],
    phase: 'end',
    asked: 'strangers',
    needs: [],
    minds: 'cookies',
    says: 'A listing with an invalid token answers 401, on a public repository too.',
    tried:
      'Made-up tokens of the usual lengths are always tried, for the plain list and for other parts of it; where TOKEN is set, near misses of it too: its first half, itself with eight characters more, with one character in its middle replaced, an underscore for each character, and the wildcards % and *, which may be called a bad request as well. The same request with TOKEN, or with no credential where none is set, has to be let in. If TOKEN is let in to a private repository, every second token is tried there, and a bare Bearer, right after TOKEN; 401 or 404 is due there. ' +
      searched('with an invalid credential'),
    compared:
      'by itself: 401 (400 too for the wildcards); 401 or 404 in the private repository (the public one with the same query and `TOKEN`); no such answer shows anything private',
    seen: '1 if anything private is shown, else 3',
    impact: unlessUnauthorized(MISTYPED_TOKEN, 'to renew it', {
      accepted: 'A client with an expired or mistyped token is let in, and not told to renew it.',
      leaked: 'Private issues are shown to whoever sends a token that is none.',
    }),
    explainedBy: ['list.anonymous', 'list.ok', ...NAMES],
    preconditions: [tokenLists],
    cases: async (t) => [
      ...(await invalidCases(t)),
      ...madeUpCases(t, (refused) => withCredential(t, refused)),
    ],
    oracle: isUnauthorized,
    watched: (t) => judgeLeaks(t, 'invalid'),
  },
  {
    id: 'list.unknown-owner',
    level: 'required',
    sections: ['7'],
    phase: 'read',
    needs: [],
    says: 'Listing under an owner that does not exist answers 404.',
    tried:
      "Made-up owners, and the real owner's name with a random suffix, are combined with the real repository name and with made-up ones, and asked for by every caller, with a query too. A 401 to somebody without a credential says nothing. The right names have to be listed.",
    compared: 'by itself: 404 (the public repository, to the same caller)',
    seen: '3',
    impact: unlessRefused('A client with a mistyped owner', 'that there is none', {
      accepted: 'A client with a mistyped owner is answered as if there were one.',
    }),
    explainedBy: LISTING,
    preconditions: [somebodyLists, answersAreSteady],
    regardless: 'always',
    cases: (t) => {
      const { owner, repo } = t.bed.repository;
      const { other, suffix } = madeUpNames(t.seed('owners'));
      const values = fc.oneof(
        fc.record({ owner: names, repo: names }),
        fc.record({ owner: names, repo: fc.constant(repo) }),
        fc.record({ owner: suffixes.map((end) => `${owner}${end}`), repo: fc.constant(repo) }),
      );
      const examples = [
        { owner: other, repo },
        { owner: `${owner}${suffix}`, repo },
        ...t.pick([], [{ owner: other, repo: `${other}x` }], [{ owner: other, repo: `${other}x` }]),
      ];
      return [
        ...byEverybody(t, { owner: other, repo }),
        ...t.generated({ values, runs: t.pick(0, 1, 40), examples }, (repository, by) =>
          ofRepository(t, repository, by),
        ),
      ];
    },
    oracle: isNotFound,
  },
  {
    id: 'list.unknown-repo',
    level: 'required',
    sections: ['7'],
    phase: 'read',
    needs: [],
    says: 'Listing a repository that an existing owner does not have answers 404.',
    tried:
      'Made-up repository names, and the real name with a random suffix, are tried under the real owner by every caller, with a query too. A 401 to somebody without a credential says nothing. The right name has to be listed.',
    compared: 'by itself: 404 (the public repository, to the same caller)',
    seen: '3',
    impact: unlessRefused('A client that lists a renamed or deleted repository', 'that there is none', {
      accepted: 'A client that lists a renamed or deleted repository is answered as if it were there.',
    }),
    explainedBy: LISTING,
    preconditions: [somebodyLists, answersAreSteady],
    regardless: 'always',
    cases: (t) => {
      const { owner, repo } = t.bed.repository;
      const { other, suffix } = madeUpNames(t.seed('repositories'));
      const values = fc.oneof(
        names,
        suffixes.map((end) => `${repo}${end}`),
      );
      const examples = [other, `${repo}${suffix}`];
      return [
        ...byEverybody(t, { owner, repo: other }),
        ...t.generated({ values, runs: t.pick(0, 1, 40), examples }, (name, by) =>
          ofRepository(t, { owner, repo: name }, by),
        ),
      ];
    },
    oracle: isNotFound,
  },
  hiddenFrom('anonymous', {
    id: 'list.private.anonymous',
    needs: ['PRIVATE_REPO', 'TOKEN'],
    data: { hidden: 1 },
    says: 'Listing a private repository without a credential answers 404.',
    tried: `With no Authorization header the private repository is listed right after TOKEN was given the same address, so that a shared cache would show. ${WAYS} TOKEN has to be let in. ${searched('without a credential')}`,
    compared:
      'by itself: 404 (the public repository with the same query, to the same caller); no answer without a credential shows anything private',
    seen: '1 if anything private is shown, else 3',
    impact: unlessHidden('Strangers', {
      accepted: 'Strangers are answered as if they had access to the private repository.',
      leaked: 'Private issues are shown to strangers, without a credential.',
    }),
  }),
  hiddenFrom('outsider', {
    id: 'list.private.outsider',
    needs: ['PRIVATE_REPO', 'TOKEN', 'OUTSIDER_TOKEN'],
    data: { hidden: 1 },
    says: 'A valid token without access to a private repository gets 404 for its list, even straight after a member has read it.',
    tried: `With OUTSIDER_TOKEN the private repository is listed right after TOKEN was given the same address, so that a shared cache would show. ${WAYS} TOKEN has to be let in, and OUTSIDER_TOKEN to be known as valid. ${searched('with OUTSIDER_TOKEN')}`,
    compared:
      'by itself: 404 (the public repository with the same query, to the same caller); no answer with `OUTSIDER_TOKEN` shows anything private',
    seen: '1 if anything private is shown, else 3',
    impact: unlessHidden('Holders of a token without access', {
      accepted:
        'Holders of a token without access are answered as if they had access to the private repository.',
      leaked: 'Private issues are shown to holders of a token without access to them.',
    }),
  }),
  {
    id: 'list.private.member',
    level: 'implied',
    sections: ['5.5'],
    phase: 'read',
    needs: ['PRIVATE_REPO', 'TOKEN'],
    says: 'A token with access to a private repository lists it with 200.',
    tried:
      'The private repository is listed with TOKEN, which by the settings may read it; in `standard` and `thorough` a part of it too, after somebody without access was refused. A 200 counts only where a made-up repository is answered otherwise; a 404 only if this run could create an issue there with TOKEN, since it may be that PRIVATE_REPO is misspelt.',
    compared: 'by itself: 200 (the public repository, with `TOKEN`)',
    seen: '3',
    impact: unlessListed('A member who lists a private repository'),
    explainedBy: ['list.token', 'list.ok', ...NAMES],
    preconditions: [repositoriesAreTold, tokenLists],
    cases: (t) => {
      const repository = t.bed.privateRepository;
      if (repository === undefined) return [];
      const plain: RuleCase = {
        ...t.list({}, { by: 'member', repository }),
        shown: { asked: 'member' },
        shared: async () => [await heedNotFound(t, await plainOfMember(t, repository))],
      };
      if (t.isQuick) return [plain];
      const query = { per_page: '2' };
      const stranger = t.bed.outsiderToken === undefined ? 'anonymous' : 'outsider';
      return [
        plain,
        {
          shown: { ...query, asked: 'member, after somebody without access' },
          caller: 'member',
          query,
          asks: [() => t.listing(PART, stranger, repository), () => t.listing(query, 'member', repository)],
          inTurn: true,
        },
      ];
    },
    oracle: (t) =>
      unlessNotFound(
        t,
        accepted({
          says: '200, unless the plain list of the public repository is refused alike',
          expected:
            '200 for the private repository with a token that has access (PRIVATE_OWNER, PRIVATE_REPO, TOKEN)',
          twins: () => ({ public: always(t.listing({}, 'member')) }),
        }),
      ),
  },
];
