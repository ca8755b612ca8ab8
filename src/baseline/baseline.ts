import { type Cause, causes, isOfOneRun } from '../client/doubt.ts';
import type { RuleId } from '../model/rule-ids.ts';
import type { ViolationKind } from '../model/violation.ts';

/** Verdicts that an entry may expect of a rule. */
export const expectations = ['fail', 'inconclusive', 'skip'] as const;

/** A gating rule that is known not to pass. */
export interface BaselineEntry {
  readonly rule: RuleId;
  readonly expect: (typeof expectations)[number];
  /** Kinds of failure that a `fail` entry covers. If empty: all except {@link NAMED_ONLY}. */
  readonly kinds: readonly ViolationKind[];
  /** Causes that an entry for an undecided rule covers. If empty: all of {@link acceptedCauses}. */
  readonly causes: readonly Cause[];
  /** `null` only for an entry of a plain list, which has no reasons. */
  readonly reason: string | null;
  readonly issue: string | null;
  /** The last valid day, `YYYY-MM-DD` in UTC. */
  readonly expires: string | null;
}

/** An observation that a team's clients rely on, although the specification leaves it open. */
export interface Pin {
  readonly observation: RuleId;
  /** The exact short value of the observation. */
  readonly value: string;
  readonly reason: string;
  readonly issue: string | null;
}

/**
 * A team's expectations of a target beyond the specification: at most one entry per rule and one pin per
 * observation.
 */
export interface Baseline {
  readonly entries: readonly BaselineEntry[];
  readonly pins: readonly Pin[];
}

export const NO_BASELINE: Baseline = { entries: [], pins: [] };

/** Kinds of failure that an entry covers only if it names them. Nobody shall accept a leak or a loss by accident. */
export const NAMED_ONLY: ReadonlySet<ViolationKind> = new Set(['leaked', 'stored', 'lost']);

/** Causes that an entry may name. Causes of a single run cannot be expected in advance. */
export const acceptedCauses: readonly Cause[] = causes.filter((cause) => !isOfOneRun(cause));

/** A baseline is invalid. The message names the file, the place, what was given and what is allowed. */
export class BadBaseline extends Error {
  override readonly name = 'BadBaseline';
}
