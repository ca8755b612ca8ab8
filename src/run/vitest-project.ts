import type { Reporter, TestCase, TestModule, TestProject } from 'vitest/node';
import { readBaseline } from './baseline.ts';
import { startBundled } from './bundled.ts';
import { Collector } from './collector.ts';
import { deliver, prepareDelivery } from './deliver.ts';
import type { RunPlan } from './plan.ts';
import { reportOf } from './report-run.ts';
import { planRun } from './run-plan.ts';
import { parseSettings, type RawSettings, type Settings } from './settings.ts';
import { describeProblems, gatherSettings } from './settings-sources.ts';

/** What the two ends of a run under somebody's own vitest share: the reporter and the set-up. */
interface Shared {
  /** The environment as the caller gave it: vitest puts values of its own into it (BASE_URL among them). */
  environment: RawSettings;
  run: { readonly plan: RunPlan; readonly settings: Settings; readonly bundled: boolean } | null;
}

// vitest loads the configuration and the set-up as two modules, so what they share hangs on what both see.
const shared: Shared = ((globalThis as { [key: symbol]: unknown })[Symbol.for('issue-conformance.run')] ??= {
  environment: { ...process.env },
  run: null,
} satisfies Shared) as Shared;

/**
 * Global set-up of the project `conformance`: settings from the environment and `.env`, and the bundled service where
 * there is no BASE_URL.
 *
 * @throws {Error} where a setting is wrong; nothing was sent
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const parsed = parseSettings(gatherSettings({}, shared.environment));
  if (!parsed.ok) throw new Error(describeProblems(parsed.problems));
  const { settings } = parsed;
  await prepareDelivery(settings);
  const bundled = await startBundled(settings);
  const plan = planRun(settings, bundled);
  shared.run = { plan, settings, bundled: bundled !== null };
  project.provide('conformance', plan);
  return async () => bundled?.stop();
}

/** Writes the reports and the summary of a run under somebody's own vitest, where rules took part in it. */
export class ConformanceReporter implements Reporter {
  readonly #collector = new Collector();
  #startedAt = new Date();

  onTestRunStart(): void {
    this.#collector.onTestRunStart();
    this.#startedAt = new Date();
  }

  onTestCaseResult(test: TestCase): void {
    this.#collector.onTestCaseResult(test);
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly { message: string; stack?: string }[],
    reason: 'passed' | 'interrupted' | 'failed',
  ): Promise<void> {
    const mine = modules.filter(({ project }) => project.name === 'conformance');
    if (mine.length === 0 || shared.run === null) return;
    this.#collector.onTestRunEnd(mine, unhandled);
    const { plan, settings, bundled } = shared.run;
    const { collected } = this.#collector;
    const interrupted = reason === 'interrupted';
    // Rules that a filter by name left out took no part; rules that should have reported and did not are missed.
    const chosen = new Set(
      mine.flatMap((module) =>
        [...module.children.allTests()].flatMap((test) => (test.options.mode === 'skip' ? [] : [test.name])),
      ),
    );
    const rules = plan.rules.filter((id) => chosen.has(id) || collected.rules.has(id));
    const partial = rules.length < plan.rules.length;
    const report = reportOf({ ...plan, rules }, collected, {
      bundled,
      selection: partial ? { only: [...rules], skip: [] } : null,
      baseline: settings.BASELINE === undefined ? [] : await readBaseline(settings.BASELINE),
      startedAt: this.#startedAt,
      durationMs: Date.now() - this.#startedAt.getTime(),
      interrupted,
    });
    process.stdout.write('\n');
    const exitStatus = await deliver(report, settings);
    if (exitStatus !== 0) process.exitCode = exitStatus;
  }
}
