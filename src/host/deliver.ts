import { resolve } from 'node:path';
import { messageOf } from '../client/thrown.ts';
import { print } from '../document/print.ts';
import { colorWanted, widthOf } from '../document/style.ts';
import { terminal } from '../document/terminal.ts';
import { freeFormats, type ReportFolder, takeReportFolder } from '../folder/take.ts';
import { formatsOf } from '../formats/formats.ts';
import { keepInHistory, prepareHistoryDir } from '../history/keep.ts';
import { linksInto } from '../history/kept-file.ts';
import { pastReports } from '../history/past.ts';
import type { Report } from '../report/model.ts';
import { reportDocument } from '../report/report-document.ts';
import type { Settings } from '../settings/parse.ts';
import { replayOf } from './called.ts';
import { exitStatusOf } from './outcome.ts';
import { type Beginning, beginNow, type NoReport, reportWithoutRules, UNFINISHED } from './unfinished.ts';

const tell = (sentence: string): void => print(process.stderr, `issue-conformance: ${sentence}\n`);

/** Takes the report folder of a run, and makes that of its history. @throws {Error} with a sentence on the obstacle */
export async function takeFolders(
  settings: Settings,
  dir: string | null,
  beginning: Beginning,
): Promise<ReportFolder | null> {
  const { REPORT_FORMAT, HISTORY_DIR } = settings;
  if (HISTORY_DIR !== undefined)
    await prepareHistoryDir(HISTORY_DIR).catch(async (error: Error) => {
      if (dir !== null) await markUnusable(dir, error.message);
      throw error;
    });
  if (dir === null) return null;
  // Resolved now, because the working directory may disappear.
  const unfinished = reportWithoutRules(beginning, UNFINISHED, settings);
  return takeReportFolder(resolve(dir), unfinished, formatsOf(REPORT_FORMAT));
}

/** What is written of a report, and what was read for it. */
interface Written {
  readonly past: readonly Report[];
  readonly paths: readonly string[];
}

/**
 * Writes a report in all its formats, and keeps it in the history.
 * @param onError called with each error; the rest is done unless it throws
 */
export async function writeReport(
  report: Report,
  folder: ReportFolder | null,
  { HISTORY_DIR, HISTORY_KEEP, REPORT_DIR }: Settings,
  onError: (error: unknown) => null,
): Promise<Written> {
  const read = HISTORY_DIR === undefined ? [] : await pastReports(report, HISTORY_DIR).catch(onError);
  const past = read ?? [];
  const links = { past, linkTo: linksInto(HISTORY_DIR, REPORT_DIR) };
  const paths = (await folder?.write(report, links).catch(onError)) ?? [];
  // Written after the reports, so that a full history does not prevent them.
  if (HISTORY_DIR !== undefined) await keepInHistory(report, HISTORY_DIR, HISTORY_KEEP).catch(onError);
  return { past, paths };
}

/**
 * Delivers the report of a run. It owns the report folder from the start, so that an earlier report is never
 * taken for this run's.
 */
export class Delivery {
  readonly #settings: Settings;
  readonly beginning: Beginning;
  readonly #folder: ReportFolder | null;

  /** Determined at the start, because the working directory may disappear during the run. */
  readonly #replay: NonNullable<Report['run']['replay']>;

  private constructor(settings: Settings, beginning: Beginning, folder: ReportFolder | null) {
    this.#settings = settings;
    this.#replay = replayOf(settings);
    this.beginning = beginning;
    this.#folder = folder;
  }

  /** Takes the report folder. @throws {Error} with a sentence on the obstacle; nothing was sent */
  static async begin(settings: Settings): Promise<Delivery> {
    const beginning = beginNow();
    const folder = await takeFolders(settings, settings.REPORT_DIR, beginning);
    return new Delivery(settings, beginning, folder);
  }

  /** Writes every format with the state "not finished". Best called while the process is idle. */
  async sayUnfinished(): Promise<void> {
    await this.#folder?.write(reportWithoutRules(this.beginning, UNFINISHED, this.#settings));
  }

  /** Writes the reports and prints the summary, even if no file can be written. @returns the exit status */
  async deliver(found: Report): Promise<number> {
    const { ALLOW_INCOMPLETE } = this.#settings;
    const exitStatus = exitStatusOf(found, ALLOW_INCOMPLETE);
    const report = { ...found, run: { ...found.run, replay: this.#replay } };
    const problems: string[] = [];
    const { past, paths } = await writeReport(report, this.#folder, this.#settings, (error) => {
      problems.push(messageOf(error));
      return null;
    });
    const style = { color: colorWanted(process.stdout), width: widthOf(process.stdout) };
    const options = { past, paths, exitStatus, allowIncomplete: ALLOW_INCOMPLETE };
    print(process.stdout, terminal(reportDocument(report, options), style));
    for (const problem of problems) tell(problem);
    return exitStatus;
  }

  /**
   * Writes every format with the reason for the missing report. If the folder cannot be written to, the exit
   * status stays the same.
   */
  async fail(why: NoReport): Promise<void> {
    await this.#folder
      ?.write(reportWithoutRules(this.beginning, why, this.#settings))
      .catch((error: unknown) => tell(messageOf(error)));
  }

  /** Releases the folder for other runs. */
  end(): void {
    this.#folder?.release();
  }
}

/**
 * Marks a report folder for a run that did not start. An earlier report is then not taken for its own.
 * @throws {Error} if the folder cannot be written to
 */
export async function markUnusable(dir: string, problem: string): Promise<void> {
  const beginning = beginNow();
  const report = reportWithoutRules(beginning, { outcome: 'unusable', problem }, null);
  const folder = await takeReportFolder(dir, report, await freeFormats(dir));
  try {
    await folder.write(report);
  } finally {
    folder.release();
  }
}
