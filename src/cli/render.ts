import { dirname } from 'node:path';
import { linksInto, pastReports } from '../history/kept-runs.ts';
import { formatNames } from '../render/formats.ts';
import { print } from '../render/runner-commands.ts';
import { readReport, reportFile } from '../report-folder/read.ts';
import { writeReports } from '../report-folder/report-folder.ts';
import { type RawSettings } from '../settings/parse.ts';
import { givenSettings, rejectAsUsageError, usableSettings } from './usage.ts';

/**
 * Renders a report again and prints the paths. Default: beside the report, in all formats but JSON.
 * @throws {UsageError} if the report or a setting is invalid
 */
export async function renderCommand(path: string, flags: RawSettings): Promise<void> {
  const gathered = givenSettings(flags);
  const {
    REPORT_DIR = dirname(await reportFile(path)),
    REPORT_FORMAT = formatNames.filter((name) => name !== 'json').join(' '),
    HISTORY_DIR,
  } = gathered.raw;
  // The target's settings do not matter here.
  const raw = { REPORT_DIR, REPORT_FORMAT, HISTORY_DIR };
  const settings = usableSettings({ ...gathered, raw, isBundled: true });
  const report = await readReport(path).catch(rejectAsUsageError);
  const past =
    HISTORY_DIR === undefined ? [] : await pastReports(report, HISTORY_DIR).catch(rejectAsUsageError);
  const options = {
    formats: settings.REPORT_FORMAT,
    past,
    linkTo: linksInto(HISTORY_DIR, REPORT_DIR),
  };
  const paths = await writeReports(report, settings.REPORT_DIR, options).catch(rejectAsUsageError);
  print(process.stdout, `${paths.join('\n')}\n`);
}
