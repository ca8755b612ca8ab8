import { resolve } from 'node:path';
import { takeReportFolder } from '../folder/take.ts';
import { keepInHistory, prepareHistoryDir } from '../history/keep.ts';
import { linksInto } from '../history/kept-file.ts';
import { pastReports } from '../history/past.ts';
import { type Beginning, reportWithoutRules, UNFINISHED } from '../host/unfinished.ts';
import { formatsOf } from '../report/format-names.ts';
import type { Report } from '../report/model.ts';
import type { ParsedOptions } from './settings-of-options.ts';

/** The report folder and history of a run, if the options name them. */
export interface Files {
  /**
   * @returns the report as written
   * @throws {Error} with a sentence, if a file cannot be written
   */
  readonly write: (report: Report) => Promise<Report>;
  readonly release: () => void;
}

/**
 * Takes the folders of a run before anything is sent, and prints nothing.
 * @throws {Error} with a sentence on the obstacle
 */
export async function takeFiles(
  { settings, reportDir }: ParsedOptions,
  beginning: Beginning,
): Promise<Files> {
  const { HISTORY_DIR, HISTORY_KEEP, REPORT_FORMAT } = settings;
  if (HISTORY_DIR !== undefined) await prepareHistoryDir(HISTORY_DIR);
  const folder =
    reportDir === null
      ? null
      : await takeReportFolder(
          resolve(reportDir),
          reportWithoutRules(beginning, UNFINISHED, settings),
          formatsOf(REPORT_FORMAT),
        );
  return {
    write: async (report) => {
      const past = HISTORY_DIR === undefined ? [] : await pastReports(report, HISTORY_DIR);
      const linkTo = linksInto(HISTORY_DIR, resolve(reportDir ?? ''));
      await folder?.write(report, { past, linkTo });
      if (HISTORY_DIR !== undefined) await keepInHistory(report, HISTORY_DIR, HISTORY_KEEP);
      return report;
    },
    release: () => folder?.release(),
  };
}
