import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { codeOf } from '../client/thrown.ts';
import { type FormatName, formatNames, formats, rendered } from '../render/formats.ts';
import { isResult } from '../report/exit-status.ts';
import { type Report, reportSchema } from '../report/model.ts';
import { isForeign, refuseForeign, rejectPath, removeOwn, writeTogether } from './files.ts';
import { readReport } from './read.ts';

/** This process; its start tells it from an earlier one with its id, as in a container that was started again. */
const SELF: NonNullable<Report['run']['process']> = {
  id: process.pid,
  host: hostname(),
  since: new Date(performance.timeOrigin).toISOString(),
};

/** True if a process still runs. Those of another machine, or container, cannot be seen: their folders are taken over. */
function isRunning({ id, host, since }: typeof SELF): boolean {
  if (host !== SELF.host) return false;
  if (id === SELF.id) return since === SELF.since;
  try {
    // Sends nothing.
    return process.kill(id, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

const reportIn = (dir: string): Promise<Report | null> => readReport(dir).catch(() => null);

/** @throws {Error} if the report there is that of a run that goes on */
async function refuseTaken(dir: string): Promise<void> {
  const holder = (await reportIn(dir))?.run.process;
  if (holder !== undefined && isRunning(holder))
    throw new Error(
      `it is in use by another run (process ${holder.id}); wait for its end, or if it is gone, remove "${formats.json.file}" there`,
    );
}

const rejectFor = (dir: string) => rejectPath(dir, 'REPORT_DIR (--report-dir)');

/** Returns the path at which failures of an earlier run are kept in a report folder. */
export const previousFailures = (dir: string): string => join(dir, 'previous', 'failures.json');

/**
 * Keeps the report of an earlier whole run that decided something and has failures. A run that did not come to its end
 * displaces none. The file is renamed, which works on a full disk.
 */
async function keepFailures(dir: string): Promise<void> {
  const [path, kept] = [join(dir, formats.json.file), previousFailures(dir)];
  for (const file of [path, kept]) if (await isForeign(file, formats.json.begins)) return;
  const report = await readReport(path).catch(() => null);
  if (report === null || !isResult(report) || report.run.selection !== null) return;
  const { run, rules } = report;
  const isCutShort = run.interrupted === true || rules.some(({ cause }) => cause === 'limit');
  if (!rules.some(({ verdict }) => verdict === 'fail') || (isCutShort && existsSync(kept))) return;
  // A file of another program may be called like the folder.
  await mkdir(dirname(kept), { recursive: true }).then(
    () => rename(path, kept),
    () => undefined,
  );
}

/** Removes earlier reports, so that nobody takes them for reports of this run; failures of a whole run are kept. */
async function removeEarlier(dir: string): Promise<void> {
  await keepFailures(dir);
  for (const { file, begins } of Object.values(formats)) await removeOwn(join(dir, file), begins);
}

interface WriteOptions {
  /** Reports on the same target, the oldest first. */
  readonly past?: readonly Report[];
  /** All formats by default. */
  readonly formats?: readonly FormatName[];
}

/** Writes all formats or none, and returns their absolute paths. */
async function writeIn(dir: string, report: Report, { formats: names = formatNames, past }: WriteOptions) {
  const texts = await rendered(names, reportSchema.parse(report), past);
  const files = [...texts].map(([name, text]) => {
    const { file, begins } = formats[name];
    return [join(dir, file), { text, begins }] as const;
  });
  await writeTogether(new Map(files));
  return files.map(([path]) => path);
}

/** Writes a report, unless a run holds the folder: its report and this one would stand side by side. @throws {Error} with a sentence */
export async function writeReports(report: Report, dir: string, options: WriteOptions = {}) {
  try {
    const root = resolve(dir);
    await mkdir(root, { recursive: true });
    await refuseTaken(root);
    return await writeIn(root, report, options);
  } catch (error) {
    return rejectFor(dir)(error);
  }
}

/**
 * Makes and takes the report folder of a run, which proves that files can be written. `unfinished` stands there, with this
 * process, until the run writes its own report; no other run takes the folder as long as the process runs.
 *
 * @returns a function that writes a report of the run there @throws {Error} also if another run took the folder
 * @throws {Error} with a sentence that names the problem and the setting
 */
export async function takeReportFolder(dir: string, unfinished: Report, names: readonly FormatName[]) {
  const { run } = unfinished;
  try {
    await mkdir(dir, { recursive: true });
    await refuseTaken(dir);
    await removeEarlier(dir);
    await refuseForeign(new Map(names.map((name) => [join(dir, formats[name].file), formats[name]])));
    await writeIn(dir, { ...unfinished, run: { ...run, process: SELF } }, { formats: ['json'] });
  } catch (error) {
    return rejectFor(dir)(error);
  }
  return async (report: Report, options?: WriteOptions): Promise<string[]> => {
    try {
      if ((await reportIn(dir))?.run.id !== run.id)
        throw new Error('this run lost it: another run took it, or somebody emptied it');
      return await writeIn(dir, report, { formats: names, ...options });
    } catch (error) {
      return rejectFor(dir)(error);
    }
  };
}
