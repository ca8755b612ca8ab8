import type { Case } from '../src/context/rule.ts';
import type { RunContext } from '../src/context/run-context.ts';
import {
  type Caller,
  type PlannedRequest,
  queryText,
  type RequestScript,
  sendInOrder,
} from '../src/model/planned-request.ts';

/** Requests by name. */
type Asks = Readonly<Record<string, PlannedRequest | readonly PlannedRequest[]>>;

/** The check of a case, and what is asked beside its request. */
interface Parts extends Pick<Case, 'check'>, Partial<Pick<Case, 'quick'>> {
  /** The request in a few words, if its query does not say it. */
  readonly what?: string;
  /** Requests that it is compared with. */
  readonly twins?: Asks;
  /** Requests that are asked once, when it is to be confirmed. */
  readonly beforeConfirming?: Asks;
}

const questions = (asks: Asks): Case['twins'] =>
  Object.fromEntries(Object.entries(asks).map(([name, some]) => [name, sendInOrder(...[some].flat())]));

/** Makes a case of a request. */
export const caseOf = (
  one: PlannedRequest,
  { what = queryText(one.query), twins = {}, beforeConfirming = {}, quick = false, check }: Parts,
): Case => ({
  name: `${what} with ${one.caller.label}`,
  script: sendInOrder(one),
  twins: questions(twins),
  beforeConfirming: questions(beforeConfirming),
  quick,
  check,
});

/** Makes a case of several requests, of which the later ones may depend on the answers to the earlier ones. */
export const caseAsking = (
  name: string,
  own: RequestScript,
  parts: Pick<Case, 'check'> & Partial<Omit<Case, 'name' | 'script'>>,
): Case => ({ name, script: own, twins: {}, quick: false, ...parts });

/** Asks for something else right before a case, which a service may remember. */
export const rightAfter = (what: string, before: PlannedRequest, testCase: Case): Case => ({
  ...testCase,
  name: `${testCase.name} after ${what}`,
  script: async (send) => [...(await sendInOrder(before)(send)), ...(await testCase.script(send))],
  quick: false,
  alone: true,
});

/** What callers try: the first one all of it, each other a part. `quick` tries some of what the first one does. */
export interface ValuesByCaller<T> {
  readonly all: readonly T[];
  readonly others: (caller: Caller) => readonly T[];
  readonly quick: readonly T[];
}

/** Makes the cases of all callers who may list. */
export const byCaller = <T>(
  { listingCallers }: RunContext,
  { all, others, quick }: ValuesByCaller<T>,
  make: (caller: Caller, one: T, isQuick: boolean) => Case,
): Case[] =>
  listingCallers.flatMap((caller, who) =>
    (who === 0 ? all : others(caller)).map((one) => make(caller, one, who === 0 && quick.includes(one))),
  );
