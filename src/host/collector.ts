import { type Reporter, type TestCase, type TestModule } from 'vitest/node';
import { type Activity } from '../document/progress.ts';
import type { RunCounts, TriedRule } from './plan.ts';
import type { FreshReport } from './rule-report.ts';

/** Results of the rules of a run that have reported so far. */
export interface Collected {
  readonly rules: ReadonlyMap<string, FreshReport>;
  readonly tally: RunCounts;
  readonly unusable: string | null;
  /** Faults of this program: checks that threw, files that did not load. */
  readonly faults: readonly string[];
}

interface RunState {
  readonly decided: number;
  /** Number of failed rules, including those that the baseline lists. */
  readonly failed: number;
  readonly requests: number;
  readonly activity?: Activity;
  /** A sentence for people. */
  readonly warning?: string;
}

/** Called after each rule, and in between, with the parts that changed. */
export type OnState = (state: Partial<RunState>) => void;

/**
 * Collects the results of the rules from a vitest run. It judges nothing, and ignores vitest's own summary.
 */
export class Collector implements Reporter {
  readonly #onState: OnState;
  #failed = 0;
  readonly collected = {
    rules: new Map<string, FreshReport>(),
    tally: { requests: 0, retries: 0 } as RunCounts,
    unusable: null as string | null,
    faults: [] as string[],
  } satisfies Collected;

  constructor(onState: OnState = () => undefined) {
    this.#onState = onState;
  }

  onTestCaseResult(test: TestCase): void {
    const { rule, tried } = test.meta();
    if (rule === undefined) return;
    if (tried !== undefined) this.#take(rule, tried);
    else {
      const { state, errors } = test.result();
      if (state === 'failed')
        this.collected.faults.push(`${rule}: ${errors[0]?.message ?? 'no reason given'}`);
    }
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly { message: string; stack?: string }[],
  ): void {
    for (const error of [...modules.flatMap((module) => module.errors()), ...unhandled])
      this.collected.faults.push(error.message);
  }

  #take(rule: string, { report, tally, unusable }: TriedRule): void {
    const { collected } = this;
    collected.rules.set(rule, report);
    this.#failed += Number(report.verdict === 'fail');
    // Tests end in any order. The tally only grows, so the largest is the latest.
    if (tally.requests >= collected.tally.requests) collected.tally = tally;
    collected.unusable = unusable ?? collected.unusable;
    const { requests } = collected.tally;
    this.#onState({ decided: collected.rules.size, failed: this.#failed, requests });
  }
}
