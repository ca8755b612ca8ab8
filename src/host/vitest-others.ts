import type { RunnerTestFile, TestCase, TestModule, TestSpecification } from 'vitest/node';
import { DefaultReporter } from 'vitest/node';
import { RULES_PROJECT } from './vitest-shared.ts';

interface InProject {
  readonly project: { readonly name: string };
}

const isRules = ({ project }: InProject): boolean => project.name === RULES_PROJECT;

/** The only kind of result of the rules' own file that is shown here: no rule of it could be tried. */
const didNotLoad = (module: TestModule): boolean => module.errors().length > 0;

/**
 * The reporter of vitest for all tests that are no rules. Rules are reported by `ConformanceReporter`, which counts them as
 * the report does: shown here as well, each would stand there twice, an undecided one as skipped, an observation as passed.
 */
export default class OthersReporter extends DefaultReporter {
  #areOnlyRules = false;
  #trigger: string | undefined;

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    const others = specifications.filter((one) => !isRules(one));
    this.#areOnlyRules = others.length === 0 && specifications.length > 0;
    if (!this.#areOnlyRules) super.onTestRunStart(others);
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
    if (this.#trigger === 'rerun failed' && modules.length === 0 && errors.length === 0)
      this.log('Nothing failed in the last run, so there is nothing to try again.\n');
    else if (shown.length > 0 || errors.length > 0 || !this.#areOnlyRules)
      super.onTestRunEnd(shown, errors, reason);
  }

  override onWatcherRerun(files: string[], trigger?: string): void {
    this.#trigger = trigger;
    super.onWatcherRerun(files, trigger);
  }

  override onWatcherStart(files?: RunnerTestFile[], errors?: unknown[]): void {
    // What became of the rules was said: a rule that is undecided would be called a pass here.
    if (this.#areOnlyRules)
      this.log('\nWaiting for changes: press f to try failed rules again, r to try all, h for help, q to quit');
    else super.onWatcherStart(files, errors);
  }
}
