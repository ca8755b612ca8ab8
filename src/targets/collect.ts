import { join, resolve } from 'node:path';
import { keepInHistory, linksInto, pastReports } from '../history/kept-runs.ts';
import { formatNames } from '../render/formats.ts';
import type { Report } from '../report/model.ts';
import { lockReportFolder } from '../report-folder/report-folder.ts';
import { HISTORY, type ListedTarget } from './file.ts';
import { resultIn } from './results.ts';
import type { TargetResult } from './status.ts';

/** Adds a report of another run to the site: all formats and the history. */
async function place(report: Report, { label, settings }: ListedTarget, out: string): Promise<Report> {
  const [folder, history] = [resolve(out, label), join(out, HISTORY)];
  const past = await pastReports(report, history);
  const taken = await lockReportFolder(folder, report, formatNames);
  try {
    await taken.write(report, { past, linkTo: linksInto(history, folder) });
  } finally {
    taken.release();
  }
  await keepInHistory(report, history, settings.HISTORY_KEEP);
  return report;
}

/** Adds the report of a target in `DIR/<label>` to the site. */
export async function collectTarget(target: ListedTarget, from: string, out: string): Promise<TargetResult> {
  const result = await resultIn(join(from, target.label), target);
  if (result.report === null) return result;
  return { report: await place(result.report, target, out), noResult: null };
}
