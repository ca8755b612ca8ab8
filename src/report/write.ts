import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { json } from '../formats/json.ts';
import { removeEarlier } from './earlier-files.ts';
import { makeFolder, unwritable, writeTogether } from './folder.ts';
import { type FormatName, formatFiles, formatNames, formatsOf } from './format-names.ts';
import type { LinkTo } from './html/report.tsx';
import { type FolderLock, FolderTaken, lockFolder, type Patience } from './lock.ts';
import { type Report, reportSchema } from './model.ts';
import { ownerOf } from './own-files.ts';

const unwritableReports = (dir: string, error: unknown): Error =>
  error instanceof FolderTaken
    ? error
    : unwritable({ kind: 'report', dir, setting: 'REPORT_DIR (--report-dir)' }, error);

/** Returns the error for files that have the name of a report but were not written by this program. */
async function notOurs(dir: string, formats: readonly FormatName[]): Promise<Error> {
  const names = formats.map((name) => formatFiles[name]);
  for (const name of names)
    if ((await stat(join(dir, name)).catch(() => null))?.isDirectory() === true)
      return Object.assign(new Error(`${name} is a folder`), { code: 'EISDIR' });
  const which = names.map((name) => JSON.stringify(name)).join(' and ');
  const [was, stays, them] =
    names.length === 1 ? ['was', 'it stays as it is', 'it'] : ['were', 'they stay as they are', 'them'];
  const instead = formats.includes('json') ? '' : ', or leave out that format (--format)';
  return new Error(`${which} there ${was} not written by this program, so ${stays}; move ${them}${instead}`);
}

/** Returns the formats whose file in a folder is somebody else's. */
async function occupied(dir: string, formats: readonly FormatName[]): Promise<readonly FormatName[]> {
  const owners = await Promise.all(
    formats.map(async (name) => [name, await ownerOf(join(dir, formatFiles[name]), name)] as const),
  );
  return owners.flatMap(([name, owner]) => (owner === 'somebody else' ? [name] : []));
}

/**
 * Returns the formats that can be written to a folder without touching foreign files; `json` is always
 * included.
 */
export async function freeFormats(dir: string): Promise<readonly FormatName[]> {
  const foreign = await occupied(dir, formatNames);
  return formatsOf(formatNames.filter((name) => !foreign.includes(name)));
}

/** Returns the report of a run that cannot begin. */
const notBegun = (report: Report, problem: string): Report => ({
  ...report,
  outcome: 'unusable',
  problem,
  run: { ...report.run, interrupted: false },
});

/** Writes files of a report, all or none. @throws Error that says why they cannot be written */
async function writeAll(texts: readonly (readonly [FormatName, string])[], dir: string): Promise<string[]> {
  const files = texts.map(([name, text]) => [join(resolve(dir), formatFiles[name]), text] as const);
  await makeFolder(dir);
  const foreign = await occupied(
    dir,
    texts.map(([name]) => name),
  );
  if (foreign.length > 0) throw await notOurs(dir, foreign);
  await writeTogether(new Map(files));
  return files.map(([path]) => path);
}

/** Loads the renderers, which takes a while. Callers do it early, while nothing else is happening. */
export const loadRenderers = () => import('./formats.ts');

/** Options for writing a report. */
export interface WriteOptions {
  /** All formats by default. */
  readonly formats?: readonly FormatName[];
  /** Earlier reports on the same target, the oldest first. */
  readonly past?: readonly Report[];
  /** Returns the address of an earlier report, relative to the report folder. */
  readonly linkTo?: LinkTo;
}

/**
 * Writes a report in the chosen formats. The folder is made if it is missing.
 *
 * @returns the absolute paths, in the order of the formats
 * @throws ZodError if the report is invalid; Error with a sentence if it cannot be written
 */
export async function writeReports(
  report: Report,
  dir: string,
  { formats: names = formatNames, past = [], linkTo }: WriteOptions = {},
): Promise<string[]> {
  const checked = reportSchema.parse(report);
  const { renderers } = await loadRenderers();
  const texts = names.map((name) => [name, renderers[name](checked, past, linkTo)] as const);
  return writeAll(texts, dir).catch((error: unknown) => {
    throw unwritableReports(dir, error);
  });
}

/**
 * The report folder of a run. No other run writes to it until it is released, and it holds no reports of
 * other runs.
 */
export interface ReportFolder {
  /** Path of an earlier report that could not be kept in the usual place for failures, else `null`. */
  readonly keptElsewhere: string | null;
  /**
   * Writes a report in the formats of this run: all of them, or none.
   * @returns the absolute paths, in the order of the formats
   * @throws Error with a sentence if it cannot be written, or if another run took the folder meanwhile
   */
  readonly write: (report: Report, past?: Pick<WriteOptions, 'past' | 'linkTo'>) => Promise<string[]>;
  readonly release: () => void;
}

/**
 * Makes and locks the report folder of a run. This proves that files can be written, so that no run is made
 * in vain. Reports of earlier runs are removed; failures of a whole run are kept. `unfinished` stands there
 * until the run writes its own report.
 *
 * @param unfinished a report which says that this run did not finish
 * @param formats the formats of the run, `json` among them
 * @param patience how to wait for a run that writes there already
 * @throws Error with a sentence that names the problem and the setting; {@link FolderTaken} if another run
 * writes there
 */
export async function takeReportFolder(
  dir: string,
  unfinished: Report,
  formats: readonly FormatName[],
  patience: Patience,
): Promise<ReportFolder> {
  let lock: FolderLock | null = null;
  try {
    await makeFolder(dir);
    const taken = await lockFolder(dir, unfinished.run.id, patience);
    lock = taken;
    const keptElsewhere = await removeEarlier(dir);
    const foreign = await occupied(dir, formats);
    if (foreign.length > 0) {
      const error = await notOurs(dir, foreign);
      const report = notBegun(unfinished, unwritableReports(dir, error).message);
      if (!foreign.includes('json')) await writeAll([['json', json(report)]], dir);
      throw error;
    }
    await writeAll([['json', json(unfinished)]], dir);
    return {
      keptElsewhere,
      write: async (report, past = {}) => {
        taken.assertHeld();
        return writeReports(report, dir, { formats, ...past });
      },
      release: taken.release,
    };
  } catch (error) {
    lock?.release();
    // In a folder that cannot be written to, removing earlier reports often still works. They would mislead.
    if (lock === null && !(error instanceof FolderTaken)) await removeEarlier(dir).catch(() => null);
    throw unwritableReports(dir, error);
  }
}
