import { type Case, type Check, howSent, type Rule } from '../src/context/rule.ts';
import type { RunContext } from '../src/context/run-context.ts';
import type { Caller, PlannedRequest, Query } from '../src/model/planned-request.ts';
import { queryText, sendInOrder } from '../src/model/planned-request.ts';
import type { RuleId } from '../src/model/rule-ids.ts';

type Asks = Readonly<Record<string, PlannedRequest | readonly PlannedRequest[]>>;

interface Parts extends Pick<Case, 'check'>, Partial<Pick<Case, 'quick'>> {
  /** Name of the request, if its query is not enough. */
  readonly what?: string;
  /** Requests that it is compared with, by their names. */
  readonly twins?: Asks;
  /** Requests that are sent once, before the confirmation. */
  readonly beforeConfirming?: Asks;
}

const scriptsOf = (asks: Asks): NonNullable<Case['twins']> =>
  Object.fromEntries(Object.entries(asks).map(([name, some]) => [name, sendInOrder(...[some].flat())]));

export const caseOf = (
  one: PlannedRequest,
  { what = queryText(one.query), twins = {}, beforeConfirming = {}, quick = false, check }: Parts,
): Case => ({
  name: `${what}${one.bare === true ? ', without Accept and version' : ''} with ${one.caller.label}`,
  script: sendInOrder(one),
  twins: scriptsOf(twins),
  beforeConfirming: scriptsOf(beforeConfirming),
  quick,
  ...howSent(one),
  check,
});

/** Returns a case with other requests right before it, which a service may remember. */
export const rightAfter = (
  what: string,
  prior: PlannedRequest | readonly PlannedRequest[],
  testCase: Case,
): Case => ({
  ...testCase,
  name: `${testCase.name} after ${what}`,
  script: async (send) => [...(await sendInOrder(...[prior].flat())(send)), ...(await testCase.script(send))],
  quick: false,
  how: 'alone',
});

/** Values to try: all for the primary caller, some for others. `quick` is a part of `all`. */
export interface ValuesByCaller<T> {
  readonly all: readonly T[];
  readonly others: (caller: Caller) => readonly T[];
  readonly quick: readonly T[];
}

export type CaseOf<T> = (caller: Caller, one: T, isQuick?: boolean) => Case;

/** Returns a function that makes cases of queries, each compared with another query of the same caller. */
export const comparedWith =
  (run: RunContext, twinOf: (query: Query) => Query, check: Check): CaseOf<Query> =>
  (caller, query, quick = false) =>
    caseOf(run.list(caller, query), { twins: { twin: run.list(caller, twinOf(query)) }, quick, check });

/** Returns the cases of all callers who may list. */
export const byCaller = <T>(
  { preflight: { listingCallers } }: RunContext,
  { all, others, quick }: ValuesByCaller<T>,
  make: CaseOf<T>,
): Case[] =>
  listingCallers.flatMap((caller, who) =>
    (who === 0 ? all : others(caller)).map((one) => make(caller, one, who === 0 && quick.includes(one))),
  );

/** Returns what is made for each caller who may list. `quick` tries what is made for the first one. */
export const ofEachCaller = <T>(
  { preflight: { listingCallers } }: RunContext,
  make: (caller: Caller, isQuick: boolean) => T,
): T[] => listingCallers.map((caller, who) => make(caller, who === 0));

export const without =
  (...names: readonly string[]) =>
  (query: Query): Query =>
    Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));

/** A rule in a table: without the properties of its group, and with optional ones. */
type Row = Omit<Rule, 'id' | 'level' | 'statedIn' | 'phase' | 'judges' | 'needs' | 'blockedBy'> &
  Partial<Pick<Rule, 'needs' | 'blockedBy'>>;

const rulesOf =
  (group: Pick<Rule, 'phase' | 'judges'> & Partial<Pick<Rule, 'needs'>>) =>
  (id: RuleId, [level, ...statedIn]: readonly [Rule['level'], ...Rule['statedIn']], row: Row): Rule => ({
    needs: [],
    blockedBy: [],
    ...group,
    id,
    level,
    statedIn,
    ...row,
  });

/** Constructors of rules, by what they judge. */
export const ruleOn = {
  /** The status or the shape of listings. */
  status: rulesOf({ phase: 'lists', judges: 'status' }),
  /** The records of listings. Such rules are undecided while the service is flaky. */
  contents: rulesOf({ phase: 'lists', judges: 'contents' }),
  refusals: rulesOf({ phase: 'refusing', judges: 'status', needs: ['WRITES=rejected', 'TOKEN'] }),
  /** Creations that must be accepted, one at a time. */
  accepted: rulesOf({ phase: 'accepting', judges: 'status', needs: ['WRITES=all', 'TOKEN'] }),
  bursts: rulesOf({ phase: 'concurrent', judges: 'status', needs: ['WRITES=all', 'TOKEN', 'CONCURRENCY>1'] }),
  audits: rulesOf({ phase: 'auditing', judges: 'status', needs: ['WRITES=all', 'TOKEN'] }),
};
