import type { Exchange } from '../client/exchange.ts';
import type { PlannedRequest } from './planned-request.ts';
import type { ViolationKind } from './violation-kinds.ts';

/** A place in the list of an answer, counted from 0. The place behind the last result is the end of the list. */
export interface RecordPlace {
  readonly exchange: Exchange;
  readonly at: number;
}

/** A record that shows a violation, or that stands beside one. */
export interface ShownRecord {
  /** The name by which the run tells it apart; `null` for the end of a list. */
  readonly name: string | null;
  readonly places: readonly RecordPlace[];
  /** False for a record that the answers have in common. */
  readonly differs: boolean;
}

/** A violation as it was seen. */
export interface Violation {
  readonly kind: ViolationKind;
  /** The expected and the actual answer, each in a few words. */
  readonly expected: string;
  readonly actual: string;
  /** The context, then the twins, then the case, the request that is judged last. */
  readonly exchanges: readonly Exchange[];
  /** Exchanges of twins, with which the case must agree. */
  readonly twins?: readonly Exchange[];
  readonly context?: readonly Exchange[];
  /** The records that show it, if its answers are lists. */
  readonly records?: readonly ShownRecord[];
  /** The request that is judged, if it is not the last one of its case. */
  readonly judged?: PlannedRequest;
  /** Set if listings were compared. `isShifted` is true if writes of another client between them would explain it. */
  readonly compared?: { readonly isShifted: boolean };
}

/** A violation that was confirmed. */
export interface ConfirmedViolation extends Violation {
  /** The name of the case, by which `replay` finds it again. */
  readonly case: string;
  readonly counterexample: Readonly<Record<string, unknown>>;
  /** The number of attempts that showed it, and of all attempts. */
  readonly reproduced: { readonly seen: number; readonly tries: number };
  /** True if something was sent before it that may have been stored. */
  readonly isAfterWrites: boolean;
}
