import { formatNames } from '../report/format-names.ts';
import type { Report } from '../report/model.ts';
import { summary } from '../report/terminal/summary.ts';
import { colorWanted, widthOf } from '../report/terminal/terminal.ts';
import { writeReports } from '../report/write.ts';
import { exitStatusOf } from './outcome.ts';
import type { Settings } from './settings.ts';

/** Writes the reports of a run and prints its summary. @returns the exit status */
export async function deliver(report: Report, settings: Settings): Promise<number> {
  const { REPORT_DIR, REPORT_FORMAT } = settings;
  // The others are made of it.
  const formats = formatNames.filter((name) => name === 'json' || REPORT_FORMAT.includes(name));
  const paths = await writeReports(report, REPORT_DIR, { formats });
  const exitStatus = exitStatusOf(report, settings.ALLOW_INCOMPLETE);
  const options = { color: colorWanted(process.stdout), width: widthOf(process.stdout), paths, exitStatus };
  process.stdout.write(summary(report, options));
  return exitStatus;
}
