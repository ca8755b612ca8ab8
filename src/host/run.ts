import type { Report } from '../report/model.ts';
import type { RunningService } from '../service/start.ts';
import { ciRunOf } from './ci-run.ts';
import type { OnState } from './collector.ts';
import { baselineOf, type Interrupting, planRun, startBundled } from './plan.ts';
import { reportOf } from './report-run.ts';
import { RuleThread } from './rule-thread.ts';
import { selectionOf } from './selection.ts';
import type { Settings } from './settings.ts';
import type { Beginning } from './unfinished.ts';
import { afterWait, waitIfAsked } from './wait.ts';

/** Who is told of a run while it goes on. */
interface Watcher {
  readonly onState: OnState;
  /** Takes a sentence for people, without its full stop. */
  readonly tell: (sentence: string) => void;
}

/** The rules of a run are counted before it begins. */
export type OnPlan = (total: number) => Watcher;

/** What a run is told beside its settings. */
export interface Running {
  readonly beginning: Beginning;
  readonly interruption: Interrupting;
}

/**
 * One run from settings to report: starts the bundled service where no base URL was given, tries the rules under vitest,
 * and puts the report together.
 *
 * @throws {BadBaseline} where the baseline cannot be used
 */
export async function run(
  settings: Settings,
  { beginning, interruption }: Running,
  onPlan: OnPlan,
): Promise<Report> {
  const began = performance.now();
  const baseline = await baselineOf(settings);
  // To load vitest takes as long as to load the rules, and another processor may be free for those.
  const thread = new RuleThread();
  let bundled: RunningService | null = null;
  try {
    const host = import('./vitest-host.ts');
    bundled = await startBundled(settings);
    const planned = planRun(settings, bundled, beginning.runId);
    const { onState, tell } = onPlan(planned.rules.length);
    const tellOfWait = (sentence: string): void => {
      onState({ activity: 'wait' });
      tell(sentence);
    };
    const waited = await waitIfAsked(settings, planned, tellOfWait, interruption.signal);
    const plan = afterWait(planned, settings, waited);
    const collected = await (await host).runUnderVitest(plan, thread, onState, interruption);
    const areMissing = plan.rules.some((id) => !collected.rules.has(id));
    const record = {
      bundled: bundled !== null,
      label: settings.LABEL,
      targetVersion: settings.TARGET_VERSION,
      ci: ciRunOf(process.env),
      selection: selectionOf(settings),
      baseline,
      startedAt: beginning.startedAt,
      durationMs: performance.now() - began,
      cutShort: collected.cutShort,
      waited,
    };
    // Only then: to load all rules takes a while.
    return reportOf(plan, collected, record, areMissing ? (await import('../../suites/index.ts')).rules : []);
  } finally {
    // Not waited for: one that computes may take its time to end.
    void thread.stop();
    await bundled?.stop();
  }
}
