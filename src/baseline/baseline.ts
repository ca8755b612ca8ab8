import { type Cause, causes, isOfOneRun } from '../client/doubt.ts';
import type { RuleId } from '../engine/rule-ids.ts';
import type { ViolationKind } from '../engine/violation.ts';

/** What an entry says that a rule comes to. */
export const expectations = ['fail', 'inconclusive', 'skip'] as const;

/** A gating rule that is known not to pass. */
export interface BaselineEntry {
  readonly rule: RuleId;
  readonly expect: (typeof expectations)[number];
  /** Of a `fail` entry, the ways of failing that it covers; empty: all but those of {@link NAMED_ONLY}. */
  readonly kinds: readonly ViolationKind[];
  /** The causes that an entry for an undecided rule covers; if empty, every one of {@link acceptedCauses}. */
  readonly causes: readonly Cause[];
  /** `null` only in a plain list of ids, which has no room for one. */
  readonly reason: string | null;
  readonly issue: string | null;
  /** The last day on which it is valid, `YYYY-MM-DD` in UTC. */
  readonly expires: string | null;
}

/** An observation that a team's clients rely on, though the specification leaves it open. */
export interface Pin {
  readonly observation: RuleId;
  /** The short value of the observation, to the letter. */
  readonly value: string;
  readonly reason: string;
  readonly issue: string | null;
}

/** What a team expects of a target, beside the specification: at most one entry a rule, one pin an observation. */
export interface Baseline {
  readonly entries: readonly BaselineEntry[];
  readonly pins: readonly Pin[];
}

export const NO_BASELINE: Baseline = { entries: [], pins: [] };

/** Ways of failing that an entry covers only where it names them: nobody accepts a leak or a loss by accident. */
export const NAMED_ONLY: ReadonlySet<ViolationKind> = new Set(['leaked', 'stored', 'lost']);

/** Causes that an entry may name: what befell one run is never known before. */
export const acceptedCauses: readonly Cause[] = causes.filter((cause) => !isOfOneRun(cause));

/** A baseline cannot be used: the message says which, where in it, what was given and what is allowed. */
export class BadBaseline extends Error {
  override readonly name = 'BadBaseline';
}
