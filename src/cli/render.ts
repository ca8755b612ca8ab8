import { dirname } from 'node:path';
import { pastReports } from '../history/kept-runs.ts';
import { formatNames } from '../render/formats.ts';
import { UsageError } from '../report-folder/files.ts';
import { readReport, reportFile } from '../report-folder/read.ts';
import { writeReports } from '../report-folder/report-folder.ts';
import type { CommandCall } from './commands.ts';
import { printStdout } from './output.ts';
import { usableSettings } from './usage.ts';

const DERIVED = formatNames.filter((name) => name !== 'json').join(' ');

/** Default: beside the report, in all formats but JSON. */
export default async function render({ words: [path = ''], flags }: CommandCall): Promise<void> {
  const beside = dirname(await reportFile(path));
  // No setting of a target matters here.
  const { REPORT_DIR, REPORT_FORMAT, HISTORY_DIR } = usableSettings({ ...flags, BUNDLED: 'true' }, (raw) => ({
    REPORT_DIR: raw['REPORT_DIR'] ?? beside,
    REPORT_FORMAT: raw['REPORT_FORMAT'] ?? DERIVED,
    HISTORY_DIR: raw['HISTORY_DIR'],
  }));
  const report = await readReport(path);
  const present = await readReport(REPORT_DIR).catch(() => null);
  if (present !== null && present.run.id !== report.run.id)
    throw new UsageError(
      `The folder ${JSON.stringify(REPORT_DIR)} has the report of another run. Set REPORT_DIR (--report-dir) to ${JSON.stringify(beside)}, or to an empty folder.`,
    );
  const past = HISTORY_DIR === undefined ? [] : await pastReports(report, HISTORY_DIR);
  const paths = await writeReports(report, REPORT_DIR, { formats: REPORT_FORMAT, past });
  printStdout(...paths);
}
