import { type Ask, ask, type Caller, type Question, queryText } from '../src/model/ask.ts';
import type { Case } from '../src/run/rule.ts';
import type { Run } from '../src/run/run.ts';

/** Requests by name. */
type Asks = Readonly<Record<string, Ask | readonly Ask[]>>;

/** The check of a case, and its other requests. */
interface Parts extends Pick<Case, 'check'>, Partial<Pick<Case, 'quick'>> {
  /** Name of the request, if its query is not enough. */
  readonly what?: string;
  /** Requests that it is compared with. */
  readonly twins?: Asks;
  /** Requests that are sent once, before the confirmation. */
  readonly once?: Asks;
}

const questions = (asks: Asks): Case['twins'] =>
  Object.fromEntries(Object.entries(asks).map(([name, some]) => [name, ask(...[some].flat())]));

/** Returns a case of one request. */
export const caseOf = (
  one: Ask,
  { what = queryText(one.query), twins = {}, once = {}, quick = false, check }: Parts,
): Case => ({
  name: `${what} with ${one.caller.shown}`,
  own: ask(one),
  twins: questions(twins),
  once: questions(once),
  quick,
  check,
});

/** Returns a case of several requests. Later requests may depend on earlier answers. */
export const caseAsking = (
  name: string,
  own: Question,
  parts: Pick<Case, 'check'> & Partial<Omit<Case, 'name' | 'own'>>,
): Case => ({ name, own, twins: {}, quick: false, ...parts });

/** Returns a case with another request right before it, which a service may remember. */
export const rightAfter = (what: string, before: Ask, one: Case): Case => ({
  ...one,
  name: `${one.name} after ${what}`,
  own: async (send) => [...(await ask(before)(send)), ...(await one.own(send))],
  quick: false,
  alone: true,
});

/** Values to try: all for the primary caller, some for others. `quick` is a part of `all`. */
export interface Tries<T> {
  readonly all: readonly T[];
  readonly others: (caller: Caller) => readonly T[];
  readonly quick: readonly T[];
}

/** Returns the cases of all callers who may list. */
export const byCaller = <T>(
  { listers }: Run,
  { all, others, quick }: Tries<T>,
  make: (caller: Caller, one: T, isQuick: boolean) => Case,
): Case[] =>
  listers.flatMap((caller, who) =>
    (who === 0 ? all : others(caller)).map((one) => make(caller, one, who === 0 && quick.includes(one))),
  );
