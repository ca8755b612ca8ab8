import { rules } from '../../suites/index.ts';
import { fetchTransport, listenerTransport } from '../client/handler-transports.ts';
import { isError } from '../client/thrown.ts';
import type { Transport } from '../client/transport.ts';
import { takeFolders, writeReport } from '../host/deliver.ts';
import { type RunningWithin, runWithin } from '../host/in-process.ts';
import { baselineOf, planRun, type RunPlan } from '../host/plan.ts';
import { reportOf } from '../host/report-run.ts';
import { beginNow, withSeed } from '../host/unfinished.ts';
import { afterWait, waitIfAsked } from '../host/wait.ts';
import { selectionOf } from '../settings/selection.ts';
import { InvalidOptions, ReportNotWritten } from './errors.ts';
import type { RunOptions } from './options.ts';
import type { PublicReport } from './public-report.ts';
import type { ParsedOptions } from './settings-of-options.ts';

type Handlers = Pick<RunOptions, 'fetch' | 'listener'>;

/** Returns the transport to a handler within this process; `null` if requests go over the network. */
function transportTo({ fetch, listener }: Handlers): Transport | null {
  if (fetch !== undefined) return fetchTransport(fetch);
  return listener === undefined
    ? null
    : listenerTransport(listener as Parameters<typeof listenerTransport>[0]);
}

/** Turns an error of a well-formed option into {@link InvalidOptions}. */
async function usable<T>(
  option: string,
  setting: string,
  given: string | null,
  taking: Promise<T>,
): Promise<T> {
  try {
    return await taking;
  } catch (error) {
    if (!isError(error)) throw error;
    throw new InvalidOptions([{ option, setting, given, allowed: error.message }]);
  }
}

export interface Watching extends Pick<RunningWithin, 'signal' | 'onRule'> {
  /** True if a selected rule is tried. */
  readonly tries?: (id: RunPlan['rules'][number]) => boolean;
}

/**
 * Runs from settings to report within this process.
 * @throws {InvalidOptions} if a folder or the baseline is unusable, before anything is sent
 * @throws {ReportNotWritten} if the report cannot be written
 */
export async function runFor(
  parsed: ParsedOptions,
  handlers: Handlers,
  { tries = () => true, ...watching }: Watching,
): Promise<PublicReport> {
  const settings = withSeed(parsed.settings);
  const began = performance.now();
  const beginning = beginNow();
  const baseline = await usable('baseline', 'BASELINE', settings.BASELINE ?? null, baselineOf(settings));
  const { reportDir } = parsed;
  const taking = takeFolders(settings, reportDir, beginning);
  const folder = await usable('reportDir', 'REPORT_DIR', reportDir, taking);
  try {
    const whole = planRun(settings, null, beginning.runId);
    const planned = { ...whole, rules: whole.rules.filter(tries) };
    const transport = transportTo(handlers);
    const waited =
      transport === null ? await waitIfAsked(settings, planned, () => undefined, watching.signal) : null;
    const plan = afterWait(planned, settings, waited);
    const collected = await runWithin(plan, rules, {
      ...watching,
      ...(transport === null ? {} : { transport }),
    });
    const report = reportOf(
      plan,
      collected,
      {
        bundled: false,
        label: settings.LABEL,
        targetVersion: settings.TARGET_VERSION,
        ...(transport === null ? {} : { handler: true }),
        selection: selectionOf(settings),
        baseline,
        startedAt: beginning.startedAt,
        durationMs: performance.now() - began,
        cutShort: collected.cutShort,
        waited,
      },
      rules,
    );
    await writeReport(report, folder, settings, (error) => {
      throw new ReportNotWritten(report, error);
    });
    return report;
  } finally {
    folder?.release();
  }
}
