import { rules } from '../../suites/index.ts';
import { fetchTransport } from '../client/fetch-transport.ts';
import { messageOf } from '../client/thrown.ts';
import { prepareFolders, writeReport } from '../runner/deliver.ts';
import { baselineOf } from '../runner/plan.ts';
import { runAndReport } from '../runner/run-and-report.ts';
import { runRules } from '../runner/run-rules.ts';
import { beginNow } from '../runner/unfinished.ts';
import { replayOf } from '../settings/invocation.ts';
import { InvalidOptions, ReportNotWritten, type RunOptions } from './options.ts';
import { settingsOfOptions } from './settings-of-options.ts';
import type { PublicReport } from './types.ts';

/** Turns an error of a well-formed option into {@link InvalidOptions}. */
async function usable<T>(option: string, taking: Promise<T>): Promise<T> {
  try {
    return await taking;
  } catch (error) {
    throw new InvalidOptions([{ option, given: null, allowed: messageOf(error) }]);
  }
}

/** A report, and how strictly it is taken. */
export interface RunResult {
  readonly report: PublicReport;
  readonly allowIncomplete: boolean;
}

/**
 * Runs from options to report within this process.
 * @param tested rules with a test; all others are tried only if something is made of them
 * @throws {InvalidOptions} if an option, a folder or the baseline is unusable, before anything is sent
 * @throws {ReportNotWritten} if the report cannot be written
 */
export async function runWithOptions(options: RunOptions, tested?: ReadonlySet<string>): Promise<RunResult> {
  const { reportDir, settings } = settingsOfOptions(options);
  const beginning = beginNow();
  const baseline = await usable('baseline', baselineOf(settings));
  const folder = await usable('reportDir', prepareFolders(settings, reportDir, beginning));
  try {
    const { fetch, signal } = options;
    const isWithin = fetch !== undefined;
    // Observations have no test. They are made only if a report keeps them or a baseline pins them.
    const areAllTried = [reportDir ?? undefined, settings.HISTORY_DIR, settings.BASELINE].some(Boolean);
    const tries = (id: string): boolean => areAllTried || tested?.has(id) !== false;
    const running = { beginning, baseline, signal, isWithin, tries };
    // A handler of another program cannot be asked again by a command.
    const replay = isWithin || reportDir === null ? {} : { replay: replayOf(settings) };
    const { run, ...rest } = await runAndReport(settings, running, (plan) =>
      runRules(plan, rules, { signal, ...(isWithin ? { transport: fetchTransport(fetch) } : {}) }),
    );
    const report = { ...rest, run: { ...run, ...replay } };
    await writeReport(report, folder, settings, (error) => {
      throw new ReportNotWritten(report, error);
    });
    return { report, allowIncomplete: settings.ALLOW_INCOMPLETE };
  } finally {
    folder?.release();
  }
}
