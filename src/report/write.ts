import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { json } from './data/json.ts';
import { removeEarlier } from './earlier-files.ts';
import { makeFolder, proveWritable, unwritable, writeWhole } from './folder.ts';
import { type FormatName, formatFiles, formatNames } from './format-names.ts';
import type { LinkTo } from './html/report.tsx';
import { type FolderLock, FolderTaken, lockFolder, type Patience } from './lock.ts';
import { type Report, reportSchema } from './model.ts';

const unwritableReports = (dir: string, error: unknown): Error =>
  error instanceof FolderTaken
    ? error
    : unwritable({ kind: 'report', dir, setting: 'REPORT_DIR (--report-dir)' }, error);

async function refuseFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory() === true)
    throw Object.assign(new Error(`${path} is a folder`), { code: 'EISDIR' });
}

/** Writes one file of a report. @returns its absolute path @throws Error with a sentence where it cannot be written */
async function writeAs(name: FormatName, text: string, dir: string): Promise<string> {
  const path = join(resolve(dir), formatFiles[name]);
  try {
    await makeFolder(dir);
    await writeWhole(path, text);
  } catch (error) {
    throw unwritableReports(dir, error);
  }
  return path;
}

/** Loads what renders reports, which takes a while: best done before it is needed, when there is nothing else to do. */
export const loadRenderers = () => import('./formats.ts');

/** What is written of a report, beside the report itself. */
export interface WriteOptions {
  /** All where not given. */
  readonly formats?: readonly FormatName[];
  /** Earlier reports on the same target, the oldest first. */
  readonly past?: readonly Report[];
  /** Where they are, from the folder of the report. */
  readonly linkTo?: LinkTo;
}

/**
 * Writes the report in the chosen formats, the folder made where it is missing.
 *
 * @returns the absolute paths, in the order of the formats
 * @throws ZodError where the report is none; Error with a sentence where it cannot be written
 */
export async function writeReports(
  report: Report,
  dir: string,
  { formats: names = formatNames, past = [], linkTo }: WriteOptions = {},
): Promise<string[]> {
  const checked = reportSchema.parse(report);
  const paths: string[] = [];
  const { renderers } = await loadRenderers();
  for (const name of names) paths.push(await writeAs(name, renderers[name](checked, past, linkTo), dir));
  return paths;
}

/** The report folder of a run: nobody else's until it is released, with nothing in it that another run left. */
export interface ReportFolder {
  /** Files of others that had the name of a report and have another now: the old path and the new one. */
  readonly renamed: readonly (readonly [string, string])[];
  /**
   * Writes a report in the formats of this run.
   * @returns the absolute paths, in the order of the formats
   * @throws Error with a sentence where it cannot be written, or where another run took the folder meanwhile
   */
  readonly write: (report: Report, past?: Pick<WriteOptions, 'past' | 'linkTo'>) => Promise<string[]>;
  readonly release: () => void;
}

/**
 * Makes the folder of a run where it is missing, proves that reports can be written to it, so that no run is made in vain,
 * and takes it: reports of earlier runs are removed, and a report that says that this run did not finish stands there until
 * another one replaces it.
 *
 * @param unfinished that report
 * @param formats those of the run, `json` among them
 * @param patience with a run that writes there already
 * @throws Error with a sentence on what is in the way and what to set; {@link FolderTaken} where another run writes there
 */
export async function takeReportFolder(
  dir: string,
  unfinished: Report,
  formats: readonly FormatName[],
  patience: Patience,
): Promise<ReportFolder> {
  let lock: FolderLock | null = null;
  try {
    await proveWritable(dir);
    await Promise.all(formats.map((name) => refuseFolder(join(dir, formatFiles[name]))));
    const taken = await lockFolder(dir, unfinished.run.id, patience);
    lock = taken;
    const renamed = await removeEarlier(dir);
    await writeAs('json', json(unfinished), dir);
    return {
      renamed,
      write: async (report, past = {}) => {
        taken.assertHeld();
        return writeReports(report, dir, { formats, ...past });
      },
      release: taken.release,
    };
  } catch (error) {
    lock?.release();
    // Where nothing can be written, what is there can mostly be taken away, and is not of this run.
    if (lock === null && !(error instanceof FolderTaken)) await removeEarlier(dir).catch(() => []);
    throw unwritableReports(dir, error);
  }
}
