import { rules } from '../../suites/index.ts';
import { fetchTransport } from '../client/fetch-transport.ts';
import { listenerTransport } from '../client/listener-transport.ts';
import { isError } from '../client/thrown.ts';
import type { Transport } from '../client/transport.ts';
import { takeFolders, writeReport } from '../host/deliver.ts';
import { baselineOf } from '../host/plan.ts';
import { type Running, run } from '../host/run.ts';
import { type RunningWithin, runWithin } from '../host/runner.ts';
import { beginNow, withSeed } from '../host/unfinished.ts';
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

export type Watching = Pick<RunningWithin, 'signal' | 'onRule'> & Pick<Running, 'tries'>;

/**
 * Runs from settings to report within this process.
 * @throws {InvalidOptions} if a folder or the baseline is unusable, before anything is sent
 * @throws {ReportNotWritten} if the report cannot be written
 */
export async function runFor(
  { reportDir, ...parsed }: ParsedOptions,
  handlers: Handlers,
  { tries, ...watching }: Watching,
): Promise<PublicReport> {
  const settings = withSeed(parsed.settings);
  const beginning = beginNow();
  const baseline = await usable('baseline', 'BASELINE', settings.BASELINE ?? null, baselineOf(settings));
  const taking = takeFolders(settings, reportDir, beginning);
  const folder = await usable('reportDir', 'REPORT_DIR', reportDir, taking);
  try {
    const transport = transportTo(handlers);
    const { signal } = watching;
    const isWithin = transport !== null;
    const running = { beginning, baseline, signal, isWithin, ...(tries === undefined ? {} : { tries }) };
    const report = await run(settings, running, (plan) =>
      runWithin(plan, rules, { ...watching, ...(isWithin ? { transport } : {}) }),
    );
    await writeReport(report, folder, settings, (error) => {
      throw new ReportNotWritten(report, error);
    });
    return report;
  } finally {
    folder?.release();
  }
}
