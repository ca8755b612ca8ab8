import { refusedWith, statusesOf, withoutAccess } from '../../src/checks/refused.ts';
import type { RepositoryName } from '../../src/client/request.ts';
import { isAccepted } from '../../src/context/ledger.ts';
import { type Attempt, around, type Case, lastAround, lastOf, type Rule } from '../../src/context/rule.ts';
import type { RunContext } from '../../src/context/run-context.ts';
import { INHERITED_NAME } from '../../src/generate/sorts.ts';
import { blocked, type Finding, holds, needsData } from '../../src/model/finding.ts';
import type { Answers, Caller, PlannedRequest, Query } from '../../src/model/planned-request.ts';
import { describeAnswer, queryText } from '../../src/model/planned-request.ts';
import { caseOf, rightAfter, ruleOn } from '../define.ts';
import { leaksSearched, privateQueries } from './private.ts';
import { OF_ANOTHER_KIND } from './walks.ts';

/** Returns malformed credentials for the private repository: an empty Bearer, a token without a scheme, those of a drawn scheme, or of all in `thorough`. */
function malformedFor({ values, settings }: RunContext): readonly Caller[] {
  const all = values.malformed('list');
  if (settings.profile === 'thorough') return all;
  return [...all.slice(0, 2), ...values.pick('scheme', all.slice(2))];
}

/** Returns queries with which an invalid token is sent. Other rules request them with TOKEN. */
const queriesFor = (run: RunContext): Query[] =>
  run.values.shuffled('queries of invalid tokens', [
    { per_page: '100' },
    { per_page: '150' },
    { per_page: '0' },
    { per_page: '-5' },
    { per_page: '10', page: '2', ...OF_ANOTHER_KIND },
    { per_page: '5', page: '2' },
    { state: 'open' },
    { sort: INHERITED_NAME, page: '2' },
    { per_page: '101' },
  ]);

/** True if all answers have the status that the primary caller's plain list got in the preflight. */
const areUsual = (answers: Answers, { preflight }: RunContext): boolean =>
  answers.every(({ status }) => status === preflight.usualStatus);

/** Demands that an invalid credential is refused, while TOKEN is accepted. */
function unauthorized(attempt: Attempt): Finding {
  const finding = refusedWith(statusesOf(lastOf(attempt).ask.caller), attempt.answers);
  const other = around(attempt, 'member')
    .flat()
    .find((answer) => !isAccepted(answer));
  const isAlike = other !== undefined && attempt.answers.some(({ status }) => status === other.status);
  if (other === undefined || (finding.is !== 'holds' && !isAlike)) return finding;
  // A query may be checked before the credential.
  if (Object.keys(other.ask.query).length > 0) return needsData('a query that is accepted with TOKEN');
  const reason = `The same request with ${other.ask.caller.label} got ${describeAnswer(other)}.`;
  return blocked(reason, 'list.token', 'list.recommended-headers', 'list.ok');
}

/** Returns cases of invalid tokens, once each; twice for a made-up token, because a service may remember a refused token. */
function invalidTokens(run: RunContext): Case[] {
  const { privateRepository } = run.target;
  const isQuick = run.settings.profile === 'quick';
  // A run that writes tries its lists before and after.
  const isOnce = isQuick || run.settings.writes !== 'none';
  const inPublic = (caller: Caller, index: number): Case => {
    // A request with a query, or without these headers, may be answered by other code, or from a cache.
    const isBare = index > 0 && index === tokens.length - 1;
    const query = index > 0 && !isBare ? (queries[index - 1] ?? {}) : {};
    const asked = { ...run.list(caller, query), ...(isBare && { bare: true }) };
    const testCase = caseOf(asked, {
      twins: { member: { ...asked, caller: run.primaryCaller } },
      quick: index === 0,
      check: unauthorized,
    });
    return index === 0 && !isOnce ? rightAfter('the same', asked, testCase) : testCase;
  };
  const inPrivate = (caller: Caller, index: number): Case => {
    // The plain list shows a wrong status. A query may be refused for its own sake.
    const query = index === 0 ? {} : (hidden[index] ?? {});
    return caseOf(run.list(caller, query, privateRepository), {
      twins: { member: run.list(run.primaryCaller, query, privateRepository) },
      what: Object.keys(query).length > 0 ? `the private list, ${queryText(query)}` : 'the private list',
      quick: isQuick && index === 0,
      check: (attempt) => {
        const { answers } = attempt;
        const isRefused = answers.every(({ status }) => status >= 400 && status < 500);
        // A gateway may refuse every request before it looks at the credential.
        const isRight = isRefused && (caller.kind === 'malformed' || areUsual(answers, run));
        const finding = withoutAccess(run) ?? (isRight ? holds(answers) : refusedWith([401, 404], answers));
        // A query may be refused, or fail, before the credential is looked at.
        const isOfQuery = lastAround(attempt, 'member').some(({ status }) => status !== 200);
        return finding.is === 'violated' && isOfQuery
          ? needsData('a query that the private repository accepts')
          : finding;
      },
    });
  };
  const tokens = run.values.invalidTokens('list', run.target);
  const queries = queriesFor(run);
  // One undocumented state is enough: a service may fail at it.
  const hidden = run.values.shuffled(
    'private queries of invalid tokens',
    privateQueries(run).filter(({ state }) => state !== 'closed'),
  );
  return [
    ...tokens.map(inPublic),
    ...(privateRepository === undefined || run.member === null
      ? []
      : [...tokens.slice(1, 2), ...malformedFor(run)].map(inPrivate)),
  ];
}

/** Returns a case of a name that does not exist. The service may refuse anonymous callers, or all requests of a caller. */
function unknown(run: RunContext, ask: PlannedRequest, quick = false): Case {
  const { caller, repository, query } = ask;
  const isQueried = Object.keys(query).length > 0;
  return caseOf(ask, {
    what: `${repository.owner}/${repository.repo}`,
    twins: caller === run.primaryCaller && !isQueried ? {} : { known: run.list(caller, query) },
    quick,
    check: (attempt) => {
      const { answers } = attempt;
      const isToSignIn = caller.kind === 'anonymous' && answers.some(({ status }) => status === 401);
      // A token decides.
      if (isToSignIn) return run.member === null ? needsData('TOKEN') : holds(answers);
      const refused = lastAround(attempt, 'known').find(({ status }) => status >= 300);
      const { usualStatus } = run.preflight;
      if (caller === run.primaryCaller && usualStatus >= 300 && areUsual(answers, run))
        return blocked(`The plain list got ${usualStatus}.`, 'list.token', 'list.anonymous');
      if (refused === undefined || answers.every(({ status }) => status !== refused.status))
        return refusedWith([404], answers);
      // A query may be checked before the repository is looked up.
      return isQueried
        ? needsData('a query that the public repository accepts')
        : blocked(`The plain list got ${describeAnswer(refused)}.`, 'list.anonymous', 'list.token');
    },
  });
}

/** Returns cases of names that do not exist: made-up names, the real name with a suffix, a repeated name, a name with odd characters, and a name that every object inherits, with a query. */
function unknownNames(run: RunContext, part: 'owner' | 'repo'): Case[] {
  const { repository, writeRepository, privateRepository = repository } = run.target;
  const { name, longer, oddName } = run.values;
  const made = (purpose: string): RepositoryName => ({ ...repository, [part]: name(purpose) });
  // A refused creation may have made the repository that it names; an accepted creation has.
  const named = { ...repository, [part]: longer(writeRepository[part], `create ${part} 1`) };
  const posted = run.ledger.mayCreate(named) ? made(`${part} 2`) : named;
  const asked = (one: RepositoryName): PlannedRequest => run.list(run.primaryCaller, {}, one);
  // A service may look for the repository alone, or take a name for a pattern, in which _ is any character.
  const pattern = repository.repo.replace(/.$/u, '_');
  // To a service that looks for the repository alone, one stranger names the private one, and another the public one.
  const [toPrivate] = run.values.pick('stranger to the private name', ['outsider', 'anonymous']);
  const byName = ({ kind }: Caller): RepositoryName =>
    part === 'owner'
      ? { owner: name(kind), repo: (kind === toPrivate ? privateRepository : repository).repo }
      : { ...repository, repo: pattern === repository.repo ? name(kind) : pattern };
  const oddBy = run.preflight.listingCallers.find(({ kind }) => kind === 'outsider') ?? run.primaryCaller;
  const odd = { ...byName(oddBy), [part]: oddName(`list ${part}`) };
  // A service may look for no repository at any parameter.
  const size = String(run.values.size('unknown name'));
  const query: Query =
    part === 'owner'
      ? { per_page: size, page: '2', state: 'all', sort: 'created', direction: 'asc' }
      : { per_page: '0', page: '2' };
  const twice = part === 'owner' ? { ...posted, repo: name('repo 2') } : posted;
  return [
    unknown(run, asked({ ...repository, [part]: longer(repository[part], part) }), true),
    rightAfter('the same', asked(twice), unknown(run, asked(twice))),
    unknown(run, run.list(run.primaryCaller, query, { ...repository, [part]: INHERITED_NAME })),
    unknown(run, run.list(oddBy, {}, odd)),
    ...run.preflight.listingCallers
      .filter((caller) => caller !== run.primaryCaller && caller !== oddBy)
      .map((caller) => unknown(run, run.list(caller, {}, byName(caller)))),
  ];
}

export const accessRules: readonly Rule[] = [
  ruleOn.status('list.invalid-token', ['required', '5.4 tokens', '7 status 401'], {
    undecidedIf: 'cookies',
    statement: 'A listing with an invalid token answers 401, on a public repository too.',
    tried: `The run sends made-up tokens of several forms, a name that every object inherits, and near misses of TOKEN. It also sends the word undefined, and wildcards (%, *). Near misses are half of TOKEN, TOKEN with eight more characters or a changed one, and underscores. A wildcard may also get 400. Most come with a query, and one without Accept and version. The same request with TOKEN must be accepted. In the private repository, the run tries a near miss, a bare Bearer, and tokens without or with another scheme. A 404 is right there, too. ${leaksSearched('to an invalid credential')}`,
    impact: 'A client with an expired or mistyped token gets no 401.',
    impactIf: { leaked: 'Anybody with an invalid token sees private issues.' },
    cases: invalidTokens,
  }),
  ruleOn.status('list.unknown-owner', ['required', '7 status 404'], {
    alsoCovers: ['2 identifiers in the path'],
    statement: 'Listing under an owner that does not exist answers 404.',
    tried:
      'Every caller requests made-up owners. The primary caller adds a random suffix to the real owner. The others take the name of the private or of the public repository. One name has quotes, spaces and other scripts. One name, which every object inherits, comes with a query. A 401 to an anonymous caller decides nothing. The service must list the right name.',
    impact: 'A client with a mistyped owner gets no 404.',
    cases: (run) => unknownNames(run, 'owner'),
  }),
  ruleOn.status('list.unknown-repo', ['required', '7 status 404'], {
    alsoCovers: ['2 identifiers in the path'],
    statement: 'Listing a repository that an existing owner does not have answers 404.',
    tried:
      'The primary caller requests made-up repositories of the real owner, and the real repository with a random suffix. The others replace the last character of its name by an underscore. One name has quotes, spaces and other scripts. One name, which every object inherits, comes with a query. A 401 to an anonymous caller decides nothing. The service must list the right name.',
    impact: 'A client that lists a renamed or deleted repository gets no 404.',
    cases: (run) => unknownNames(run, 'repo'),
  }),
];
