import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from '../report/model.ts';
import { readReport } from '../report-folder/read.ts';
import { isSameTarget, keptNames, keyIn, targetKey } from './kept-file.ts';

type Target = Report['target'];

/** Most bytes of earlier reports in memory. A hundred usual reports have less. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Returns at most `most` of the latest reports on a target, the oldest first. Unreadable files, and files beyond the memory
 * limit, are left out.
 */
export async function latestReports(
  target: Target,
  dir: string,
  most: number,
  isWanted: (report: Report) => boolean = () => true,
): Promise<readonly Report[]> {
  const key = targetKey(target);
  const names = (await keptNames(dir)).filter((name) => keyIn(name) === key);
  const reports: Report[] = [];
  let bytes = 0;
  for (const name of names) {
    if (reports.length >= most || bytes >= MOST_BYTES) break;
    const path = join(dir, name);
    const report = await readReport(path).catch(() => null);
    if (report === null || !isSameTarget(report.target, target) || !isWanted(report)) continue;
    reports.push(report);
    bytes += (await stat(path).catch(() => null))?.size ?? 0;
  }
  return reports.toReversed();
}

const MAX_PAST_REPORTS = 29;
const time = ({ run }: Report): number => Date.parse(run.startedAt);

/** Returns the latest reports on the same target whose runs started earlier, the oldest first. */
export const pastReports = (report: Report, dir: string): Promise<readonly Report[]> =>
  latestReports(report.target, dir, MAX_PAST_REPORTS, (found) => time(found) < time(report));
