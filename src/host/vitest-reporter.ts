import type { Reporter, TestCase, TestModule, TestSpecification, TestSuite } from 'vitest/node';
import { type Progress, startProgress } from '../document/progress.ts';
import { isRuleId, type RuleId } from '../model/rule-ids.ts';
import { ciRunOf } from './ci-run.ts';
import { Collector } from './collector.ts';
import { RULES_PROJECT, vitestShared } from './vitest-shared.ts';

/** Returns the tests that vitest's own filters have kept. */
const chosenOf = (modules: readonly TestModule[]): readonly TestCase[] =>
  modules.flatMap((module) =>
    [...module.children.allTests()].filter(({ options }) => options.mode !== 'skip'),
  );

const isOurs = ({ project }: { readonly project: { readonly name: string } }): boolean =>
  project.name === RULES_PROJECT;

/** Writes the reports and prints the summary of a run under a user's own vitest, if any rule took part. */
export default class ConformanceReporter implements Reporter {
  readonly #collector = new Collector((state) => this.#progress?.update(state));
  #startedAt = new Date();
  #began = performance.now();
  #progress: Progress | null = null;
  /** Rules whose tests failed in the last pass. */
  #failed: readonly RuleId[] = [];
  #isAlone = false;

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#collector.onTestRunStart();
    this.#startedAt = new Date();
    this.#began = performance.now();
    // Beside other tests, vitest shows the progress itself.
    this.#isAlone = specifications.every(isOurs);
  }

  onTestModuleCollected(module: TestModule): void {
    if (this.#isAlone) this.#progress = startProgress(process.stderr, chosenOf([module]).length);
  }

  onTestCaseResult(test: TestCase): void {
    this.#collector.onTestCaseResult(test);
  }

  onTestSuiteResult(suite: TestSuite): void {
    if (isOurs(suite)) this.#collector.onTestSuiteResult(suite);
  }

  /** Narrows a rerun to the failed rules. Vitest knows only failed files, and all rules are in one. */
  onWatcherRerun(_files: readonly string[], trigger?: string): void {
    const { run } = vitestShared();
    const isNarrow = trigger === 'rerun failed' && this.#failed.length > 0;
    run?.choose(isNarrow ? this.#failed : run.plan.rules);
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly { message: string; stack?: string }[],
    reason: 'passed' | 'interrupted' | 'failed',
  ): Promise<void> {
    const durationMs = performance.now() - this.#began;
    this.#progress?.stop();
    this.#progress = null;
    const mine = modules.filter(isOurs);
    const others = modules.filter((module) => !isOurs(module));
    const shared = vitestShared();
    if (mine.length === 0 || shared.run === null) return;
    this.#collector.onTestRunEnd(mine, unhandled);
    const { plan, settings, bundled, waited, delivery } = shared.run;
    const { collected } = this.#collector;
    const cutShort = reason === 'interrupted' ? reason : null;
    // A rule that a name filter excluded did not take part. A chosen rule without a report is missing.
    const tests = chosenOf(mine);
    const chosen = new Set(tests.map(({ name }) => name));
    this.#failed = tests
      .filter((test) => test.result().state === 'failed')
      .map(({ name }) => name)
      .filter(isRuleId);
    const rules = plan.rules.filter((id) => chosen.has(id) || collected.rules.has(id));
    const partial = rules.length < plan.rules.length;
    // Imported here, because most passes in a checkout try no rule.
    const [{ rules: known }, { reportOf }] = await Promise.all([
      import('../../suites/index.ts'),
      import('./report-run.ts'),
    ]);
    const record = {
      bundled,
      label: settings.LABEL,
      targetVersion: settings.TARGET_VERSION,
      ci: ciRunOf(process.env),
      selection: partial ? { only: [...rules], skip: [] } : null,
      baseline: plan.baseline,
      startedAt: this.#startedAt,
      durationMs,
      cutShort,
      waited,
    };
    const report = reportOf({ ...plan, rules }, collected, record, known);
    process.stdout.write('\n');
    const exitStatus = await delivery.deliver(report);
    // Replaces the exit status of vitest, which counts a known failure as a failure.
    if (exitStatus !== 0 || others.every((module) => module.ok())) process.exitCode = exitStatus;
  }
}
