import { hash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { codeOf } from '../client/thrown.ts';
import { formats } from '../render/formats.ts';
import { json } from '../render/json.ts';
import { isDecidedRun } from '../report/exit-status.ts';
import { type Report, reportSchema } from '../report/model.ts';
import { targetName } from '../report/outcome.ts';
import { makeFolder, rejectPath, removeOwn, writeTogether } from '../report-folder/files.ts';
import { readReport } from '../report-folder/read.ts';
import { type Changes, changesSince } from './changes.ts';

const KEY_LENGTH = 8;

/** Returns the part of a file name that tells the targets of a history apart. */
const targetKey = (target: Report['target']): string =>
  hash('sha256', targetName(target)).slice(0, KEY_LENGTH);

const rejectFor = (dir: string) => rejectPath(dir, 'HISTORY_DIR (--history)');

const LONGEST_ID = 40;
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[\w-]+\.([0-9a-f]{8})\.json$/;

/** Returns the file name of a kept report, `2026-11-20T16-18-09.123Z-0f3a9c21bd.5e1f0a77.json`. Names sort by time. */
function historyName({ run, target }: Pick<Report, 'run' | 'target'>): string {
  const time = new Date(run.startedAt).toISOString().replaceAll(':', '-');
  const id = run.id.replaceAll(/[^\w-]+/g, '-').slice(0, LONGEST_ID) || 'run';
  return `${time}-${id}.${targetKey(target)}.json`;
}

const keyIn = (name: string): string => NAME.exec(name)?.[1] ?? '';

/** Returns the names of the kept reports, newest first. @throws {Error} with a sentence */
async function keptNames(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch((error: unknown) =>
    codeOf(error) === 'ENOENT' ? [] : rejectFor(dir)(error),
  );
  return names
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed();
}

/** Most bytes of earlier reports in memory. A hundred usual reports have less. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_RUNS = 30;

/** Returns the latest reports on the target with a key, the oldest first, without unreadable files and those beyond the limits. */
async function latestReports(key: string, dir: string, before = Number.POSITIVE_INFINITY) {
  const reports: Report[] = [];
  let bytes = 0;
  for (const name of await keptNames(dir)) {
    if (keyIn(name) !== key) continue;
    if (reports.length >= MOST_RUNS || bytes >= MOST_BYTES) break;
    const path = join(dir, name);
    const report = await readReport(path).catch(() => null);
    if (report === null || targetKey(report.target) !== key) continue;
    if (Date.parse(report.run.startedAt) >= before) continue;
    reports.push(report);
    bytes += (await stat(path).catch(() => null))?.size ?? 0;
  }
  return reports.toReversed();
}

/** Returns the latest reports on a target whose runs started before a run, the oldest first. */
export const pastReports = (
  { target, run }: Pick<Report, 'target'> & { readonly run: { readonly startedAt: string } },
  dir: string,
): Promise<readonly Report[]> => latestReports(targetKey(target), dir, Date.parse(run.startedAt));

/** Compares the last runs of each target, that of the newest run first. @throws {Error} if a last run cannot be read */
export async function lastChangesIn(dir: string): Promise<readonly Changes[]> {
  const found: Changes[] = [];
  const newest = new Map((await keptNames(dir)).toReversed().map((name) => [keyIn(name), name]));
  for (const [key, name] of [...newest].toReversed()) {
    await readReport(join(dir, name));
    const runs = await latestReports(key, dir);
    const last = runs.at(-1);
    if (last !== undefined) found.push(changesSince(runs.slice(0, -1), last));
  }
  return found;
}

/** Removes the oldest runs of a target, but for the last run that decided a gating rule. */
async function prune({ target }: Report, dir: string, keep: number): Promise<void> {
  const key = targetKey(target);
  const names = (await keptNames(dir)).filter((name) => keyIn(name) === key);
  let hasDecided = names.length <= keep;
  for (const [at, name] of names.entries()) {
    const path = join(dir, name);
    const isLastDecided = !hasDecided && (await readReport(path).then(isDecidedRun, () => false));
    hasDecided ||= isLastDecided;
    if (at < keep || isLastDecided) continue;
    await removeOwn(path, formats.json.begins);
  }
}

/** Saves a report with earlier ones. Several runs may do so concurrently. @param keep runs of a target; all if undefined */
export async function keepInHistory(report: Report, dir: string, keep?: number): Promise<string> {
  const path = join(resolve(dir), historyName(report));
  const text = json(reportSchema.parse(report));
  try {
    await makeFolder(dir);
    await writeTogether(new Map([[path, { text, begins: formats.json.begins }]]));
    if (keep !== undefined) await prune(report, dir, keep);
    return path;
  } catch (error) {
    return rejectFor(dir)(error);
  }
}
