import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';
import { NO_BASELINE } from '../baseline/baseline.ts';
import { Collector } from './collector.ts';
import { reportOf } from './report-run.ts';
import { vitestShared } from './vitest-shared.ts';

const PROJECT = 'conformance';

/** Writes the reports and the summary of a run under somebody's own vitest, where rules took part in it. */
export default class ConformanceReporter implements Reporter {
  readonly #collector = new Collector();
  #startedAt = new Date();
  #began = performance.now();

  onTestRunStart(): void {
    this.#collector.onTestRunStart();
    this.#startedAt = new Date();
    this.#began = performance.now();
  }

  onTestCaseResult(test: TestCase): void {
    this.#collector.onTestCaseResult(test);
  }

  onTestSuiteResult(suite: TestSuite): void {
    if (suite.project.name === PROJECT) this.#collector.onTestSuiteResult(suite);
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly { message: string; stack?: string }[],
    reason: 'passed' | 'interrupted' | 'failed',
  ): Promise<void> {
    const mine = modules.filter(({ project }) => project.name === PROJECT);
    const shared = vitestShared();
    if (mine.length === 0 || shared.run === null) return;
    this.#collector.onTestRunEnd(mine, unhandled);
    const { plan, bundled, delivery } = shared.run;
    const { collected } = this.#collector;
    const cutShort = reason === 'interrupted' ? reason : null;
    // Rules that a filter by name left out took no part; rules that should have reported and did not are missed.
    const chosen = new Set(
      mine.flatMap((module) =>
        [...module.children.allTests()].flatMap((test) => (test.options.mode === 'skip' ? [] : [test.name])),
      ),
    );
    const rules = plan.rules.filter((id) => chosen.has(id) || collected.rules.has(id));
    const partial = rules.length < plan.rules.length;
    const { rules: known } = await import('../../suites/index.ts');
    const record = {
      bundled,
      selection: partial ? { only: [...rules], skip: [] } : null,
      baseline: plan.baseline ?? NO_BASELINE,
      startedAt: this.#startedAt,
      durationMs: performance.now() - this.#began,
      cutShort,
    };
    const report = reportOf({ ...plan, rules }, collected, record, known);
    process.stdout.write('\n');
    const exitStatus = await delivery.deliver(report);
    if (exitStatus !== 0) process.exitCode = exitStatus;
  }
}
