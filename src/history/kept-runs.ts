import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { codeOf, messageOf } from '../client/thrown.ts';
import { escapeHarmful } from '../model/text.ts';
import { formats } from '../render/formats.ts';
import { json } from '../render/json.ts';
import { html } from '../render/people.ts';
import { type Report, reportSchema } from '../report/model.ts';
import { makeFolder, removeOwn, unwritable, writeTogether } from '../report-folder/files.ts';
import { readReport } from '../report-folder/read.ts';
import { type Changes, changesBetween, isDecidedRun, lastComparable } from './comparison.ts';

type Target = Report['target'];

/** Normalises an address: the case of scheme and host, the default port, trailing slashes. */
function addressOf(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl;
  return new URL(baseUrl).href.replace(/(?<!\/)\/+$/, '');
}

/** Returns the identity of a target: one repository of one service. The bundled service is the same on any port. */
const identityOf = ({ bundled, faults = [], baseUrl, owner, repo }: Target): string =>
  bundled ? ['bundled', ...faults].join(' ') : JSON.stringify([addressOf(baseUrl), owner, repo]);

export const isSameTarget = (one: Target, other: Target): boolean => identityOf(one) === identityOf(other);

const KEY_LENGTH = 8;

/** Returns the part of a file name that tells the targets of a history apart. */
export const targetKey = (target: Target): string =>
  createHash('sha256').update(identityOf(target)).digest('hex').slice(0, KEY_LENGTH);

const LONGEST_ID = 40;
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[\w-]+\.([0-9a-f]{8})\.json$/;

/**
 * Returns the file name of a kept report: time, run and target, such as
 * `2026-11-20T16-18-09.123Z-0f3a9c21bd.5e1f0a77.json`. Names sort by time.
 */
export function historyName({ run, target }: Pick<Report, 'run' | 'target'>): string {
  const time = new Date(run.startedAt).toISOString().replaceAll(':', '-');
  const id = run.id.replaceAll(/[^\w-]+/g, '-').slice(0, LONGEST_ID) || 'run';
  return `${time}-${id}.${targetKey(target)}.json`;
}

/** Returns the key of the target in the name of a kept report; `null` if a file has another name. */
export const keyIn = (name: string): string | null => NAME.exec(name)?.[1] ?? null;

/** Returns the path of the page of a kept report. */
export const keptPage = (path: string): string => path.replace(/json$/, 'html');

/** Returns the addresses of the pages of kept reports from a report folder; `null` without a history, or on another disk. */
export function linksInto(
  historyDir: string | undefined,
  reportDir: string,
): (report: Report) => string | null {
  return (report) => {
    if (historyDir === undefined) return null;
    const path = relative(resolve(reportDir), join(resolve(historyDir), keptPage(historyName(report))));
    return isAbsolute(path) ? null : path.split(sep).map(encodeURIComponent).join('/');
  };
}

/** Returns the names of the kept reports, newest first. @throws {Error} with a sentence */
export async function keptNames(dir: string): Promise<string[]> {
  try {
    const names = await readdir(dir);
    return names
      .filter((name) => keyIn(name) !== null)
      .toSorted()
      .toReversed();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw new Error(
      `The history folder ${JSON.stringify(dir)} cannot be read: ${escapeHarmful(messageOf(error))}. Set HISTORY_DIR (--history) to another one.`,
      { cause: error },
    );
  }
}

/** Most bytes of earlier reports in memory. A hundred usual reports have less. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Returns at most `most` of the latest reports on the target with a key, the oldest first. Unreadable files, and files
 * beyond the memory limit, are left out.
 */
export async function latestReports(
  key: string,
  dir: string,
  most: number,
  isWanted: (report: Report) => boolean = () => true,
): Promise<readonly Report[]> {
  const names = (await keptNames(dir)).filter((name) => keyIn(name) === key);
  const reports: Report[] = [];
  let bytes = 0;
  for (const name of names) {
    if (reports.length >= most || bytes >= MOST_BYTES) break;
    const path = join(dir, name);
    const report = await readReport(path).catch(() => null);
    if (report === null || targetKey(report.target) !== key || !isWanted(report)) continue;
    reports.push(report);
    bytes += (await stat(path).catch(() => null))?.size ?? 0;
  }
  return reports.toReversed();
}

const MAX_PAST_REPORTS = 29;
const time = ({ run }: Report): number => Date.parse(run.startedAt);

/** Returns the latest reports on the same target whose runs started earlier, the oldest first. */
export const pastReports = (report: Report, dir: string): Promise<readonly Report[]> =>
  latestReports(targetKey(report.target), dir, MAX_PAST_REPORTS, (found) => time(found) < time(report));

/** The last run of a target, compared with the last one before it that can be. */
export interface LastRuns {
  readonly report: Report;
  /** `null` if there is no such run. */
  readonly changes: Changes | null;
  /** Number of earlier runs. */
  readonly earlier: number;
}

/** Compares the last runs of each target in a history folder, the target of the newest run first. */
export async function lastRunsIn(dir: string): Promise<readonly LastRuns[]> {
  const found: LastRuns[] = [];
  for (const key of new Set((await keptNames(dir)).map(keyIn))) {
    const runs = await latestReports(key ?? '', dir, MAX_PAST_REPORTS + 1);
    const [report, earlier] = [runs.at(-1), runs.slice(0, -1)];
    if (report === undefined) continue;
    const before = lastComparable(earlier, report);
    const compared = before === null ? null : changesBetween(before, report);
    found.push({ report, changes: compared, earlier: earlier.length });
  }
  return found;
}

const unwritableHistory = (dir: string, error: unknown): Error =>
  unwritable(dir, 'HISTORY_DIR (--history)', error);

/** Creates the history folder before the run, so that no run is wasted. @throws {Error} with a sentence */
export async function prepareHistoryDir(dir: string): Promise<void> {
  await makeFolder(dir).catch((error: unknown) => {
    throw unwritableHistory(dir, error);
  });
}

/** Removes the oldest runs of a target, but for the last run that decided a gating rule. */
async function prune({ target }: Report, dir: string, keep: number): Promise<void> {
  const key = targetKey(target);
  const names = (await keptNames(dir)).filter((name) => keyIn(name) === key);
  const surplus = names.slice(keep);
  if (surplus.length === 0) return;
  const reports = await latestReports(key, dir, 1, isDecidedRun);
  const decided = new Set(reports.map(historyName));
  for (const name of surplus) {
    if (decided.has(name)) continue;
    const path = join(dir, name);
    await removeOwn(path, formats.json.begins);
    await removeOwn(keptPage(path), formats.html.begins);
  }
}

/**
 * Saves a report and its page with earlier ones. Several runs may do so concurrently.
 * @param keep number of runs kept per target; all if undefined
 */
export async function keepInHistory(report: Report, dir: string, keep?: number): Promise<string> {
  const text = json(reportSchema.parse(report));
  const path = join(resolve(dir), historyName(report));
  try {
    await makeFolder(dir);
    await writeTogether(
      new Map([
        [path, { text, begins: formats.json.begins }],
        [keptPage(path), { text: html(report), begins: formats.html.begins }],
      ]),
    );
    if (keep !== undefined) await prune(report, dir, keep);
    return path;
  } catch (error) {
    throw unwritableHistory(dir, error);
  }
}
