import type { RuleId } from '../model/rule-ids.ts';
import type { Report } from '../report/model.ts';
import type { Change } from '../service/behaviour.ts';
import type { Settings } from '../settings/parse.ts';
import { planRun, type RunPlan } from './plan.ts';
import { recordedBy } from './recording.ts';
import { type RunRecord, reportOf } from './report-run.ts';
import type { Collected } from './run-rules.ts';
import { waitForTarget } from './wait.ts';

/** Context of a run besides its settings. */
export interface RunAndReportOptions extends Omit<RunRecord, 'durationMs'> {
  /** Changes of the bundled service. */
  readonly changes?: readonly Change[];
  readonly signal?: AbortSignal | undefined;
  /** Receives a sentence if the run waits for its target. */
  readonly onWait?: (sentence: string) => void;
  /** True if a selected rule is tried. */
  readonly tries?: (id: RuleId) => boolean;
}

/**
 * Runs from settings to report: starts the bundled service if it is meant, waits for the target, and tries the rules.
 * @param tryRules a front of the one runner: that of the command line, or that of programs
 */
export async function runAndReport(
  settings: Settings,
  { tries = () => true, onWait = () => undefined, signal, changes = [], ...record }: RunAndReportOptions,
  tryRules: (plan: RunPlan) => Promise<Collected>,
): Promise<Report> {
  const began = performance.now();
  const bundled = settings.isBundled
    ? await (await import('../service/start.ts')).startService({ changes })
    : null;
  try {
    const whole = planRun(settings, bundled, record.beginning.runId);
    const recorded = recordedBy(whole, record.beginning);
    const plan = { ...recorded, rules: whole.rules.filter(tries) };
    if (record.isWithin !== true) await waitForTarget(plan, { tell: onWait, signal });
    const collected = await tryRules(plan);
    return reportOf(plan, collected, { ...record, durationMs: performance.now() - began });
  } finally {
    await bundled?.stop();
  }
}
