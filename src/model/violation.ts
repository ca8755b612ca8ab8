import type { Exchange } from '../client/exchange.ts';

/** The way in which a rule is violated. It decides which failures have one cause, and the impact. */
export type ViolationKind =
  /** Another status than the specification names. */
  | 'status'
  /** 5xx, or no answer, although the service is well otherwise. */
  | 'server-error'
  /** A body of a wrong type. */
  | 'malformed'
  | 'too-many'
  | 'too-few'
  | 'wrong-results'
  | 'wrong-order'
  /** A caller without access sees private records. */
  | 'leaked'
  /** An issue is listed although its creation was refused, or its caller must not create issues. */
  | 'stored'
  /** An accepted or earlier issue is not listed. */
  | 'lost'
  | 'duplicated'
  /** The service stops answering. */
  | 'gone-away';

/**
 * The effect of a violation on a client: its kind and, for a status, the class of the answer. `accepted` is a 2xx in
 * place of a refusal or of another 2xx, `redirected` a 3xx, `refused` a 4xx.
 */
export type Effect = Exclude<ViolationKind, 'status'> | 'accepted' | 'redirected' | 'refused';

/** Returns the effect of a violation on a client. */
export function effectOf({ kind, exchanges }: Pick<Violation, 'kind' | 'exchanges'>): Effect {
  if (kind !== 'status') return kind;
  const status = exchanges.at(-1)?.response?.status ?? 0;
  if (status >= 200 && status < 300) return 'accepted';
  return status >= 300 && status < 400 ? 'redirected' : 'refused';
}

/** The results of a case and of its twin around the first difference. */
export interface ListDifference {
  /** The first result that differs, counted from 1. */
  readonly at: number;
  /** The place of the first name, counted from 1. */
  readonly from: number;
  /** Names of results; fewer where a list ends. */
  readonly case: readonly string[];
  readonly twin: readonly string[];
  /** The number of results of each. */
  readonly caseTotal: number;
  readonly twinTotal: number;
}

/** Exchanges as evidence. Those in neither `twins` nor `context` belong to the case. */
export interface Shows {
  /** The context, then the twins, then the case, the decisive exchange last. */
  readonly exchanges: readonly Exchange[];
  /** Exchanges of twins, with which the case must agree. */
  readonly twins?: readonly Exchange[];
  readonly context?: readonly Exchange[];
}

/** Returns exchanges in the order of evidence. */
export const shows = ({
  context = [],
  twins = [],
  answers,
}: {
  readonly context?: readonly Exchange[];
  readonly twins?: readonly Exchange[];
  /** Exchanges of the case, the decisive one last. */
  readonly answers: readonly Exchange[];
}): Shows => ({ exchanges: [...context, ...twins, ...answers], twins, context });

/** A violation as it was seen. */
export interface Violation extends Shows {
  readonly kind: ViolationKind;
  /** The expected and the actual answer, each in a few words. */
  readonly expected: string;
  readonly actual: string;
  /** The first difference, if results were compared one by one. */
  readonly difference?: ListDifference;
}

/** The number of attempts that showed something, and of all attempts. */
export interface Sightings {
  readonly seen: number;
  readonly tries: number;
}

/** A violation that was confirmed. */
export interface ConfirmedViolation extends Violation {
  /** The name of the case, by which `replay` finds it again. */
  readonly case: string;
  readonly counterexample: Readonly<Record<string, unknown>>;
  readonly reproduced: Sightings;
  /** True if something was sent before it that may have been stored. */
  readonly isAfterWrites: boolean;
}
