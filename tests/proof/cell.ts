import { catalogue } from '../../src/catalogue/index.ts';
import type { ReportOutcome, RuleReport } from '../../src/report/model.ts';
import type { Tried } from '../../src/run/in-process.ts';
import { outcomeOf } from '../../src/run/outcome.ts';

/** Profiles in which the whole matrix is run. */
export const MATRIX_PROFILES = ['standard', 'quick'] as const;
export type MatrixProfile = (typeof MATRIX_PROFILES)[number];

/** The rules that decide the outcome of a run. */
export const GATING = catalogue.filter(({ level }) => level !== 'observed').map(({ id }) => id);

/** One run of the matrix: what became of one service in one profile. */
export interface Cell {
  readonly kind: 'fault' | 'variant' | 'nothing';
  readonly id: string;
  readonly profile: MatrixProfile;
  readonly outcome: ReportOutcome;
  readonly failed: readonly string[];
  readonly undecided: readonly string[];
  readonly passed: readonly string[];
  readonly requests: number;
}

declare module 'vitest' {
  interface TaskMeta {
    /** The run that a test of the matrix made. */
    cell?: Cell;
  }
}

export function cellOf(
  kind: Cell['kind'],
  id: string,
  profile: MatrixProfile,
  { rules, tally, unusable }: Tried,
): Cell {
  const of = (...verdicts: readonly RuleReport['verdict'][]) =>
    rules.filter(({ verdict }) => verdicts.includes(verdict)).map((rule) => rule.id);
  return {
    kind,
    id,
    profile,
    outcome: outcomeOf(rules, { unusable, broken: false, stale: [] }),
    failed: of('fail'),
    undecided: of('inconclusive', 'skip').filter((rule) => !rule.startsWith('observed.')),
    passed: of('pass'),
    requests: tally.requests,
  };
}

/** Whether the record is being written anew, so that nothing is compared with the old one. */
export const isRecording = process.env['RECORD_PROOF'] === '1';
