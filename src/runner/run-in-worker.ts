import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { isGating } from '../model/rule-metadata.ts';
import type { startProgress } from '../render/progress.ts';
import type { RuleReport } from '../report/model.ts';
import type { RunPlan } from './plan.ts';
import { programFault } from './program-fault.ts';
import type { Collected, RuleUpdate } from './run-rules.ts';

type Progress = ReturnType<typeof startProgress>;

/** Messages to the worker: the plan, then perhaps `stop`. */
export type ToWorker = Pick<RunPlan, 'session' | 'rules'> | 'stop';

/** Messages from the worker. `faults` is the last one. */
export interface FromWorker {
  readonly update?: RuleUpdate;
  readonly state?: Parameters<Progress['update']>[0];
  readonly warning?: string;
  readonly faults?: readonly string[];
}

/** Milliseconds that the rules have to report after a stop, or after the deadline. */
const PATIENCE_MS = 5000;

/** Shows a message of the worker. @param rules that were decided, by id */
function show(
  { update, state, warning }: FromWorker,
  rules: ReadonlyMap<string, RuleReport>,
  progress: Progress,
): void {
  if (state !== undefined) progress.update(state);
  if (warning !== undefined) progress.say(warning);
  if (update === undefined) return;
  const { id, failure } = update.report;
  if (failure !== undefined) progress.tellFailure(id, failure);
  const gating = [...rules.values()].filter(isGating);
  const failed = gating.filter(({ verdict }) => verdict === 'fail').length;
  progress.update({ decided: gating.length, failed, requests: update.tally.requests });
}

/** Starts the worker that tries the rules, and loads them at once. The end of the process ends it, whatever it does. */
export function startWorker() {
  // The defaults save a few collections but cost a hundred megabytes on large answers.
  for (const flag of ['--max-semi-space-size=4', '--heap-growing-percent=40']) setFlagsFromString(flag);
  const worker = new Worker(new URL('./rules-worker.js', import.meta.url), {
    // A flag of Node goes before it.
    resourceLimits: { maxOldGenerationSizeMb: 300 },
    // Its output is dropped, because its messages hold everything.
    stdout: true,
    stderr: true,
  });
  const died = new Promise<readonly string[]>((resolve) => {
    worker.once('error', (error) => resolve([programFault(error)]));
    worker.once('exit', (code) => resolve([`the thread of the rules ended early, with ${code}`]));
  });
  const post = (message: ToWorker): void => worker.postMessage(message);
  /**
   * Tries the rules of a plan, once. An interruption or the deadline ends the run within seconds, even if the worker is
   * blocked. The results so far are kept, also if the worker dies.
   */
  return async ({ session, rules }: RunPlan, progress: Progress, signal: AbortSignal): Promise<Collected> => {
    const reports = new Map<string, RuleReport>();
    let latest: Omit<RuleUpdate, 'report'> = { tally: { requests: 0, retries: 0 }, unusable: null };
    let cutShort: Collected['cutShort'] = null;
    const ended = new Promise<readonly string[]>((resolve) => {
      worker.on('message', (message: FromWorker) => {
        const { update, faults } = message;
        if (update !== undefined) {
          const { report, ...others } = update;
          reports.set(report.id, report);
          latest = others;
        }
        show(message, reports, progress);
        if (faults !== undefined) resolve(faults);
      });
      signal.addEventListener('abort', () => {
        cutShort = 'interrupted';
        post('stop');
        setTimeout(() => resolve([]), PATIENCE_MS).unref();
      });
      const endLate = (): void => {
        cutShort ??= 'late';
        resolve([]);
      };
      setTimeout(endLate, session.deadlineMs + PATIENCE_MS).unref();
    });
    if (signal.aborted) return { rules: reports, ...latest, faults: [], cutShort: 'interrupted' };
    post({ session, rules });
    const faults = await Promise.race([died, ended]);
    return { rules: reports, ...latest, faults, cutShort };
  };
}
