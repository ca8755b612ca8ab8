import type { Reporter, TestCase, TestModule, TestSpecification, TestSuite } from 'vitest/node';
import { isRuleId, type RuleId } from '../engine/rule-ids.ts';
import { type Progress, startProgress } from '../report/terminal/progress.ts';
import { Collector } from './collector.ts';
import { RULES_PROJECT, vitestShared } from './vitest-shared.ts';

/** The tests of modules that were left in by filters of vitest's own. */
const chosenOf = (modules: readonly TestModule[]): readonly TestCase[] =>
  modules.flatMap((module) =>
    [...module.children.allTests()].filter(({ options }) => options.mode !== 'skip'),
  );

const isOurs = ({ project }: { readonly project: { readonly name: string } }): boolean =>
  project.name === RULES_PROJECT;

/** Writes the reports and the summary of a run under somebody's own vitest, where rules took part in it. */
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
    // Beside other tests vitest shows how far they are.
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

  /** vitest knows failed files only, and all rules are in one. */
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
    // Rules that a filter by name left out took no part; rules that should have reported and did not are missed.
    const tests = chosenOf(mine);
    const chosen = new Set(tests.map(({ name }) => name));
    this.#failed = tests
      .filter((test) => test.result().state === 'failed')
      .map(({ name }) => name)
      .filter(isRuleId);
    const rules = plan.rules.filter((id) => chosen.has(id) || collected.rules.has(id));
    const partial = rules.length < plan.rules.length;
    // Only then, since most passes of a checkout try no rule.
    const [{ rules: known }, { reportOf }] = await Promise.all([
      import('../../suites/index.ts'),
      import('./report-run.ts'),
    ]);
    const record = {
      bundled,
      label: settings.LABEL,
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
    // vitest has set its own by now, by which a known failure is one.
    if (exitStatus !== 0 || others.every((module) => module.ok())) process.exitCode = exitStatus;
  }
}
