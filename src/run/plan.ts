import type { RuleId } from '../catalogue/index.ts';
import type { RuleReport } from '../report/model.ts';
import type { SessionSettings, Tally } from './session.ts';

/** What the thread that tries the rules is told: plain data. */
export interface RunPlan {
  readonly session: SessionSettings;
  /** Rules to try, in the order of the catalogue. */
  readonly rules: readonly RuleId[];
  /** Name of the broadcast channel on which a stop is announced. */
  readonly channel: string;
}

/** Announced on the channel of a plan. */
export interface StopMessage {
  readonly stop: 'deadline' | 'interrupted';
}

/** What a tried rule reports to the test runner, as plain data. */
export interface TriedRule {
  readonly report: RuleReport;
  /** Of this pass: one process may run a plan many times over, and each pass marks its issues as its own. */
  readonly runId: string;
  readonly tally: Tally;
  /** Why the target cannot be checked at all. */
  readonly unusable: string | null;
}

declare module 'vitest' {
  interface ProvidedContext {
    conformance: RunPlan;
  }
  interface TaskMeta {
    /** The rule that a test tries; set before it runs. */
    rule?: string;
    /** What became of it. */
    tried?: TriedRule;
  }
}
