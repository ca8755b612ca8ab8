import { resolve } from 'node:path';
import { keepInHistory, pastReports } from '../history/kept-runs.ts';
import type { Report } from '../report/model.ts';
import { makeFolder, rejectPath } from '../report-folder/files.ts';
import { lockReportFolder } from '../report-folder/report-folder.ts';
import type { Settings } from '../settings/parse.ts';
import { prepareRecording } from './recording.ts';
import { type Beginning, reportWithoutRules } from './report-run.ts';

/** Placeholder in the report folder until the run has a report. */
const UNFINISHED = {
  outcome: 'incomplete',
  problem:
    'The run left no report here: it is still running, it was killed, or its reports could not be written, as on a full disk. Its results are not known; run it again to the end.',
  isInterrupted: true,
} as const;

/** Locks the report folder and creates the history folder. @throws {Error} with a sentence on the obstacle */
export async function prepareFolders(settings: Settings, dir: string | null, beginning: Beginning) {
  const { REPORT_FORMAT, HISTORY_DIR, RECORD } = settings;
  if (HISTORY_DIR !== undefined)
    await makeFolder(HISTORY_DIR).catch(rejectPath(HISTORY_DIR, 'HISTORY_DIR (--history)'));
  if (RECORD !== undefined) await prepareRecording(RECORD);
  if (dir === null) return null;
  // Resolved now, because the working directory may disappear.
  const unfinished = reportWithoutRules(beginning, UNFINISHED, settings);
  // The others are rendered from `json`.
  const all = new Set(['json' as const, ...REPORT_FORMAT]);
  return lockReportFolder(resolve(dir), unfinished, [...all]);
}

type ReportFolder = Awaited<ReturnType<typeof prepareFolders>>;

/** Writes a report in all its formats, and keeps it in the history, whatever else fails, unless `onError` throws. */
export async function writeReport(
  report: Report,
  { HISTORY_DIR, HISTORY_KEEP }: Settings,
  { folder, onError }: { readonly folder: ReportFolder; readonly onError: (error: unknown) => null },
): Promise<{ readonly past: readonly Report[]; readonly paths: readonly string[] }> {
  const past = (HISTORY_DIR && (await pastReports(report, HISTORY_DIR).catch(onError))) || [];
  const paths = (await folder?.write(report, { past }).catch(onError)) ?? [];
  // Written after the reports, so that a full history does not prevent them.
  if (HISTORY_DIR !== undefined) await keepInHistory(report, HISTORY_DIR, HISTORY_KEEP).catch(onError);
  return { past, paths };
}
