import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type FormatName, formatNames, formats, rendered } from '../render/formats.ts';
import type { LinkTo } from '../render/history-part.ts';
import { type Report, reportSchema } from '../report/model.ts';
import { removeHalfWritten, unwritable, writeTogether } from './files.ts';
import { type FolderLock, FolderTaken, lockFolder } from './lock.ts';
import { authorOf, refuseForeign } from './own-files.ts';
import { keepFailures } from './previous.ts';

/** @throws an error with a sentence that names the folder and its setting */
const rejectFor =
  (dir: string) =>
  (error: unknown): never => {
    throw error instanceof FolderTaken
      ? error
      : unwritable('report', dir, 'REPORT_DIR (--report-dir)', error);
  };

const pathOf = (dir: string, name: FormatName): string => join(resolve(dir), formats[name].file);

/** Removes earlier reports, so that nobody takes them for reports of this run; failures of a whole run are kept. */
async function removeEarlier(dir: string): Promise<void> {
  const files = Object.values(formats);
  await removeHalfWritten(
    dir,
    files.map(({ file }) => file),
  );
  for (const { file, begins } of files) {
    const path = join(dir, file);
    if ((await authorOf(path, begins)) !== 'this program') continue;
    const isKept = file === formats.json.file && (await keepFailures(dir));
    if (!isKept) await rm(path, { force: true });
  }
}

export interface WriteOptions {
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
