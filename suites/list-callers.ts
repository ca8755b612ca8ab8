import { accepted, isPlain, judgeStatus, lastOf } from '../src/checks/answers.ts';
import { repositoriesAreTold, whyInvalid } from '../src/checks/preconditions.ts';
import { unless } from '../src/checks/unless.ts';
import type { Doubt } from '../src/client/doubt.ts';
import { describeExchange, type Exchange } from '../src/client/exchange.ts';
import { type Caller } from '../src/client/test-bed.ts';
import { from, type RuleCase } from '../src/model/case.ts';
import { blaming } from '../src/model/causes.ts';
import type { Check } from '../src/model/check.ts';
import { byCase, held, undecided } from '../src/model/check.ts';
import type { ProfileName } from '../src/model/profile.ts';
import type { RuleId } from '../src/model/rule-ids.ts';
import { PLAIN_LISTS_AGAIN } from '../src/model/tuning.ts';
import { always, asked, onceToConfirm, type Twin } from '../src/model/twins.ts';
import type { Heard } from '../src/run/listings.ts';
import type { CaseRule } from '../src/run/rule.ts';
import type { Trial } from '../src/run/trial.ts';
import { FULL_PAGE } from '../src/snapshot/snapshot.ts';
import { unlessListed } from './impacts.ts';
import { listsWrittenTo } from './list-answers.ts';
import { honouredSizes } from './sizes.ts';

const isPublic = ({ spec }: Heard, { bed }: Trial): boolean =>
  [bed.repository, bed.written].some(
    ({ owner, repo }) => spec.repository.owner === owner && spec.repository.repo === repo,
  );

/** One caller's plain list, and once more from each of these profiles on. */
const plainBy = (t: Trial, by: Caller, ...again: readonly ProfileName[]): RuleCase[] => [
  t.list({}, { by }),
  ...again.map((depth) => t.list({}, { by, anew: true, depth })),
];

/** Statuses for which no query to a public repository is a cause. */
const UNCAUSED: ReadonlySet<number> = new Set([401, 403, 404]);

/** A caller's plain list some times more, if any listing of the run was refused to that caller without a cause. */
function plainAgain(t: Trial, by: Caller): RuleCase[] {
  const wasRefused = t.run.listings.heard.some(
    (heard) =>
      heard.caller === by && isPublic(heard, t) && UNCAUSED.has(heard.exchange.response?.status ?? 200),
  );
  const isRefused = !t.first.listers.includes(by);
  return wasRefused && !isRefused
    ? Array.from({ length: PLAIN_LISTS_AGAIN }, () => t.list({}, { by, anew: true }))
    : [];
}

/** Returns why a refusal breaks another rule, from all answers to a twin, or `null`. */
type Blame = (answers: readonly Exchange[], status: string) => Doubt | null;

const isRefused = (answers: readonly Exchange[], status: string): boolean =>
  answers.some((answer) => describeExchange(answer) === status);

/** The twin is listed, and never refused as the case was: another rule is to blame. @param who the case, and the twin */
const ifListed =
  (blamed: RuleId, [who, twin]: readonly [string, string]): Blame =>
  (answers, status) =>
    answers.some(({ response }) => response?.status === 200) && !isRefused(answers, status)
      ? blaming([blamed], `The plain list was answered ${status}${who}, and 200 ${twin}.`)
      : null;

/** Both are refused alike: the service does not mind who asks. */
const ifRefusedAlike: Blame = (answers, status) =>
  isRefused(answers, status)
    ? blaming(['list.ok'], `The plain list was answered ${status} with and without a credential.`)
    : null;

/** A twin that may show that another rule is broken. */
interface Other {
  readonly name: string;
  readonly of: (one: RuleCase) => Twin | 'none';
  readonly blame: Blame;
  /** True if it shows something only when the case is refused each time. */
  readonly ofSteady?: boolean;
}

/** A plain listing that must be answered with 200, unless a twin shows that another rule is broken and not this one. */
const plainly = (says: string, expected: string, others: readonly Other[]): Check =>
  unless(
    {
      says,
      twins: (one) => Object.fromEntries(others.map(({ name, of }) => [name, of(one)])),
      spares: true,
      judge: ({ looks, past }, one) => {
        const judgement = judgeStatus(looks, one, expected, (status) => status === 200, 'twins');
        // One refusal alone would break the rule on its caller or its headers, so the twins show that this one holds.
        return judgement.kind === 'held' ? held([...judgement.on, ...asked(past)]) : judgement;
      },
    },
    ({ seen, violation }, { looks, past }) => {
      const isSteady = seen === looks.length;
      for (const { name, blame, ofSteady = false } of others) {
        if (ofSteady && !isSteady) continue;
        const answers = [...(past[name] ?? []), ...looks.flatMap(({ twins }) => twins[name] ?? [])];
        const doubt = blame(answers, violation.actual);
        if (doubt !== null) return undecided(doubt);
      }
      return null;
    },
  );

/** The same without the recommended headers: if that is listed, they are to blame. */
const withoutHeaders = (t: Trial): Other => ({
  name: 'without headers',
  ofSteady: true,
  of: (one) => (t.bed.token === undefined ? 'none' : onceToConfirm({ ...lastOf(one), bare: true })),
  blame: ifListed('list.recommended-headers', ['', 'without Accept and version']),
});

/** The plain list of somebody else. */
const plainOf = (t: Trial, by: Caller, blame: Blame): Other => ({
  name: by,
  of: (one) =>
    one.caller === by || (by === 'member' && t.bed.token === undefined)
      ? 'none'
      : onceToConfirm({ ...lastOf(one), as: t.as(by) }),
  blame,
});

/** The statuses by which a service says that it minds who asks. */
const OF_CREDENTIALS: ReadonlySet<string> = new Set(['401', '403']);

/** Without TOKEN to compare with, the status tells if the service minds who asks. */
const byStatus = (t: Trial, check: Check, isOwn: (status: string) => boolean, other: RuleId): Check =>
  unless(check, ({ violation: { actual } }) =>
    t.bed.token !== undefined || isOwn(actual)
      ? null
      : undecided(blaming([other], `The plain list was answered ${actual} without a credential.`)),
  );

const isAnswered = (t: Trial): Check => {
  const plain = plainly('200, unless only one caller, or only the recommended headers, are refused', '200', [
    withoutHeaders(t),
    plainOf(t, 'anonymous', ifListed('list.token', [' with TOKEN', 'without a credential'])),
    plainOf(t, 'member', ifListed('list.anonymous', [' without a credential', 'with TOKEN'])),
  ]);
  const check = { ...byCase(plain.says, (one) => (isPlain(one) ? plain : accepted())), spares: true };
  return byStatus(t, check, (status) => !OF_CREDENTIALS.has(status), 'list.anonymous');
};

const isAnsweredToAnybody = (t: Trial): Check => {
  const check = plainly('200, unless it is refused with TOKEN alike', '200 without a credential', [
    plainOf(t, 'member', ifRefusedAlike),
  ]);
  return byStatus(t, check, (status) => OF_CREDENTIALS.has(status), 'list.ok');
};

/** Returns true if a token is known to be valid, so that its refusal says something of the service. */
async function mayAccuse(t: Trial, caller: 'member' | 'outsider'): Promise<boolean> {
  const isSet = caller === 'member' ? t.bed.token !== undefined : t.bed.outsiderToken !== undefined;
  if (!isSet) return false;
  const plain = t.first.plain.get(caller);
  const doubt = plain?.response?.status === 200 ? null : await whyInvalid(t, caller);
  if (doubt !== null && caller === 'member') t.unmet(doubt);
  return doubt === null;
}

/** A rule on the plain list: it is asked for whatever else is wrong. */
const plainList = (rule: Omit<CaseRule, 'level' | 'phase' | 'preconditions' | 'regardless'>): CaseRule => ({
  ...rule,
  level: 'required',
  phase: 'read',
  preconditions: [repositoriesAreTold],
  regardless: true,
});

/** The callers and the headers that a listing is answered to (sections 4.1, 4.3, 5.2 and 9). */
export const listCallers: readonly CaseRule[] = [
  plainList({
    id: 'list.ok',
    general: true,
    statedIn: ['4.1 method and path', '4.1 request body', '4.1 success status', '4.1 query parameters'],
    touches: ['1 operation 1'],
    errors: 'GET',
    needs: [],
    says: 'Listing a public repository answers 200.',
    tried:
      'The plain list is asked for several times in a run, and with every page size from 1 to 99 that is tried. A caller who is refused the plain list while another one is not says nothing of this rule, but of list.anonymous or list.token; a refused per_page=100 breaks list.per-page.maximum. It stays undecided where two listings or more, and above 1 % of them, are answered with 5xx by chance.',
    compared:
      'by itself: 200, for the plain list and sizes up to 99 (the plain list of others, and without the recommended headers; for a size the plain list of the same caller)',
    impact: unlessListed('A client that lists a public repository'),
    explainedBy: ['list.recommended-headers', 'list.token', 'list.anonymous'],
    cases: (t) => [
      ...plainBy(t, t.base, 'standard', 'standard', 'thorough'),
      ...listsWrittenTo(t),
      ...honouredSizes(t).filter(({ query }) => Number(query['per_page']) < FULL_PAGE),
    ],
    later: (t) => plainAgain(t, t.base),
    check: isAnswered,
  }),
  plainList({
    id: 'list.anonymous',
    general: true,
    statedIn: ['5.2 first half'],
    touches: ['1 operation 1'],
    needs: [],
    minds: 'cookies',
    says: 'Without a credential, listing a public repository answers 200.',
    tried:
      'The plain list is asked for without an Authorization header, and again where any listing of the run was answered 401 or 403 without one. What is refused to a token as well is no matter of credentials and breaks another rule.',
    compared: 'by itself: 200 without a credential (the same with `TOKEN`)',
    impact: unlessListed('A client without an account'),
    explainedBy: [],
    cases: (t) => [
      ...plainBy(t, 'anonymous', 'standard', 'thorough'),
      ...from('standard', listsWrittenTo(t, 'anonymous')),
    ],
    later: (t) => plainAgain(t, 'anonymous'),
    check: isAnsweredToAnybody,
  }),
  plainList({
    id: 'list.token',
    general: true,
    statedIn: ['5.2 first half'],
    touches: ['1 operation 1', '5.1 credential'],
    needs: ['TOKEN'],
    says: 'With a valid token, listing a public repository answers 200.',
    tried:
      'The plain list is asked for with TOKEN, and with OUTSIDER_TOKEN where it is set and valid. A token is known to be valid where a made-up one is answered otherwise; one that is not decides nothing. What is refused without a credential as well is no matter of tokens and breaks another rule.',
    compared:
      'by itself: 200 with a token that is known to be valid (the same without a credential, and without the recommended headers)',
    impact: unlessListed('A client that sends its valid token'),
    explainedBy: ['list.recommended-headers'],
    cases: async (t) => [
      ...((await mayAccuse(t, 'member')) ? plainBy(t, 'member', 'standard', 'thorough') : []),
      ...((await mayAccuse(t, 'outsider')) ? plainBy(t, 'outsider', 'standard') : []),
    ],
    later: (t) => plainAgain(t, 'member'),
    check: (t) =>
      plainly(
        '200, unless it is refused without a credential, or listed without the recommended headers',
        '200 with a valid token',
        [plainOf(t, 'anonymous', ifRefusedAlike), withoutHeaders(t)],
      ),
  }),
  plainList({
    id: 'list.recommended-headers',
    statedIn: ['4.3 the table', '9 first point', '9 second point'],
    needs: ['TOKEN'],
    says: 'With the recommended Accept and X-Service-Api-Version headers, and TOKEN as a Bearer token, a listing answers 200.',
    tried:
      'The plain list is asked for with the three recommended headers at their recommended values (or what ACCEPT, API_VERSION and API_VERSION_HEADER put in their place). Where it is refused without Accept and version alike, the headers are not to blame, and another rule is broken.',
    compared: 'by itself: 200 (the same without Accept and version)',
    impact: unlessListed('A client written to the letter of the documentation'),
    explainedBy: [],
    cases: (t) => plainBy(t, 'member', 'standard'),
    check: () =>
      accepted({
        says: '200, unless the same request without Accept and version is refused alike',
        expected: '200 with the recommended headers',
        twins: (one) => ({ bare: always({ ...lastOf(one), bare: true }) }),
      }),
  }),
];
