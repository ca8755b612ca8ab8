import { describeExchange, type Exchange } from '../client/exchange.ts';
import { bearer, type Credential, toRequest } from '../client/request.ts';
import { Stopped } from '../client/stopped.ts';
import type { RunDependencies } from '../context/run-settings.ts';
import type { RuleId } from '../model/rule-ids.ts';
import { escapeHarmful } from '../model/text.ts';
import type { Report } from '../report/model.ts';
import type { Change } from '../service/behaviour.ts';
import type { Settings } from '../settings/parse.ts';
import { planRun, type RunPlan } from './plan.ts';
import { recordedBy } from './recording.ts';
import { type RunRecord, reportOf } from './report-run.ts';
import type { Collected } from './run-rules.ts';

/** Pause before the next request, after those that the client repeats by itself. */
const PAUSE_MS = 2000;

interface Waiting extends RunDependencies {
  /** Receives a sentence if the run waits for its target. */
  readonly onWait?: ((sentence: string) => void) | undefined;
}

const isReady = ({ fault, response }: Exchange): boolean => fault === null && response?.status === 200;

/**
 * Waits up to WAIT_S until a starting service answers the plain list with 200; the bundled one is ready immediately. MAX_REQUESTS
 * and DEADLINE_S do not count these requests; MAX_RATE, TIMEOUT_MS and Retry-After hold.
 */
export async function waitForTarget(
  { settings: { WAIT_S, isBundled }, session }: Pick<RunPlan, 'settings' | 'session'>,
  { onWait, ...surroundings }: Waiting = {},
): Promise<void> {
  if (WAIT_S === 0 || isBundled) return;
  const { address, target } = session;
  const { repository } = target;
  const as: Credential = target.token === undefined ? { validity: 'none' } : bearer(target.token);
  const request = toRequest({ repository, as }, address);
  const limits = { maxRequests: Number.POSITIVE_INFINITY, deadlineMs: WAIT_S * 1000, concurrency: 1 };
  // Most runs wait for nothing, and it takes long to load.
  const { Client } = await import('../client/client.ts');
  const client = new Client({ ...session, ...limits, limitPatienceMs: limits.deadlineMs, ...surroundings });
  const onAttempt = (seen: Exchange): void => {
    if (client.requests === 1 && !isReady(seen))
      onWait?.(
        `waiting up to ${WAIT_S} s (WAIT_S) for ${escapeHarmful(address.baseUrl)} to list ${escapeHarmful(`${repository.owner}/${repository.repo}`)} with 200; currently: ${escapeHarmful(describeExchange(seen))}`,
      );
  };
  try {
    while (!isReady(await client.send(() => request, { onTransmission: onAttempt })))
      await client.throttle.wait(PAUSE_MS);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  } finally {
    await client.close();
  }
}

interface RunAndReportOptions extends Omit<RunRecord, 'durationMs'>, Pick<Waiting, 'signal' | 'onWait'> {
  readonly changes?: readonly Change[];
  /** True if a selected rule is tried. */
  readonly tries?: (id: RuleId) => boolean;
}

/** Runs from settings to report. @param tryRules tries the rules in this thread, or in another one */
export async function runAndReport(
  settings: Settings,
  { tries = () => true, onWait, signal, changes = [], ...record }: RunAndReportOptions,
  tryRules: (plan: RunPlan) => Promise<Collected>,
): Promise<Report> {
  const began = performance.now();
  const bundled = settings.isBundled
    ? await (await import('../service/start.ts')).startService({ changes })
    : null;
  try {
    // Without injected faults, the bundled service lists each issue immediately.
    const isPrompt = settings.isBundled && changes.length === 0;
    const { LISTED_WITHIN_MS = isPrompt ? 0 : undefined } = settings;
    const planned = planRun({ ...settings, LISTED_WITHIN_MS }, bundled, record.beginning.runId);
    const plan = { ...recordedBy(planned, record.beginning), rules: planned.rules.filter(tries) };
    if (record.isWithin !== true) await waitForTarget(plan, { onWait, signal });
    const collected = await tryRules(plan);
    return reportOf(plan, collected, { ...record, durationMs: performance.now() - began });
  } finally {
    await bundled?.stop();
  }
}
