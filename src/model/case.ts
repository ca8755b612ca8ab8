import type { Exchange } from '../client/exchange.ts';
import type { Credential, Query, RequestSpec } from '../client/request.ts';
import type { Hide } from '../client/secrets.ts';
import type { Caller } from '../client/test-bed.ts';
import type { Records } from '../snapshot/records.ts';
import type { Origin } from './generated.ts';
import { isDeeper, type ProfileName } from './profile.ts';
import type { TwinAnswers } from './twins.ts';
import type { ViolationKind } from './violation.ts';

/** A request; one that may create something is made anew each time, with a marker of its own. */
export type Ask = RequestSpec | (() => RequestSpec);

/** Makes the request, if it is made anew each time. */
export const specOf = (ask: Ask): RequestSpec => (typeof ask === 'function' ? ask() : ask);

/** Returns the name by which several cases share a request. A request that is made anew has no name but itself. */
export const nameOfAsk = (ask: Ask): string | Ask => (typeof ask === 'function' ? ask : nameOfSpec(ask));

/** Returns the name of a request, by which all that ask for it know it. */
export const nameOfSpec = ({
  method,
  repository,
  as,
  query = {},
  headers = {},
  bare = false,
  body,
}: RequestSpec) => JSON.stringify([method, repository, as, query, headers, bare, body]);

/** One case of a rule: a request and its caller. */
export interface RuleCase {
  /** The smallest profile that asks it. */
  readonly depth: ProfileName;
  /** The largest profile that asks it, if deeper ones ask other cases instead. */
  readonly until?: ProfileName;
  /** Describes the case for people. No verdict, order or reason follows from it. */
  readonly shown: Readonly<Record<string, unknown>>;
  /** Title and body of a creation, if they are what is tried. */
  readonly texts?: { readonly title?: string; readonly body?: string };
  /** The end of the list that it looks at, if it does. */
  readonly end?: 'last page' | 'last result' | 'behind the last page';
  readonly caller: Caller;
  /** The credential, where it is one that must be refused, and so none of the caller's. */
  readonly invalid?: Credential;
  readonly asks: readonly Ask[];
  /** Returns the answers of other rules to the same requests, for the first attempt. */
  readonly shared?: () => Promise<readonly Exchange[]>;
  /** The query of the listing that is judged. */
  readonly query: Query;
  /** Queries that it is compared with and that do not follow from its own alone: found when the case was made. */
  readonly twins?: { readonly samePage?: Query; readonly lastPage?: Query };
  /** The statuses that are right, where they differ from case to case. */
  readonly statuses?: readonly number[];
  /** True if the last request is sent after all others are answered. By default, all are sent at once. */
  readonly inTurn?: boolean;
  /** True if nothing else is in flight meanwhile, so that no other answer comes between its own. */
  readonly undisturbed?: boolean;
  /** True if no other case of its kind is in flight meanwhile: another rule judges requests of the same moment. */
  readonly oneByOne?: boolean;
  /** True if it is asked anew, and not taken from memory: a service may fail intermittently. */
  readonly anew?: boolean;
  /** True if it is left out when no more of such requests may be sent. */
  readonly spare?: boolean;
  readonly origin?: Origin;
  /** Cases with less around what they ask, the plainest first: one that is broken alike says more. */
  readonly smaller?: () => readonly RuleCase[];
}

/** Some cases, which are asked from a profile on, unless they go deeper by themselves. */
export const from = (depth: ProfileName, cases: readonly RuleCase[]): RuleCase[] =>
  cases.map((one) => (isDeeper(one.depth, depth) ? one : { ...one, depth }));

/** Returns the cases that a profile asks. */
export const askedIn = (profile: ProfileName, cases: readonly RuleCase[]): RuleCase[] =>
  cases.filter(({ depth, until = 'thorough' }) => !isDeeper(depth, profile) && !isDeeper(profile, until));

/** One attempt at a case: the answers to its requests, and to its twins. */
export interface Look<T extends string = string> {
  readonly answers: readonly Exchange[];
  readonly twins: TwinAnswers<T>;
}

/** The list as far as it is known when answers are judged. */
export interface Known {
  /**
   * Returns the keys of records; one issue has one key.
   * @throws {LetGo} if neither the records nor their keys are kept any more
   */
  readonly keysOf: (records: Records) => readonly string[];
  /** True if all that an answer lists are issues, but for payloads of this run that the service should have refused. */
  readonly holdsIssues: (answer: Exchange) => boolean;
  /** True if issues can be told apart. */
  readonly isDistinct: boolean;
  /** True if no two issues have one key, so that a key that occurs twice is one issue listed twice. */
  readonly isNamed: boolean;
  /** Takes all secrets out of a text, before it is cut. */
  readonly hide: Hide;
}

/** All attempts at one case. */
export interface Looks<T extends string = string> {
  /** Attempts that may accuse. */
  readonly looks: readonly Look<T>[];
  /** Looks from before the list was given its time, whose twins still excuse. */
  readonly earlier: readonly Look<T>[];
  /** True if LISTED_WITHIN_MS had passed before the attempts that may accuse. */
  readonly aged: boolean;
  /**
   * The kind of violation that was seen before, if one was. An agreement that a changing list may have made then excuses
   * nothing.
   */
  readonly suspected: ViolationKind | null;
  /** All that each twin was answered in this run: it excuses a status or a number of results. */
  readonly past: TwinAnswers<T>;
  readonly known: Known;
}
