import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { codeOf } from '../client/thrown.ts';
import { type FormatName, formatNames, formats, rendered } from '../render/formats.ts';
import { isResult } from '../report/exit-status.ts';
import { type Report, reportSchema } from '../report/model.ts';
import { isForeign, makeFolder, refuseForeign, rejectPath, removeOwn, writeTogether } from './files.ts';
import { readReport } from './read.ts';

/** The lock: a file with the name of its holder. It is empty for a moment while it is made. */
const LOCK = '.issue-conformance.lock';
const HOLDER = /^(?:process (\d+) on (\S*) since \S*, run .*)?$/;

const HOST = hostname();
/** The start tells this process from an earlier one with its id, as in a container that was started again. */
const SELF = `process ${process.pid} on ${HOST} since ${new Date(performance.timeOrigin).toISOString()}`;

/** True if a holder still runs. The processes of another machine, or container, cannot be seen: its lock is taken over. */
function isHeld(holder: string): boolean {
  const [, pid, host] = HOLDER.exec(holder) ?? [];
  if (holder.startsWith(SELF)) return true;
  if (host !== HOST || Number(pid) === process.pid) return false;
  try {
    // Sends nothing.
    return process.kill(Number(pid), 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

const rejectFor = (dir: string) => rejectPath(dir, 'REPORT_DIR (--report-dir)');

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
  readonly formats?: readonly FormatName[];
}

/** Writes all formats or none, and returns their absolute paths. */
async function written(report: Report, dir: string, options: WriteOptions = {}): Promise<string[]> {
  const { formats: names = formatNames, past } = options;
  const texts = await rendered(names, reportSchema.parse(report), past);
  const pathOf = (name: FormatName): string => resolve(dir, formats[name].file);
  await writeTogether(
    new Map([...texts].map(([name, text]) => [pathOf(name), { text, begins: formats[name].begins }])),
  );
  return names.map(pathOf);
}

/** Writes a report into a folder that no run uses. @throws {Error} with a sentence */
export const writeReports = (report: Report, dir: string, options?: WriteOptions): Promise<string[]> =>
  makeFolder(dir)
    .then(() => written(report, dir, options))
    .catch(rejectFor(dir));

/**
 * Makes and locks the report folder of a run, to which no other run then writes. It proves that files can be written.
 * @param unfinished stands there until the run writes its own report
 * @throws {Error} with a sentence that names the problem and the setting
 */
export async function lockReportFolder(dir: string, unfinished: Report, names: readonly FormatName[]) {
  const lock = join(dir, LOCK);
  const mine = `${SELF}, run ${unfinished.run.id}`;
  const holder = (): Promise<string | null> => readFile(lock, 'utf8').catch(() => null);
  const write = async (report: Report, options?: WriteOptions): Promise<string[]> => {
    if ((await holder()) !== mine)
      throw new Error('this run lost its lock there: another run took the folder, or somebody emptied it');
    return written(report, dir, { formats: names, ...options });
  };
  const release = async (): Promise<void> => {
    // A folder that is gone or read-only needs no lock, and other runs replace that of a dead one.
    if ((await holder()) === mine) await rm(lock).catch(() => undefined);
  };
  try {
    await makeFolder(dir);
    const other = await holder();
    if (other !== null && isHeld(other))
      throw new Error(
        `it is in use by another run (${other}); wait for its end, or remove "${LOCK}" there if that run is gone`,
      );
    // Earlier reports are removed first, since a full disk has no room for the lock.
    await removeEarlier(dir);
    await refuseForeign(new Map([[lock, { begins: HOLDER }]]));
    if (other !== null) await rm(lock);
    await writeFile(lock, mine, { flag: 'wx' });
    await refuseForeign(new Map(names.map((name) => [join(dir, formats[name].file), formats[name]])));
    await write(unfinished, { formats: ['json'] });
  } catch (error) {
    await release();
    return rejectFor(dir)(error);
  }
  return {
    write: (report: Report, options?: WriteOptions) => write(report, options).catch(rejectFor(dir)),
    release,
  };
}
