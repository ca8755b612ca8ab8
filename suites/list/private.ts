import { leftToOthers } from '../../src/checks/other-rules.ts';
import { withoutAccess } from '../../src/checks/refused.ts';
import { nameOf, type RepositoryName } from '../../src/client/request.ts';
import type { Attempt, Case, Check, Rule } from '../../src/context/rule.ts';
import { lastAround, lastOf } from '../../src/context/rule.ts';
import type { RunContext } from '../../src/context/run-context.ts';
import type { Finding } from '../../src/model/finding.ts';
import { blocked, holds, inconclusiveFinding, needsData, wrongStatus } from '../../src/model/finding.ts';
import type { Caller, PlannedRequest, Query } from '../../src/model/planned-request.ts';
import { allEnded, describeAnswer, queryText, USUAL_SORTS } from '../../src/model/planned-request.ts';
import { swapCase } from '../../src/model/text.ts';
import { caseOf, ruleOn } from '../define.ts';

/** All parameters together, as an export uses them. */
const EXPORT: Query = { state: 'all', per_page: '100', sort: 'updated', direction: 'asc' };
const LATER: Query = { per_page: '1', page: '2' };
/** Usual sorts that no other query of the private list has. */
const OTHER_SORTS = USUAL_SORTS.filter((sort) => sort !== EXPORT['sort']);
/** Returns queries with values of each kind that other rules use. The seed says which stand together. */
function mixedQueries({ values }: RunContext): Query[] {
  const column = (name: string, ...cells: readonly string[]): string[] =>
    values.shuffled(`private ${name}`, cells);
  const columns = Object.entries({
    per_page: ['0', values.otherNegative('private'), values.otherAbove('private')],
    state: column('states', '', 'open', 'closed'),
    page: column('pages', '', '1', '2'),
    sort: column(
      'sorts',
      '',
      ...values.pick('private usual sort', OTHER_SORTS),
      ...values.sorts('private', 1),
    ),
    direction: column('directions', '', 'asc', 'desc'),
  });
  return [0, 1, 2].map((at) =>
    Object.fromEntries(columns.flatMap(([name, cells]) => (cells[at] ? [[name, cells[at]]] : []))),
  );
}

const FIXED: readonly Query[] = [{}, LATER, EXPORT];
export const privateQueries = (run: RunContext): Query[] => [...FIXED, ...mixedQueries(run)];

/** Returns a case of the private repository by a caller without access, right after a member read the same URL. */
function hiddenCase(run: RunContext, asked: PlannedRequest, quick: boolean): Case {
  const { caller, query, repository: privateRepository } = asked;
  return {
    ...caseOf(asked, {
      what: `the private repository, ${queryText(query)}`,
      twins: { member: run.list(run.primaryCaller, query, privateRepository) },
      quick,
      check: hiddenFrom,
    }),
    // Other requests would keep the two apart.
    ...(query === LATER ? { how: 'alone' } : {}),
    script: async (send) => {
      // A service may merge equal concurrent requests, or confuse two callers.
      const member = run.list(run.primaryCaller, query, privateRepository);
      const beside = async (isNow: boolean) => (isNow && query === LATER ? send(member) : null);
      const isLast = caller === run.outsider;
      const [, own] = await allEnded([beside(!isLast), send(asked), beside(isLast)]);
      // The public repository shows if the query is the reason.
      const isQueried = own.status < 500 || Object.keys(query).length > 0;
      const isOdd = own.status >= 300 && own.status !== 404 && isQueried;
      return isOdd ? [own, await send({ ...asked, repository: run.target.repository })] : [own];
    },
  };
}

/** The public repository, which private issues could be listed in. Every answer is searched for them. */
const openCase = (run: RunContext, caller: Caller, [query, isPrivate]: readonly [Query, boolean]): Case =>
  caseOf(run.list(caller, query), {
    what: `the public repository, ${queryText(query)}`,
    // A cache may answer with the private list, which other cases request.
    ...(isPrivate && { twins: { member: run.list(run.primaryCaller, query, run.target.privateRepository) } }),
    check: () => needsData('a listing of the private repository'),
  });

/** Returns a case of the private repository in another spelling. Only private records show a leak there. */
const otherSpelling = (run: RunContext, caller: Caller, repository: RepositoryName): Case =>
  caseOf(run.list(caller, {}, repository), {
    what: `the private repository ${repository.isEscaped === true ? 'in escapes' : 'in another case'}, ${nameOf(repository)}`,
    check: () => needsData('a listing that shows private records'),
  });

function casesWithoutAccess(run: RunContext, caller: Caller): Case[] {
  const { privateRepository } = run.target;
  if (run.member === null || privateRepository === undefined) return [];
  const { profile, writes } = run.settings;
  const isAnonymous = caller === run.anonymous;
  const mixed = mixedQueries(run);
  const [sort = ''] = run.values.sorts('private in range', 1);
  // Requests without a credential have a quota, so some are drawn for them.
  const queries = isAnonymous
    ? [...FIXED, ...run.values.shuffled('private without a credential', mixed).slice(1)]
    : [...FIXED, ...mixed, { per_page: String(run.values.size('private')), sort }];
  // A second page may be empty, and then shows no leak.
  const bareAt = queries.findLastIndex(({ page }) => page !== '2');
  // A service may ignore case, but not where it looks for members. It may ignore case in one part of the name only.
  const { owner, repo } = privateRepository;
  const others = [
    { owner: swapCase(owner), repo: swapCase(repo) },
    { owner, repo: swapCase(repo) },
  ];
  const swapped = others.slice(0, profile === 'thorough' ? 2 : 1);
  const isSwapped = `${owner}${repo}` !== swapCase(`${owner}${repo}`) && writes === 'all' && !isAnonymous;
  // Other rules ask the public list with the other kinds. A new private issue would stand at the beginning.
  const states = [
    { ...EXPORT, per_page: run.values.large('private'), direction: 'desc' },
    ...mixed.filter(({ state = 'open' }) => state !== 'open'),
  ];
  const drawn = run.values.pick('state without a credential', states);
  const open = isAnonymous ? drawn : states.filter((query) => !drawn.includes(query));
  return [
    ...queries.map((query, index) =>
      hiddenCase(
        run,
        // Without the recommended headers, other code may answer. Its status decides nothing.
        {
          ...run.list(caller, query, privateRepository),
          ...(index === bareAt && { bare: true }),
        },
        index === 0 || (profile === 'quick' && query === EXPORT && !isAnonymous),
      ),
    ),
    ...open.map((query) => openCase(run, caller, [query, mixed.includes(query)])),
    ...(isSwapped ? swapped.map((repository) => otherSpelling(run, caller, repository)) : []),
    // A gateway may look for the repository before it reads escapes.
    ...(isAnonymous ? [] : [otherSpelling(run, caller, { ...privateRepository, isEscaped: true })]),
  ];
}

/** Returns how answers to callers without access are searched for private issues. */
export const leaksSearched = (answered: string): string =>
  `The run searches every answer ${answered} for private issues, and one is enough. With WRITES=all, it searches for the canary, an issue that it creates there itself. Without a canary, any record of the private list is a leak. In other answers for that repository, a private title or body is a leak.`;

/** Returns a note that, without a canary, only statuses and private texts show leaks. */
const onStatus = ({ leakDetector, target }: RunContext): string =>
  target.privateRepository === undefined || leakDetector.isCanaryShown
    ? ''
    : 'Without a canary, only statuses and known private titles and bodies of 16 characters or more show leaks.';

/** Demands 404 for a caller without access. An answer that the public repository gives as well decides nothing. */
function hiddenFrom(attempt: Attempt, run: RunContext): Finding {
  const [own = lastOf(attempt), inPublic] = attempt.answers;
  const noAccess = withoutAccess(run);
  if (noAccess !== null) return noAccess;
  if (own.ask.caller === run.outsider && !run.preflight.isOutsiderValid) {
    const why = 'Nothing shows that OUTSIDER_TOKEN is valid: a made-up token gets the same answer, or none.';
    const advice = 'Set it to a valid token without access to PRIVATE_REPO.';
    return { ...inconclusiveFinding('access', why, ['list.invalid-token']), advice };
  }
  if (own.status === 404) return holds([own]);
  if (inPublic?.status === own.status)
    return own.status < 400
      ? leftToOthers(inPublic)
      : inconclusiveFinding('data', 'a request that the public repository accepts', [
          own.ask.caller.kind === 'anonymous' ? 'list.anonymous' : 'list.token',
        ]);
  const isShown = run.preflight.mayReadPrivate && (own.list?.length ?? 0) > 0;
  // The leak detector fails the rule.
  return isShown ? needsData('an answer without private records') : wrongStatus('404', own);
}

/** Returns a check that demands 200 for a member, unless the public repository refuses the same or the page is behind the end. */
const shownToMember =
  (isPlain: boolean): Check =>
  (attempt, run) => {
    const own = lastOf(attempt);
    if (own.status === 200) return withoutAccess(run) ?? holds([own]);
    // There need be no closed issue.
    if (own.ask.query['state'] === 'closed' && own.status < 500) return needsData('a closed private issue');
    const isShort = lastAround(attempt, 'whole').some(({ list }) => (list?.length ?? 0) < 2);
    if (isShort) return needsData('a private repository with two open issues');
    const twins = [...lastAround(attempt, 'inPublic'), ...(attempt.beforeConfirming['inPublic'] ?? [])];
    const refused = twins.find(({ status }) => status !== 200);
    if (refused !== undefined)
      return isPlain
        ? blocked(`In the public repository, TOKEN got ${describeAnswer(refused)}.`, 'list.token', 'list.ok')
        : needsData('a query that the public repository accepts');
    if (!isPlain && twins.length > 0 && [400, 422].includes(own.status))
      return inconclusiveFinding('unclear', `The private repository refuses this query (${own.status}).`);
    const isUnknown = (attempt.beforeConfirming['unknown'] ?? []).some(({ status }) => status === own.status);
    // Else, only an issue of this run shows that TOKEN has access.
    const context = run.preflight.mayReadPrivate ? [] : run.ledger.accepted(own.ask.repository).slice(0, 1);
    return (isUnknown ? withoutAccess(run) : null) ?? wrongStatus('200', own, { twins, context });
  };

export const privateRules: readonly Rule[] = [
  ruleOn.status('list.private.anonymous', ['required', '5.5 private repositories', '7 status 404'], {
    needs: ['PRIVATE_REPO', 'TOKEN'],
    undecidedIf: 'cookies',
    statement: 'Listing a private repository without a credential answers 404.',
    tried: `The run lists the private repository without a credential, right after TOKEN read the same address. So a shared cache would show. It requests the plain list, and lists by state, size, page and order, one without Accept and version. The service must accept TOKEN. ${leaksSearched('without a credential')}`,
    impact: 'Anonymous callers do not get the 404 that would hide the repository.',
    impactIf: { leaked: 'Anonymous callers see private issues.' },
    passNote: onStatus,
    cases: (run) => casesWithoutAccess(run, run.anonymous),
  }),
  ruleOn.status('list.private.outsider', ['required', '5.5 private repositories', '7 status 404'], {
    needs: ['PRIVATE_REPO', 'TOKEN', 'OUTSIDER_TOKEN'],
    undecidedIf: 'cookies',
    statement:
      'A valid token without access gets 404 for a private repository, even right after a member has listed it.',
    tried: `The run lists the private repository with OUTSIDER_TOKEN, right after TOKEN read the same address. So a shared cache would show. It requests the plain list, also by the name in another case and in escapes. It lists by state, size, page and order, once without Accept and version. OUTSIDER_TOKEN must be valid, and the service must accept TOKEN. ${leaksSearched('to OUTSIDER_TOKEN')}`,
    impact: 'Callers without access do not get the 404 that would hide the repository.',
    impactIf: { leaked: 'Callers whose token has no access see private issues.' },
    passNote: onStatus,
    cases: (run) => (run.outsider === null ? [] : casesWithoutAccess(run, run.outsider)),
  }),
  ruleOn.status('list.private.member', ['implied', '5.5 private repositories'], {
    needs: ['PRIVATE_REPO', 'TOKEN'],
    statement: 'A token with access to a private repository lists it with 200.',
    tried:
      'The run lists the private repository with TOKEN. Larger profiles list parts of it, too. A 200 counts only if a made-up repository gets another answer. A 404 counts only if this run created an issue there, because PRIVATE_REPO may be misspelt.',
    impact: 'A member who lists a private repository does not get the 200 that it expects.',
    cases: (run) => {
      const { privateRepository } = run.target;
      if (privateRepository === undefined) return [];
      // A page behind the end may be anything.
      const queries = privateQueries(run).filter((query) => query === LATER || query['page'] !== '2');
      const unknown = { ...privateRepository, repo: run.unknownName };
      return queries.map((query, index) =>
        caseOf(run.list(run.primaryCaller, query, privateRepository), {
          what: `the private repository, ${queryText(query)}`,
          twins: {
            ...(index === 0 ? { inPublic: run.list(run.primaryCaller) } : {}),
            ...('page' in query ? { whole: run.list(run.primaryCaller, {}, privateRepository) } : {}),
          },
          beforeConfirming: {
            unknown: run.list(run.primaryCaller, query, unknown),
            ...(index === 0 ? {} : { inPublic: run.list(run.primaryCaller, query) }),
          },
          quick: index === 0,
          check: shownToMember(index === 0),
        }),
      );
    },
  }),
];
