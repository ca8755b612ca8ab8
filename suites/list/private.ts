import { hiddenFrom, onStatus, shownToMember } from '../../src/checks/refused.ts';
import { type Case, type Rule } from '../../src/context/rule.ts';
import type { RunContext } from '../../src/context/run-context.ts';
import { MADE_UP_SORT } from '../../src/generate/values.ts';
import { type Caller, type Query, queryText } from '../../src/model/planned-request.ts';
import { caseOf } from '../cases.ts';
import { ofStatus } from '../groups.ts';

/** Everything at once, as an export asks for it. */
const EXPORT: Query = { state: 'all', per_page: '100', sort: 'created', direction: 'asc' };
/** Each kind of query that other rules use. */
const QUERIES: readonly Query[] = [
  {},
  { per_page: '100' },
  { per_page: '1', page: '2' },
  { state: 'all' },
  { sort: MADE_UP_SORT, direction: 'asc' },
  { per_page: '0' },
  { per_page: '150' },
  { state: 'closed' },
];
/** Queries without a credential, which are rationed. */
const ANONYMOUS_QUERIES = 6;

/** The private repository, asked for by a stranger right after a member was answered to the same URL. */
function asStranger(run: RunContext, stranger: Caller): Case[] {
  const { member } = run;
  const { privateRepository } = run.target;
  if (member === null || privateRepository === undefined) return [];
  const hiddenCase = (query: Query, index: number): Case => ({
    ...caseOf(run.list(stranger, query, privateRepository), {
      what: `the private repository, ${queryText(query)}`,
      twins: { member: run.list(member, query, privateRepository) },
      quick: index === 0 || query === EXPORT,
      check: (attempt) => hiddenFrom(attempt, run),
    }),
    script: async (send) => {
      const own = await send(run.list(stranger, query, privateRepository));
      // Whether the query is to blame, the public repository tells.
      const isQueried = own.status < 500 || Object.keys(query).length > 0;
      const isOdd = own.status >= 300 && own.status !== 404 && isQueried;
      return isOdd ? [own, await send(run.list(stranger, query))] : [own];
    },
  });
  const queries = stranger.kind === 'anonymous' ? QUERIES.slice(0, ANONYMOUS_QUERIES) : [...QUERIES, EXPORT];
  return queries.map(hiddenCase);
}

/** Rules on the private repository. */
export const privateRules: readonly Rule[] = [
  ofStatus('list.private.anonymous', 'required', ['5.5 private repositories', '7 status 404'], {
    needs: ['PRIVATE_REPO', 'TOKEN'],
    undecidedIf: 'cookies',
    statement: 'Listing a private repository without a credential answers 404.',
    tried:
      'The private repository is listed without a credential right after TOKEN was given the same address, so that a shared cache would show: the plain list, and parts of it by state, size, page and order. TOKEN must be let in. Every answer without a credential in the run is searched for private issues, and one is enough: the canary, an issue that a run with WRITES=all creates there itself; without it, any record of the private list, or a title or body of one in another answer for that repository.',
    impact: 'Strangers are not told 404, which would hide the repository.',
    impactIf: { leaked: 'Private issues are shown to strangers, without a credential.' },
    passNote: onStatus,
    cases: (run) => asStranger(run, run.anonymous),
  }),
  ofStatus('list.private.outsider', 'required', ['5.5 private repositories', '7 status 404'], {
    needs: ['PRIVATE_REPO', 'TOKEN', 'OUTSIDER_TOKEN'],
    undecidedIf: 'cookies',
    statement:
      'A valid token without access to a private repository gets 404 for its list, even straight after a member has read it.',
    tried:
      'The private repository is listed with OUTSIDER_TOKEN, which must be valid, right after TOKEN was given the same address, so that a shared cache would show: the plain list, and parts of it by state, size, page and order. TOKEN must be let in. Every answer to OUTSIDER_TOKEN in the run is searched for private issues, and one is enough: the canary, an issue that a run with WRITES=all creates there itself; without it, any record of the private list, or a title or body of one in another answer for that repository.',
    impact: 'Holders of a token without access are not told 404, which would hide the repository.',
    impactIf: { leaked: 'Private issues are shown to holders of a token without access to them.' },
    passNote: onStatus,
    cases: (run) => (run.outsider === null ? [] : asStranger(run, run.outsider)),
  }),
  ofStatus('list.private.member', 'implied', ['5.5 private repositories'], {
    needs: ['PRIVATE_REPO', 'TOKEN'],
    statement: 'A token with access to a private repository lists it with 200.',
    tried:
      'The private repository is listed with TOKEN; in larger profiles a part of it too. A 200 counts only if a made-up repository is answered otherwise, and a 404 only if this run created an issue there, since PRIVATE_REPO may be misspelt.',
    impact: 'A member who lists a private repository does not get the 200 that it expects.',
    cases: (run) => {
      const { privateRepository } = run.target;
      if (privateRepository === undefined) return [];
      const queries = QUERIES.slice(0, 5).filter((query) => !('page' in query));
      const unknown = { ...privateRepository, repo: run.unknownName };
      return queries.map((query, index) =>
        caseOf(run.list(run.primaryCaller, query, privateRepository), {
          what: `the private repository, ${queryText(query)}`,
          twins: { inPublic: run.list(run.primaryCaller, query) },
          beforeConfirming: { unknown: run.list(run.primaryCaller, query, unknown) },
          quick: index === 0,
          check: (attempt) => shownToMember(attempt, index === 0, run),
        }),
      );
    },
  }),
];
