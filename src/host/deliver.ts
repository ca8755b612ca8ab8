import { keepReport, prepareHistoryDir } from '../history/keep.ts';
import { pastReports } from '../history/past.ts';
import { countOf } from '../report/count-of.ts';
import { formatNames } from '../report/format-names.ts';
import type { Report } from '../report/model.ts';
import { summary } from '../report/terminal/summary.ts';
import { colorWanted, widthOf } from '../report/terminal/terminal.ts';
import { prepareReportDir, writeReports } from '../report/write.ts';
import { exitStatusOf } from './outcome.ts';
import type { Settings } from './settings.ts';

/** Earlier reports on the same target, the oldest first; what is called like one in the folder and is none is told. */
export async function earlierReports(report: Report, dir: string): Promise<readonly Report[]> {
  const { reports, unreadable } = await pastReports(report, dir);
  const [first] = unreadable;
  if (first !== undefined) {
    const what = countOf(unreadable.length, 'file');
    process.stderr.write(
      `issue-conformance: ${what} in ${dir} cannot be read as reports and are left out (${first})\n`,
    );
  }
  return reports;
}

/** Proves that reports can be written to where they are to go. @throws Error with a sentence on what is in the way */
export async function prepareDelivery({ REPORT_DIR, HISTORY_DIR }: Settings): Promise<void> {
  await prepareReportDir(REPORT_DIR);
  if (HISTORY_DIR !== undefined) await prepareHistoryDir(HISTORY_DIR);
}

/** Writes the reports of a run and prints its summary. @returns the exit status */
export async function deliver(report: Report, settings: Settings): Promise<number> {
  const { REPORT_DIR, REPORT_FORMAT, HISTORY_DIR } = settings;
  // The others are made of it.
  const formats = formatNames.filter((name) => name === 'json' || REPORT_FORMAT.includes(name));
  const past = HISTORY_DIR === undefined ? [] : await earlierReports(report, HISTORY_DIR);
  const paths = await writeReports(report, REPORT_DIR, { formats, past });
  // After the reports, which a history that takes no more must not cost.
  if (HISTORY_DIR !== undefined) await keepReport(report, HISTORY_DIR);
  const exitStatus = exitStatusOf(report, settings.ALLOW_INCOMPLETE);
  const options = { color: colorWanted(process.stdout), width: widthOf(process.stdout), paths, exitStatus };
  process.stdout.write(summary(report, options));
  return exitStatus;
}
