import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from '../report/model.ts';
import { readReport } from '../report-folder/read.ts';
import { type Changes, changes, lastComparable } from './changes.ts';
import { keptNames, keyIn, targetKey } from './kept-file.ts';

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
    const compared = before === null ? null : changes(before, report);
    found.push({ report, changes: compared, earlier: earlier.length });
  }
  return found;
}
