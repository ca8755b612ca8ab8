import type { Exchange } from '../client/exchange.ts';

/** In which way a rule is broken: which failures have one cause follows from it, and the impact. */
export type ViolationKind =
  /** Another status than the specification names. */
  | 'status'
  /** 5xx, or no answer at all, where the service is well otherwise. */
  | 'server-error'
  /** A body that is not what it must be. */
  | 'malformed'
  | 'too-many'
  | 'too-few'
  | 'wrong-results'
  | 'wrong-order'
  /** Private records shown to somebody without access. */
  | 'leaked'
  /** A refused request whose issue is there, or a credential that is none and created one. */
  | 'stored'
  /** An issue that was accepted, or was there before, is not listed. */
  | 'lost'
  | 'duplicated'
  /** The service stops answering. */
  | 'gone-away';

/**
 * What a client meets of a violation, which its impact follows from: its kind and, of a status, what the telling answer was.
 * `accepted` is a 2xx where a refusal was due, or where it had to be another 2xx; `redirected` a 3xx; `refused` a 4xx.
 */
export type Effect = Exclude<ViolationKind, 'status'> | 'accepted' | 'redirected' | 'refused';

/** What a client meets of a violation. */
export function effectOf({ kind, exchanges }: Pick<Violation, 'kind' | 'exchanges'>): Effect {
  if (kind !== 'status') return kind;
  const status = exchanges.at(-1)?.response?.status ?? 0;
  if (status >= 200 && status < 300) return 'accepted';
  return status >= 300 && status < 400 ? 'redirected' : 'refused';
}

/** The results of a case and those of its twin, or of the part of it that is compared, around the first place at which they differ. */
export interface ListDifference {
  /** The first result that differs, counted from 1. */
  readonly at: number;
  /** Which result the first of the names is, counted from 1. */
  readonly from: number;
  /** Names of results; fewer where a list ends. */
  readonly case: readonly string[];
  readonly twin: readonly string[];
  /** How many results each has in all. */
  readonly caseTotal: number;
  readonly twinTotal: number;
}

/** An issue that is listed more than once, where it must not be, or not where it should be, and where it was seen. */
export interface Misplaced {
  readonly name: string;
  /** Answers that list it, and as which result, counted from 1. */
  readonly at: readonly { readonly exchange: Exchange; readonly result: number }[];
}

/** Exchanges that show something. Those that are neither of a twin nor of the context are the case's own. */
export interface Shows {
  /** What had to come before or shows what is there, then what the case is compared with, the telling one last. */
  readonly exchanges: readonly Exchange[];
  /** Of them, those of twins, which the case has to agree with. */
  readonly twins?: readonly Exchange[];
  readonly context?: readonly Exchange[];
}

/** Puts in order what shows something. */
export const shows = ({
  context = [],
  twins = [],
  answers,
}: {
  readonly context?: readonly Exchange[];
  readonly twins?: readonly Exchange[];
  /** The case's own, the telling one last. */
  readonly answers: readonly Exchange[];
}): Shows => ({ exchanges: [...context, ...twins, ...answers], twins, context });

/** What was seen to break a rule. */
export interface Violation extends Shows {
  readonly kind: ViolationKind;
  /** What the rule asks for, and what was seen instead, each in a few words. */
  readonly expected: string;
  readonly actual: string;
  /** Where results were compared one by one. */
  readonly difference?: ListDifference;
  /** Where single issues are listed twice, are missing, or are shown to whom they must not be. */
  readonly records?: readonly Misplaced[];
}

/** How often something was seen in how many attempts. */
export interface Sightings {
  readonly seen: number;
  readonly tries: number;
}

/** A violation that was confirmed. */
export interface ConfirmedViolation extends Violation {
  readonly counterexample: Readonly<Record<string, unknown>>;
  readonly reproduced: Sightings;
  /** True if requests ran out before it was known that no smaller case breaks the rule. */
  readonly mayBeSmaller?: true;
  /** From which value which property of the rule, counted from 0, generated the case. */
  readonly generated?: { readonly property: number; readonly value: unknown };
}

/** How many, in words. */
export const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

/** Some words as a sentence lists them: "a, b and c". */
export const inWords = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
