import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { codeOf } from '../client/thrown.ts';
import { type FormatName, formatNames, formats } from '../render/formats.ts';
import type { LinkTo } from '../render/history-part.ts';
import { rendered } from '../render/render.ts';
import { isResult } from '../report/exit-status.ts';
import { type Report, reportSchema } from '../report/model.ts';
import { isForeign, refuseForeign, removeOwn, unwritable, writeTogether } from './files.ts';
import { type FolderLock, FolderTaken, lockFolder } from './lock.ts';
import { readReport } from './read.ts';

/** @throws an error with a sentence that names the folder and its setting */
const rejectFor =
  (dir: string) =>
  (error: unknown): never => {
    throw error instanceof FolderTaken
      ? error
      : unwritable('report', dir, 'REPORT_DIR (--report-dir)', error);
  };

const pathOf = (dir: string, name: FormatName): string => join(resolve(dir), formats[name].file);

/** Returns the path at which failures of an earlier run are kept in a report folder. */
export const previousFailures = (dir: string): string => join(dir, 'previous', 'failures.json');

/** True if a report is of a whole run that decided something and has failures. */
const hasFailures = (report: Report): boolean =>
  isResult(report) && report.run.selection === null && report.rules.some(({ verdict }) => verdict === 'fail');

const isCutShort = ({ run, rules }: Report): boolean =>
  run.interrupted === true || rules.some(({ cause }) => cause === 'limit');

/**
 * Keeps the report of an earlier whole run with failures. A run that did not come to its end displaces none. The file is
 * renamed, which works on a full disk.
 */
async function keepFailures(dir: string): Promise<void> {
  const [path, kept] = [join(dir, formats.json.file), previousFailures(dir)];
  const report = await readReport(path).catch(() => null);
  if (report === null || !hasFailures(report) || (isCutShort(report) && existsSync(kept))) return;
  try {
    await mkdir(dirname(kept), { recursive: true });
    if (await isForeign(kept, formats.json.begins)) return;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return;
  }
  await rename(path, kept);
}

/** Removes earlier reports, so that nobody takes them for reports of this run; failures of a whole run are kept. */
async function removeEarlier(dir: string): Promise<void> {
  const path = join(dir, formats.json.file);
  if (!(await isForeign(path, formats.json.begins))) await keepFailures(dir);
  for (const { file, begins } of Object.values(formats)) await removeOwn(join(dir, file), begins);
}

interface WriteOptions {
  /** All formats by default. */
  readonly formats?: readonly FormatName[];
  /** Earlier reports on the same target, the oldest first. */
  readonly past?: readonly Report[];
  /** Returns the address of an earlier report, relative to the report folder. */
  readonly linkTo?: LinkTo;
}

/** Writes a report, in all formats or none. @throws Error that says why it cannot be written */
async function write(
  report: Report,
  dir: string,
  { formats: names = formatNames, past, linkTo }: WriteOptions = {},
): Promise<string[]> {
  const texts = await rendered(names, reportSchema.parse(report), past, linkTo);
  const files = new Map(
    [...texts].map(([name, text]) => [pathOf(dir, name), { text, begins: formats[name].begins }]),
  );
  await mkdir(dir, { recursive: true });
  await writeTogether(files);
  return [...files.keys()];
}

/** Writes a report. @returns the absolute paths, in the order of the formats @throws Error with a sentence */
export const writeReports = (report: Report, dir: string, options?: WriteOptions): Promise<string[]> =>
  write(report, dir, options).catch(rejectFor(dir));

/** The report folder of a run: no other run writes to it until it is released. */
export interface ReportFolder {
  /** Writes all formats of this run, or none. @throws Error with a sentence, as if another run took the folder */
  readonly write: (report: Report, past?: Pick<WriteOptions, 'past' | 'linkTo'>) => Promise<string[]>;
  readonly release: () => void;
}

async function lockDir(dir: string, run: string): Promise<FolderLock> {
  await mkdir(dir, { recursive: true });
  return lockFolder(dir, run);
}

/** Writes a report once more, unless a run holds the folder: its report and this one would stand side by side. @throws {Error} with a sentence */
export async function writeAgain(report: Report, dir: string, options: WriteOptions): Promise<string[]> {
  const { release } = await lockDir(dir, 'render').catch(rejectFor(dir));
  return writeReports(report, dir, options).finally(release);
}

/**
 * Makes and locks the report folder of a run, which proves that files can be written. `unfinished` stands there until the
 * run writes its own report.
 *
 * @throws Error with a sentence that names the problem and the setting; {@link FolderTaken}
 */
export async function lockReportFolder(
  dir: string,
  unfinished: Report,
  names: readonly FormatName[],
): Promise<ReportFolder> {
  let lock: FolderLock | null = null;
  try {
    lock = await lockDir(dir, unfinished.run.id);
    const { assertHeld, release } = lock;
    await removeEarlier(dir);
    await refuseForeign(new Map(names.map((name) => [pathOf(dir, name), formats[name]])));
    await write(unfinished, dir, { formats: ['json'] });
    return {
      write: async (report, past = {}) => {
        assertHeld();
        return writeReports(report, dir, { formats: names, ...past });
      },
      release,
    };
  } catch (error) {
    lock?.release();
    // In a folder that cannot be written to, removing earlier reports often still works. They would mislead.
    if (lock === null && !(error instanceof FolderTaken)) await removeEarlier(dir).catch(() => undefined);
    return rejectFor(dir)(error);
  }
}
