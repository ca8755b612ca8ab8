import { join } from 'node:path';
import { readReport } from '../folder/read.ts';
import type { Report } from '../report/model.ts';
import { isSameTarget, keptNames, keyIn, targetKey } from './kept-file.ts';

type Target = Report['target'];

/** Returns at most `most` of the latest reports on a target, the oldest first. Unreadable files are passed over. */
export async function latestReports(
  target: Target,
  dir: string,
  most: number,
  isWanted: (report: Report) => boolean = () => true,
): Promise<readonly Report[]> {
  const key = targetKey(target);
  const names = (await keptNames(dir)).filter((name) => keyIn(name) === key);
  const reports: Report[] = [];
  for (const name of names) {
    if (reports.length >= most) break;
    const report = await readReport(join(dir, name)).catch(() => null);
    if (report !== null && isSameTarget(report.target, target) && isWanted(report)) reports.push(report);
  }
  return reports.toReversed();
}

const MAX_PAST_REPORTS = 29;
const time = ({ run }: Report): number => Date.parse(run.startedAt);

/** Returns the latest reports on the same target whose runs started earlier, the oldest first. */
export const pastReports = (report: Report, dir: string): Promise<readonly Report[]> =>
  latestReports(report.target, dir, MAX_PAST_REPORTS, (found) => time(found) < time(report));
