import type { Baseline } from '../baseline/read.ts';
import { messageOf } from '../client/thrown.ts';
import { gatingIds } from '../model/rule-ids.ts';
import { formatNames } from '../render/formats.ts';
import { startProgress } from '../render/progress.ts';
import { reportDocument } from '../render/report-document.ts';
import { print } from '../render/runner-commands.ts';
import { terminal } from '../render/terminal.ts';
import { exitStatusOf } from '../report/exit-status.ts';
import type { Report } from '../report/model.ts';
import { lockReportFolder } from '../report-folder/report-folder.ts';
import { prepareFolders, writeReport } from '../runner/deliver.ts';
import { baselineOf } from '../runner/plan.ts';
import { type Beginning, beginNow, reportWithoutRules } from '../runner/report-run.ts';
import { runAndReport } from '../runner/run-and-report.ts';
import { startWorker } from '../runner/run-in-worker.ts';
import { replayOf } from '../settings/invocation.ts';
import type { RawSettings, Settings } from '../settings/parse.ts';
import { selectRules } from '../settings/selection.ts';
import type { CommandCall } from './commands.ts';
import { outputStyle, printStderr } from './output.ts';
import { changesOf } from './serve.ts';
import { folderOf, hideTokens, usableSettings } from './usage.ts';

/**
 * Marks the report folder for a run that did not start, so that nobody takes an earlier report for this run's. A folder that
 * another run holds, or that cannot be written to, stays as it is. @param problem a sentence without tokens
 */
export async function markNotBegun(flags: RawSettings, problem: string): Promise<void> {
  const report = reportWithoutRules(beginNow(), { outcome: 'unusable', problem });
  const folder = await lockReportFolder(folderOf(flags), report, []).catch(() => null);
  // Summaries of CI systems read other formats.
  await folder?.write(report, { formats: formatNames }).catch(() => undefined);
  await folder?.release();
}

/**
 * Makes a report, writes it and prints the summary, even if no file can be written. If this program fails, the report folder
 * says so. @returns the exit status @throws {UsageError} if the baseline or a folder cannot be used
 */
export async function reportOn(
  settings: Settings,
  beginning: Beginning,
  make: (baseline: Baseline) => Promise<Report>,
): Promise<number> {
  const baseline = await baselineOf(settings);
  const folder = await prepareFolders(settings, settings.REPORT_DIR, beginning);
  const printError = (error: unknown): null => {
    printStderr(messageOf(error));
    return null;
  };
  try {
    const report = await make(baseline);
    const written = await writeReport(report, settings, { folder, onError: printError });
    print(process.stdout, terminal(reportDocument(report, written), outputStyle()));
    return exitStatusOf(report);
  } catch (error) {
    const broken = { outcome: 'broken', problem: hideTokens(messageOf(error)) } as const;
    // The exit status stays the same if the folder cannot be written to.
    await folder?.write(reportWithoutRules(beginning, broken, settings)).catch(printError);
    throw error;
  } finally {
    await folder?.release();
  }
}

export default async function run({ flags, options: { fault: faults = [] }, untilSignal }: CommandCall) {
  // It loads the rules while this thread reads the settings.
  const tryRules = startWorker();
  const signal = untilSignal('interrupted; writing the report of what was found so far');
  const settings = usableSettings(flags);
  const changes = await changesOf(faults, settings.isBundled);
  const beginning = beginNow(faults);
  const replay = replayOf(settings);
  const { rules } = selectRules(settings.ONLY, settings.SKIP);
  const gating = rules.filter((id) => gatingIds.includes(id));
  return reportOn(settings, beginning, (baseline) => {
    const progress = startProgress(process.stderr, gating.length);
    const onWait = (waiting: string): void => progress.update({ waiting });
    return runAndReport(settings, { beginning, baseline, replay, changes, signal, onWait }, (plan) => {
      progress.update({ waiting: null });
      return tryRules(plan, progress, signal);
    }).finally(() => progress.stop());
  });
}
