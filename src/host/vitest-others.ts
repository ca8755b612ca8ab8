import type { RunnerTestFile, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node';
import { DefaultReporter } from 'vitest/node';
import { RULES_PROJECT } from './vitest-shared.ts';

interface InProject {
  readonly project: { readonly name: string };
}

const isRules = ({ project }: InProject): boolean => project.name === RULES_PROJECT;

/** True if the rules' file did not load, the only result of it that is shown here. */
const didNotLoad = (module: TestModule): boolean => module.errors().length > 0;

/**
 * The vitest reporter for all tests that are not rules. `ConformanceReporter` reports the rules and counts
 * them as the report does. Shown here as well, an undecided rule would appear as skipped, and an observation
 * as passed.
 */
export default class OthersReporter extends DefaultReporter {
  /** True if this reporter has something to show in the current pass. */
  #takesPart = true;
  #trigger: string | undefined;

  override onInit(vitest: Vitest): void {
    // Vitest would draw an empty summary at its end.
    if (vitest.projects.every(({ name }) => name === RULES_PROJECT))
      Object.assign(this, { summary: undefined });
    super.onInit(vitest);
  }

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    const others = specifications.filter((one) => !isRules(one));
    const nothingFailed = this.#trigger === 'rerun failed' && specifications.length === 0;
    this.#takesPart = others.length > 0 || (specifications.length === 0 && !nothingFailed);
    if (this.#takesPart) super.onTestRunStart(others);
    if (nothingFailed) this.log('Nothing failed in the last pass, so there is nothing to try again.');
  }

  override onTestModuleQueued(module: TestModule): void {
    if (!isRules(module)) super.onTestModuleQueued(module);
  }

  override onTestModuleCollected(module: TestModule): void {
    if (!isRules(module)) super.onTestModuleCollected(module);
  }

  override onTestModuleEnd(module: TestModule): void {
    if (!isRules(module)) super.onTestModuleEnd(module);
  }

  override onTestCaseReady(test: TestCase): void {
    if (!isRules(test)) super.onTestCaseReady(test);
  }

  override onTestCaseResult(test: TestCase): void {
    if (!isRules(test)) super.onTestCaseResult(test);
  }

  override onTestRunEnd(...[modules, errors, reason]: Parameters<DefaultReporter['onTestRunEnd']>): void {
    const shown = modules.filter((module) => !isRules(module) || didNotLoad(module));
    if (this.#takesPart || shown.length > 0 || errors.length > 0) super.onTestRunEnd(shown, errors, reason);
  }

  override onWatcherRerun(files: string[], trigger?: string): void {
    this.#trigger = trigger;
    super.onWatcherRerun(files, trigger);
  }

  override onWatcherStart(files?: RunnerTestFile[], errors?: unknown[]): void {
    // The rules were already reported; vitest would call an undecided rule a pass.
    if (!this.#takesPart)
      this.log(
        '\nWaiting for changes: press f to try failed rules again, r to try all, h for help, q to quit',
      );
    else super.onWatcherStart(files, errors);
  }
}
