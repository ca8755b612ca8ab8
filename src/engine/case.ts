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

/** Returns the name of a request, by which the same one of several cases is known; one that is made anew has no other. */
export const nameOfAsk = (ask: Ask): string | Ask => (typeof ask === 'function' ? ask : JSON.stringify(ask));

/** One case of a rule: what is asked, and by whom. */
export interface RuleCase {
  /** From which profile on it is asked, of those that it is made for. */
  readonly depth: ProfileName;
  /** Up to which profile it is asked, where others take its place in deeper ones. */
  readonly until?: ProfileName;
  /** What makes this case, for people: no verdict, order or reason follows from it. */
  readonly shown: Readonly<Record<string, unknown>>;
  /** Title and body of a creation, if they are what is tried. */
  readonly texts?: { readonly title?: string; readonly body?: string };
  /** Which end of the list it looks at, if it does. */
  readonly end?: 'last page' | 'last result' | 'behind the last page';
  readonly caller: Caller;
  /** The credential, where it is one that must be refused, and so none of the caller's. */
  readonly invalid?: Credential;
  readonly asks: readonly Ask[];
  /** The answers of others who have asked the same already: for the first look. */
  readonly shared?: () => Promise<readonly Exchange[]>;
  /** The query of the listing that is judged. */
  readonly query: Query;
  /** Queries that it is compared with and that do not follow from its own alone: found when the case was made. */
  readonly twins?: { readonly samePage?: Query; readonly lastPage?: Query };
  /** The statuses that are right, where they differ from case to case. */
  readonly statuses?: readonly number[];
  /** Whether the last request goes out when all others were answered, which a service may not remember; else all at once. */
  readonly inTurn?: boolean;
  /** Whether nothing else is in flight meanwhile, so that one answer is the very next after another. */
  readonly undisturbed?: boolean;
  /** Whether no other case like it is in flight meanwhile: what comes at the same moment is another rule's matter. */
  readonly oneByOne?: boolean;
  /** Whether it is asked for now, and not taken from memory: a service may fail intermittently. */
  readonly anew?: boolean;
  /** Whether it is left out where no more of such requests may be sent. */
  readonly spare?: boolean;
  readonly origin?: Origin;
  /** Cases with less around what they ask, the plainest first: one that is broken alike says more. */
  readonly smaller?: () => readonly RuleCase[];
}

/** Some cases, which are asked from a profile on, unless they go deeper by themselves. */
export const from = (depth: ProfileName, cases: readonly RuleCase[]): RuleCase[] =>
  cases.map((one) => (isDeeper(one.depth, depth) ? one : { ...one, depth }));

/** Those of some cases that a profile asks. */
export const askedIn = (profile: ProfileName, cases: readonly RuleCase[]): RuleCase[] =>
  cases.filter(({ depth, until = 'thorough' }) => !isDeeper(depth, profile) && !isDeeper(profile, until));

/** One look at a case: the answers to what it asks, and to its twins. */
export interface Look<T extends string = string> {
  readonly answers: readonly Exchange[];
  readonly twins: TwinAnswers<T>;
}

/** What is known of the list when answers are judged. */
export interface Known {
  /** Keys of records: the same for the same issue. @throws {LetGo} where neither those nor they are kept any more */
  readonly keysOf: (records: Records) => readonly string[];
  /** True if all that an answer lists are issues, but for payloads of this run that the service should have refused. */
  readonly holdsIssues: (answer: Exchange) => boolean;
  /** Whether issues can be told apart at all. */
  readonly isDistinct: boolean;
  /** Whether no two issues have the same key, so that one that stands twice is one issue twice. */
  readonly isNamed: boolean;
  /** Takes all secrets out of a text, before it is cut. */
  readonly hide: Hide;
}

/** All looks at one case. */
export interface Looks<T extends string = string> {
  /** Those that may accuse. */
  readonly looks: readonly Look<T>[];
  /** Looks from before the list was given its time, whose twins still excuse. */
  readonly earlier: readonly Look<T>[];
  /** Whether the list was given its time to be the same everywhere, before the looks that may accuse. */
  readonly aged: boolean;
  /** How it was found broken before, if it was: then an agreement that a moving list may have made excuses nothing. */
  readonly suspected: ViolationKind | null;
  /** All that each twin was answered in this run: it excuses a status or a number of results. */
  readonly past: TwinAnswers<T>;
  readonly known: Known;
}
