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

/** What was seen to break a rule. */
export interface Violation {
  readonly kind: ViolationKind;
  readonly expected: string;
  readonly actual: string;
  /** What shows it: what it is compared with first, the telling one last. */
  readonly exchanges: readonly Exchange[];
}

/** A violation that was confirmed. */
export interface ConfirmedViolation extends Violation {
  readonly counterexample: Readonly<Record<string, unknown>>;
  /** How often it was seen in how many attempts: "3 of 3". */
  readonly reproduced: string;
  /** From which value which property of the rule, counted from 0, generated the case. */
  readonly generated?: { readonly property: number; readonly value: unknown };
}

/** How many, in words. */
export const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
