import { resolve } from 'node:path';
import { messageOf } from '../client/thrown.ts';
import { withSinceLastRun } from '../compare/since-last-run.ts';
import { prepareHistoryDir } from '../history/keep.ts';
import { linksInto } from '../history/kept-file.ts';
import { type Past, pastReports } from '../history/past.ts';
import { keepInHistory } from '../history/prune.ts';
import { type FormatName, formatsOf } from '../report/format-names.ts';
import type { Patience } from '../report/lock.ts';
import type { Report } from '../report/model.ts';
import { previousFailures } from '../report/previous.ts';
import { print } from '../report/terminal/print.ts';
import { colorWanted, widthOf } from '../report/terminal/style.ts';
import { summary } from '../report/terminal/summary.ts';
import { countOf } from '../report/text.ts';
import { freeFormats, loadRenderers, type ReportFolder, takeReportFolder } from '../report/write.ts';
import { exitStatusOf } from './outcome.ts';
import { replayOf } from './replay-from-here.ts';
import type { Settings } from './settings.ts';
import { type Beginning, beginNow, type NoReport, reportWithoutRules, UNFINISHED } from './unfinished.ts';

const tell = (sentence: string): void => print(process.stderr, `issue-conformance: ${sentence}\n`);

/** Earlier reports on the same target, the oldest first; what is called like one in the folder and is none is told. */
export async function earlierReports(report: Report, dir: string): Promise<Past> {
  const past = await pastReports(report, dir);
  const { unreadable } = past;
  const [first] = unreadable;
  if (first !== undefined)
    tell(
      `${countOf(unreadable.length, 'file')} in ${dir} cannot be read as reports and are left out (${first})`,
    );
  return past;
}

/** How long the end of a run that writes to the same folder is waited for: several of the bundled service. */
const PATIENCE_MS = 60_000;

async function takeFolder(
  dir: string,
  unfinished: Report,
  formats: readonly FormatName[],
  patience: Patience,
): Promise<ReportFolder> {
  const folder = await takeReportFolder(dir, unfinished, formats, { ...patience, onWait: tell });
  if (folder.keptElsewhere !== null)
    tell(
      `the earlier report is kept as ${folder.keptElsewhere}, since ${previousFailures(dir)} cannot be written or is not this program's`,
    );
  return folder;
}

/**
 * Where the report of a run goes, from its first moment on: whatever becomes of the run, nothing that another one left is
 * taken for its report.
 */
export class Delivery {
  readonly #settings: Settings;
  readonly beginning: Beginning;
  readonly #folder: ReportFolder;

  /** Known at the beginning: the folder in which the run was started may go away. */
  readonly #replay: NonNullable<Report['run']['replay']>;

  private constructor(settings: Settings, beginning: Beginning, folder: ReportFolder) {
    this.#settings = settings;
    this.#replay = replayOf(settings);
    this.beginning = beginning;
    this.#folder = folder;
  }

  /**
   * Takes the report folder, after a run that writes to it already if that is soon over.
   * @param signal ends the waiting for that
   * @throws {Error} with a sentence on what is in the way; nothing was sent
   */
  static async begin(settings: Settings, signal?: AbortSignal): Promise<Delivery> {
    const beginning = beginNow();
    const { REPORT_FORMAT, HISTORY_DIR } = settings;
    // The folder that the process is in may go away meanwhile.
    const dir = resolve(settings.REPORT_DIR);
    const unfinished = reportWithoutRules(beginning, UNFINISHED, settings);
    const folder = await takeFolder(dir, unfinished, formatsOf(REPORT_FORMAT), {
      waitMs: PATIENCE_MS,
      ...(signal === undefined ? {} : { signal }),
    });
    const delivery = new Delivery(settings, beginning, folder);
    if (HISTORY_DIR !== undefined)
      await prepareHistoryDir(HISTORY_DIR).catch(async (error: Error) => {
        await delivery.fail({ outcome: 'unusable', problem: error.message });
        delivery.end();
        throw error;
      });
    return delivery;
  }

  /** Says in every format that the run did not finish: best done while there is nothing else to do. */
  async sayUnfinished(): Promise<void> {
    await loadRenderers();
    await this.#folder.write(reportWithoutRules(this.beginning, UNFINISHED, this.#settings));
  }

  /** Writes the reports of the run and prints its summary, which is printed even where no file can be. @returns the exit status */
  async deliver(found: Report): Promise<number> {
    const { HISTORY_DIR, HISTORY_KEEP, REPORT_DIR, ALLOW_INCOMPLETE } = this.#settings;
    const exitStatus = exitStatusOf(found, ALLOW_INCOMPLETE);
    const problems: string[] = [];
    const note = (error: unknown): null => {
      problems.push(messageOf(error));
      return null;
    };
    const past = HISTORY_DIR === undefined ? null : await earlierReports(found, HISTORY_DIR).catch(note);
    const since = past === null ? found : withSinceLastRun(found, past);
    const report = { ...since, run: { ...since.run, replay: this.#replay } };
    const linkTo = linksInto(HISTORY_DIR, REPORT_DIR);
    const paths = (await this.#folder.write(report, { past: past?.reports ?? [], linkTo }).catch(note)) ?? [];
    // After the reports, which a history that takes no more must not cost.
    if (HISTORY_DIR !== undefined) await keepInHistory(report, HISTORY_DIR, HISTORY_KEEP).catch(note);
    const style = { color: colorWanted(process.stdout), width: widthOf(process.stdout) };
    const options = { ...style, paths, exitStatus, allowIncomplete: ALLOW_INCOMPLETE };
    print(process.stdout, summary(report, options));
    for (const problem of problems) tell(problem);
    return exitStatus;
  }

  /** Says in every format why the run has no report. A folder that takes no files changes nothing of how the run ends. */
  async fail(why: NoReport): Promise<void> {
    await this.#folder
      .write(reportWithoutRules(this.beginning, why, this.#settings))
      .catch((error: unknown) => tell(messageOf(error)));
  }

  /** Lets others write to the folder. */
  end(): void {
    this.#folder.release();
  }
}

/**
 * Says in a report folder that a run did not begin, so that no report of an earlier one is taken for its own.
 * @throws {Error} where that cannot be said there
 */
export async function markUnusable(dir: string, problem: string): Promise<void> {
  const beginning = beginNow();
  const report = reportWithoutRules(beginning, { outcome: 'unusable', problem }, null);
  const folder = await takeFolder(dir, report, await freeFormats(dir), { waitMs: 0 });
  try {
    await folder.write(report);
  } finally {
    folder.release();
  }
}
