import { judgeLeaks } from '../src/access/leaks.ts';
import { memberHasAccess } from '../src/access/member-access.ts';
import { isRefusedAlike, judgeStatus, lastOf } from '../src/checks/answers.ts';
import { repositoriesAreTold, tokenLists } from '../src/checks/preconditions.ts';
import { unless } from '../src/checks/unless.ts';
import { type Query, type RepositoryName } from '../src/client/request.ts';
import { sameRepository } from '../src/client/test-bed.ts';
import { from, type RuleCase } from '../src/model/case.ts';
import type { Check } from '../src/model/check.ts';
import { toConfirm } from '../src/model/twins.ts';
import type { CaseRule } from '../src/run/rule.ts';
import type { Trial } from '../src/run/trial.ts';
import { invalidTokens, madeUpCases, type Refused } from './credentials.ts';
import { NAMES } from './explained-by.ts';
import { MISTYPED_TOKEN, unlessUnauthorized } from './impacts.ts';
import { REFUSED_IN_PUBLIC } from './list-names.ts';
import { searched } from './list-private.ts';
import { afterMember, WAYS_IN } from './private-listings.ts';

/** Parts of a list for which a service may forget to check the token. */
const PARTS: readonly Query[] = [{}, { per_page: '5', page: '2' }, { state: 'open' }];
const QUERIES = { quick: [{}], standard: PARTS, thorough: PARTS };

function withCredential(
  t: Trial,
  refused: Refused,
  query: Query = {},
  repository = t.bed.repository,
): RuleCase {
  const { as, shown, statuses } = refused;
  return {
    depth: 'quick',
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
    smaller: () => (Object.keys(query).length === 0 ? [] : [withCredential(t, refused, {}, repository)]),
  };
}

/** Statuses that are right for an invalid token in a private repository, which is hidden. */
const HIDDEN = [401, 404];

/** Statuses that are right for a malformed credential there. */
const REFUSALS = Array.from({ length: 100 }, (_, index) => 400 + index);

const isOf = (one: RuleCase, repository: RepositoryName | undefined): boolean =>
  repository !== undefined && sameRepository(lastOf(one).repository, repository);

/** 401 for an invalid token, or another status that is right for it. */
function isUnauthorized(t: Trial): Check {
  const isHidden = (one: RuleCase): boolean => isOf(one, t.bed.privateRepository);
  const check: Check = {
    says: '401 (401 or 400 for wildcards; 401 or 404 for the private repository, unless the same query with TOKEN is refused alike for the public one)',
    twins: (one) => ({ public: isHidden(one) ? toConfirm(t.listing(one.query, 'member')) : 'none' }),
    judge: ({ looks }, one) => {
      const right = one.statuses ?? [401];
      const expected = right === REFUSALS ? 'some 4xx' : right.join(' or ');
      return judgeStatus(looks, one, `${expected} for an invalid token`, (status) => right.includes(status));
    },
  };
  return unless(check, (_violated, looks, one) =>
    isHidden(one) && isRefusedAlike(looks) ? REFUSED_IN_PUBLIC : null,
  );
}

/** Returns the private repository if it is known to exist and to be hidden from others. @throws {Stopped} */
async function hiddenRepository(t: Trial): Promise<RepositoryName | undefined> {
  const repository = t.bed.privateRepository;
  if (repository === undefined || t.bed.token === undefined) return undefined;
  for (const { establish } of [repositoriesAreTold, memberHasAccess])
    if ((await establish(t)) !== null) return undefined;
  return repository;
}

/** Returns invalid tokens for the public list and, by turns, for the private one, with a bare scheme. @throws {Stopped} */
async function invalidCases(t: Trial): Promise<RuleCase[]> {
  const tokens = invalidTokens(t);
  const hidden = await hiddenRepository(t);
  const [ways, queries] = [WAYS_IN[t.profile], QUERIES[t.profile]];
  const ofPublic = (refused: Refused, place: number): RuleCase =>
    withCredential(t, refused, queries[place % queries.length]);
  if (hidden === undefined) return tokens.map(ofPublic);
  const ofHidden = (refused: Refused, place: number): RuleCase =>
    withCredential(
      t,
      { ...refused, statuses: [...new Set([...HIDDEN, ...refused.statuses])] },
      ways[place % ways.length] ?? {},
      hidden,
    );
  const again = tokens
    .slice(0, 1)
    .flatMap((madeUp) => [withCredential(t, madeUp), ofHidden(madeUp, 0), ofHidden(madeUp, 1)]);
  const bare: Refused = { as: { standing: 'invalid', value: 'Bearer' }, shown: 'Bearer', statuses: REFUSALS };
  return [
    ...tokens.map((refused, place) =>
      place % 2 === 1 ? ofHidden(refused, (place - 1) / 2) : ofPublic(refused, place),
    ),
    ...from(
      'standard',
      again.map((one) => afterMember(t, one)),
    ),
    afterMember(t, withCredential(t, bare, {}, hidden)),
  ];
}

/** Credentials that must be refused (sections 5 and 7). */
export const listAccess: readonly CaseRule[] = [
  {
    id: 'list.invalid-token',
    level: 'required',
    statedIn: ['5.4 tokens', '7 status 401'],
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
    check: isUnauthorized,
    watched: (t) => judgeLeaks(t, 'invalid'),
  },
];
