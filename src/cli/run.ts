import { existsSync } from 'node:fs';
import { messageOf } from '../client/thrown.ts';
import { gatingIds } from '../model/rule-ids.ts';
import { formats } from '../render/formats.ts';
import { startProgress } from '../render/progress.ts';
import { reportDocument } from '../render/report-document.ts';
import { print } from '../render/runner-commands.ts';
import { terminal } from '../render/terminal.ts';
import { exitStatusOf } from '../report/exit-status.ts';
import type { Report } from '../report/model.ts';
import { FolderTaken } from '../report-folder/lock.ts';
import { lockReportFolder, type ReportFolder } from '../report-folder/report-folder.ts';
import { prepareFolders, writeReport } from '../runner/deliver.ts';
import { baselineOf } from '../runner/plan.ts';
import { runAndReport } from '../runner/run-and-report.ts';
import type { RulesWorker } from '../runner/run-in-worker.ts';
import { beginNow, reportWithoutRules } from '../runner/unfinished.ts';
import { replayOf } from '../settings/invocation.ts';
import type { RawSettings, Settings } from '../settings/parse.ts';
import { selectRules } from '../settings/selection.ts';
import { changesFor } from './injected-faults.ts';
import { untilSignal } from './interruption.ts';
import { outputOptions, printStderr } from './output.ts';
import {
  folderOf,
  givenSettings,
  hideTokens,
  rejectAsUsageError,
  UsageError,
  usableSettings,
} from './usage.ts';

/**
 * Marks the report folder for a run that did not start, so that nobody takes an earlier report for this run's.
 * @param flags those of the command line that were understood
 */
export async function markNotBegun(flags: RawSettings, problem: string): Promise<void> {
  const dir = folderOf(flags);
  const report = reportWithoutRules(beginNow(), { outcome: 'unusable', problem: hideTokens(problem) });
  try {
    (await lockReportFolder(dir, report, [])).release();
  } catch (error) {
    // Nobody takes a missing folder, or the folder of another run, for this run's.
    if (!(error instanceof FolderTaken) && existsSync(dir))
      printStderr(`${hideTokens(messageOf(error))} Its files are not of this run.`);
  }
}

/** @throws {UsageError} if a setting, the baseline or a folder cannot be used; the report folder is then marked too */
async function prepared(flags: RawSettings, faults: readonly string[]) {
  let given = flags;
  try {
    const gathered = givenSettings(flags);
    given = gathered.raw;
    const settings = usableSettings(gathered);
    const baseline = await baselineOf(settings).catch(rejectAsUsageError);
    const changes = await changesFor(settings, faults);
    const beginning = beginNow(faults);
    const folder = await prepareFolders(settings, settings.REPORT_DIR, beginning).catch(rejectAsUsageError);
    return { settings, baseline, beginning, changes, folder };
  } catch (error) {
    if (error instanceof UsageError) await markNotBegun(given, error.message);
    throw error;
  }
}

/** Writes the reports and prints the summary, even if no file can be written. @returns the exit status */
export async function deliver(
  report: Report,
  folder: ReportFolder | null,
  settings: Settings,
): Promise<number> {
  const allowIncomplete = settings.ALLOW_INCOMPLETE;
  const exitStatus = exitStatusOf(report, allowIncomplete);
  const written = await writeReport(report, folder, settings, (error) => {
    printStderr(messageOf(error));
    return null;
  });
  const document = reportDocument(report, { ...written, exitStatus, allowIncomplete });
  print(process.stdout, terminal(document, outputOptions()));
  return exitStatus;
}

/**
 * Checks one target, writes the reports and prints the summary.
 * @returns the exit status
 * @throws {UsageError} if a setting is invalid; nothing was sent
 */
export async function runCommand(
  flags: RawSettings,
  faults: readonly string[],
  worker: RulesWorker,
): Promise<number> {
  const signal = untilSignal('interrupted; writing the report of what was found so far');
  const { settings, folder, ...begun } = await prepared(flags, faults);
  const replay = replayOf(settings, faults);
  const { rules } = selectRules(settings.ONLY, settings.SKIP);
  const gating = rules.filter((id) => gatingIds.includes(id));
  const progress = startProgress(process.stderr, gating.length);
  const onWait = (sentence: string): void => {
    progress.update({ activity: 'wait' });
    progress.say(sentence);
  };
  try {
    const running = { ...begun, signal, onWait };
    const report = await runAndReport(settings, running, (plan) => {
      const trying = worker.run(plan, progress, signal);
      // Meanwhile this thread loads the writers of reports. An error of loading is reported when a writer is needed.
      for (const name of settings.REPORT_FORMAT) formats[name].load().catch(() => undefined);
      return trying;
    }).finally(() => progress.stop());
    return await deliver({ ...report, run: { ...report.run, replay } }, folder, settings);
  } catch (error) {
    const broken = { outcome: 'broken', problem: hideTokens(messageOf(error)) } as const;
    // The exit status stays the same if the folder cannot be written to.
    await folder
      ?.write(reportWithoutRules(begun.beginning, broken, settings))
      .catch((other: unknown) => printStderr(messageOf(other)));
    throw error;
  } finally {
    folder?.release();
  }
}
