import type { Baseline } from '../baseline/read.ts';
import { LIMIT_PATIENCE_MS } from '../client/limits.ts';
import type { RuleId } from '../model/rule-ids.ts';
import type { Report } from '../report/model.ts';
import type { Settings } from '../settings/parse.ts';
import { planRun, type RunPlan, startBundled } from './plan.ts';
import { type RunRecord, reportOf } from './report-run.ts';
import type { Collected } from './runner.ts';
import type { Beginning } from './unfinished.ts';
import { type Waited, waitForTarget } from './wait.ts';

/** Context of a run besides its settings. */
export interface Running extends Pick<RunRecord, 'ci' | 'isWithin'> {
  readonly beginning: Beginning;
  readonly baseline: Baseline;
  readonly signal?: AbortSignal | undefined;
  /** Receives a sentence if the run waits for its target. */
  readonly onWait?: (sentence: string) => void;
  /** True if a selected rule is tried. */
  readonly tries?: (id: RuleId) => boolean;
}

/** Returns a plan that takes its wait for the target into account: a wait in vain counts towards the patience with rate limits. */
export function afterWait(plan: RunPlan, waited: Waited | null): RunPlan {
  const inVainMs = waited === null || waited.isReady ? 0 : waited.ms;
  const patienceMs = Math.max(LIMIT_PATIENCE_MS, plan.settings.WAIT_S * 1000);
  return { ...plan, session: { ...plan.session, limitPatienceMs: Math.max(0, patienceMs - inVainMs) } };
}

/**
 * Runs from settings to report: starts the bundled service if it is meant, waits for the target, and tries the rules.
 * @param tryRules a front of the one runner: that of the command line, or that of programs
 */
export async function run(
  settings: Settings,
  { beginning, baseline, ...running }: Running,
  tryRules: (plan: RunPlan) => Promise<Collected>,
): Promise<Report> {
  const began = performance.now();
  const bundled = await startBundled(settings);
  try {
    const whole = planRun(settings, bundled, beginning.runId);
    const { tries = () => true, onWait = () => undefined, isWithin = false } = running;
    const planned = { ...whole, rules: whole.rules.filter(tries) };
    const waited = isWithin ? null : await waitForTarget(planned, { tell: onWait, signal: running.signal });
    const plan = afterWait(planned, waited);
    const collected = await tryRules(plan);
    const durationMs = performance.now() - began;
    return reportOf(plan, collected, { ...running, beginning, baseline, durationMs, waited });
  } finally {
    await bundled?.stop();
  }
}
