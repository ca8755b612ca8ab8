import * as z from 'zod';
import { type Cause, causes, isOfOneRun } from '../client/doubt.ts';
import type { RuleId } from '../model/rule-ids.ts';
import type { ViolationKind } from '../model/violation.ts';

/** Verdicts that an entry may expect of a rule. */
export const expectations = ['fail', 'inconclusive', 'skip'] as const;

/** A gating rule that is known not to pass. */
export interface BaselineEntry {
  readonly rule: RuleId;
  readonly expect: (typeof expectations)[number];
  /** Kinds of failure that a `fail` entry covers; absent: all except {@link NAMED_ONLY}. */
  readonly kind?: ViolationKind[] | undefined;
  /** Causes that an entry for an undecided rule covers; absent: all of {@link acceptedCauses}. */
  readonly cause?: Cause[] | undefined;
  /** Absent only in an entry of a plain list. */
  readonly reason?: string | undefined;
  readonly issue?: string | undefined;
  /** The last valid day, `YYYY-MM-DD` in UTC. */
  readonly expires?: string | undefined;
}

/** An observation that a team's clients rely on, although the specification leaves it open. */
export interface Pin {
  readonly observation: RuleId;
  /** The exact short value of the observation. */
  readonly value: string;
  readonly reason: string;
  readonly issue?: string | undefined;
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

/** Longest texts of a baseline, in UTF-16 units. */
export const LONGEST = { reason: 1000, issue: 500, value: 2000 } as const;

/** Kinds of failure that an entry covers only if it names them. Nobody shall accept a leak or a loss by accident. */
export const NAMED_ONLY: ReadonlySet<ViolationKind> = new Set(['leaked', 'stored', 'lost']);

/** Causes that an entry may name. Causes of a single run cannot be expected in advance. */
export const acceptedCauses: readonly Cause[] = causes.filter((cause) => !isOfOneRun(cause));

/** True if a text is a valid calendar date, `YYYY-MM-DD`. */
export const isDay = (text: string): boolean => z.iso.date().safeParse(text).success;

/** A baseline is invalid. The message names the file, the place, what was given and what is allowed. */
export class BadBaseline extends Error {
  override readonly name = 'BadBaseline';
}
