import { memberHasAccess } from '../src/access/member-access.ts';
import { repositoriesAreTold } from '../src/checks/preconditions.ts';
import { type CreationCase, creationCase, refusedWith } from '../src/created/creation-cases.ts';
import { issuesOfThoseLetIn } from '../src/created/let-in.ts';
import { creationsAreTold, outsiderMayCreate, tokenIsLetIn } from '../src/created/preconditions.ts';
import {
  anonymously,
  anonymouslyElsewhere,
  anonymouslyUntitled,
  nowhere,
} from '../src/created/shared-creations.ts';
import { untitledPayload } from '../src/created/writer.ts';
import { usualTokens } from '../src/generate/tokens.ts';
import { from, type RuleCase } from '../src/model/case.ts';
import type { CaseRule, CreationRule } from '../src/run/rule.ts';
import type { Trial } from '../src/run/trial.ts';
import { REJECTING } from './create-refused.ts';
import { invalidTokens, madeUpCases, type Refused } from './credentials.ts';
import { REFUSED } from './explained-by.ts';
import { MISTYPED_TOKEN, unlessHidden, unlessRefused, unlessUnauthorized } from './impacts.ts';

const UNAUTHORIZED = 'without a valid credential';

const withCredential = (t: Trial, { as, shown, statuses }: Refused): RuleCase =>
  creationCase(t, { shown: { credential: shown }, invalid: as, statuses });

/** Creations without a credential, with nothing else wrong and with something else: then either may be told. */
function withNone(t: Trial): RuleCase[] {
  const none = (one: Omit<CreationCase, 'shown' | 'by'>, shown: CreationCase['shown'] = {}): RuleCase =>
    creationCase(t, { shown: { credential: 'none', ...shown }, by: 'anonymous', ...one });
  const repository = t.bed.privateRepository;
  const unknown = nowhere(t);
  return [
    none({ shared: () => anonymously(t) }),
    ...(repository === undefined ? [] : [none({ repository, statuses: [401, 404] }, { ...repository })]),
    ...from('standard', [
      none({ payload: (title) => ({ title }) }, { payload: 'a title alone' }),
      none(
        { repository: unknown, statuses: [401, 404], shared: () => anonymouslyElsewhere(t) },
        { ...unknown },
      ),
      none(
        { payload: untitledPayload, statuses: [401, 422], shared: () => anonymouslyUntitled(t) },
        { payload: 'no title' },
      ),
      // A service may fail intermittently.
      none({}),
    ]),
  ];
}

/** Headers that are no Bearer token, each with a made-up credential (sections 5.1 and 5.4). */
function malformed(t: Trial): RuleCase[] {
  const [invented = ''] = usualTokens(t.seed('credential'));
  const basic = `Basic ${Buffer.from(`nobody:${invented}`).toString('base64')}`;
  const of = (...values: readonly string[]): RuleCase[] =>
    values.map((value) =>
      withCredential(t, { as: { standing: 'invalid', value }, shown: value, statuses: [401] }),
    );
  return [
    ...of('Bearer', `token ${invented}`),
    ...from('standard', of(basic, invented, `Digest ${invented}`)),
    ...from('thorough', of(`Negotiate ${invented}`)),
  ];
}

const STRANGERS =
  'A 401 counts only where TOKEN gets further with the same request: to an issue, or as far as the check of the payload.';

/** Creations by those who may not (sections 4.2, 5.1, 5.3 to 5.5 and 7). */
export const createCallers: readonly (CaseRule | CreationRule)[] = [
  {
    id: 'create.anonymous',
    level: 'required',
    statedIn: ['4.2 without authentication', '5.3 creating'],
    touches: ['1 operation 2', '7 status 401'],
    phase: 'write',
    needs: REJECTING,
    minds: 'cookies',
    says: 'Creating an issue without a credential answers 401; where something else is wrong too, that may be told instead.',
    tried: `Valid payloads, with and without body, are sent to the public repository with no Authorization header; besides, one goes to the private repository and one to a made-up one, which may be answered 404 as well, and one is sent without a title, which may be answered 422 as well. If the issue of one of them is listed at the end of the run, once is enough. ${STRANGERS}`,
    compared: 'by itself: 401; 401 or 404 in the private or a made-up repository, 401 or 422 without a title',
    impact: unlessRefused('A client that forgot to sign in', 'to sign in', {
      accepted: 'Whoever sends no credential is told that an issue was created.',
      stored: 'Anybody can create issues.',
    }),
    control: creationsAreTold,
    explainedBy: REFUSED,
    preconditions: [tokenIsLetIn],
    cases: withNone,
    check: (t) => refusedWith(t, 401, 'without a credential'),
    atEnd: issuesOfThoseLetIn('401 without a credential'),
  },
  {
    id: 'create.invalid-token',
    level: 'required',
    statedIn: ['5.4 tokens', '7 status 401'],
    phase: 'strangers',
    needs: REJECTING,
    minds: 'cookies',
    says: 'Creating an issue with a valid payload and an invalid token answers 401.',
    tried: `The tokens of list.invalid-token are tried: made-up ones of the usual lengths, near misses of TOKEN, and wildcards, which may be called a bad request as well. If the issue of one of them is listed at the end of the run, once is enough. ${STRANGERS}`,
    compared: 'by itself: 401 (400 too for the wildcards)',
    impact: unlessUnauthorized(MISTYPED_TOKEN, 'to renew it', {
      accepted: 'Whoever sends such a token is told that an issue was created.',
      stored: 'Anybody can create issues with a token that is not valid.',
    }),
    control: creationsAreTold,
    explainedBy: REFUSED,
    preconditions: [tokenIsLetIn],
    cases: (t) => [
      ...invalidTokens(t).map((refused) => withCredential(t, refused)),
      ...madeUpCases(t, (refused) => withCredential(t, refused)),
    ],
    check: (t) => refusedWith(t, 401, UNAUTHORIZED),
    atEnd: issuesOfThoseLetIn(`401 ${UNAUTHORIZED}`),
  },
  {
    id: 'create.malformed-credential',
    level: 'implied',
    statedIn: ['5.1 credential', '5.4 tokens'],
    phase: 'strangers',
    needs: REJECTING,
    minds: 'cookies',
    says: 'Creating an issue with an Authorization header that is no Bearer token answers 401.',
    tried: `An empty Bearer, a made-up token with no scheme before it, and other schemes with made-up credentials (Basic, token, Digest) are sent with valid payloads. If the issue of one of them is listed at the end of the run, once is enough. ${STRANGERS}`,
    compared: 'by itself: 401',
    impact: unlessUnauthorized('A client whose header holds no Bearer token', 'to send one', {
      accepted: 'Whoever sends such a header, with no valid token in it, is told that an issue was created.',
      stored: 'Anybody can create issues with a header that holds no valid token.',
    }),
    control: creationsAreTold,
    explainedBy: REFUSED,
    preconditions: [tokenIsLetIn],
    cases: malformed,
    check: (t) => refusedWith(t, 401, UNAUTHORIZED),
    atEnd: issuesOfThoseLetIn(`401 ${UNAUTHORIZED}`),
  },
  {
    id: 'create.private.outsider',
    level: 'required',
    statedIn: ['5.5 private repositories', '7 status 404'],
    phase: 'outsider',
    needs: ['WRITES=rejected', 'TOKEN', 'OUTSIDER_TOKEN', 'PRIVATE_REPO'],
    minds: 'cookies',
    says: 'A valid token without access to a private repository gets 404 for creating an issue there, with a valid payload.',
    tried:
      'A valid payload is sent to the private repository with OUTSIDER_TOKEN. It counts only where TOKEN lists that repository, or has created an issue there, and where OUTSIDER_TOKEN gets as far as the check of the payload in the public one.',
    compared: 'by itself: 404',
    impact: unlessHidden('Holders of a token without access', {
      accepted:
        'Holders of a token without access are told that an issue was created in the private repository.',
      stored: 'Holders of a token without access can create issues in the private repository.',
    }),
    control: creationsAreTold,
    explainedBy: [...REFUSED, 'list.invalid-token'],
    preconditions: [repositoriesAreTold, memberHasAccess, outsiderMayCreate],
    cases: (t) => {
      const repository = t.bed.privateRepository;
      if (repository === undefined) return [];
      const shown = { credential: 'Bearer <OUTSIDER_TOKEN>', ...repository };
      return [creationCase(t, { shown, by: 'outsider', repository })];
    },
    check: (t) => refusedWith(t, 404, 'for a private repository without access'),
    atEnd: issuesOfThoseLetIn('404 for a private repository without access'),
  },
];
