import type { CaseResult, Violation } from './probe.ts';

/** What an observation wrote down: a short stable value for comparison, and a sentence for people. */
export interface Observation {
  readonly value: string;
  readonly note: string;
}

/** Everything that trying one rule brought to light, from which the verdict follows. */
export interface TrialLog {
  /** Settings that are missing: nothing was tried. */
  readonly missing: readonly string[];
  readonly results: readonly CaseResult[];
  /** Controls that did not hold, each as a sentence. */
  readonly failedControls: readonly string[];
  readonly observation: Observation | null;
  /** Why the trial ended early, as a sentence; `null` where it came to its end. */
  readonly cutShort: string | null;
}

/** The verdicts of the catalogue, each with what belongs to it. */
export type Verdict =
  | { readonly verdict: 'pass' }
  | { readonly verdict: 'fail'; readonly violation: Violation }
  | { readonly verdict: 'inconclusive' | 'skip'; readonly reason: string }
  | { readonly verdict: 'observed'; readonly observation: Observation };
