import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../report/model.ts';
import { readReport } from '../report/read.ts';
import { isSameTarget, keptNames, keyIn, keyOf } from './kept-file.ts';

type Target = Report['target'];

/** Reports on one target. */
export interface Past {
  /** Oldest first. */
  readonly reports: readonly Report[];
  /** Names of examined files that are named like kept reports but unreadable for this version. */
  readonly unreadable: readonly string[];
}

/**
 * Returns the latest reports on a target.
 * @param most maximum number of reports
 * @param isWanted filters the reports
 * @throws {Error} with a sentence if the folder cannot be read
 */
export async function latestReports(
  target: Target,
  dir: string,
  most: number,
  isWanted: (report: Report) => boolean = () => true,
): Promise<Past> {
  const key = keyOf(target);
  const names = (await keptNames(dir)).filter((name) => keyIn(name) === key);
  const reports: Report[] = [];
  const unreadable: string[] = [];
  for (const name of names) {
    if (reports.length >= most) break;
    const path = join(dir, name);
    const report = await readReport(path).catch(() => null);
    // Another process may have removed the file meanwhile.
    if (report === null && existsSync(path)) unreadable.push(name);
    if (report !== null && isSameTarget(report.target, target) && isWanted(report)) reports.push(report);
  }
  return { reports: reports.toReversed(), unreadable };
}

const MAX_PAST_REPORTS = 29;
const time = ({ run }: Report): number => Date.parse(run.startedAt);

/**
 * Returns the latest reports on the same target whose runs started earlier.
 * @throws {Error} with a sentence if the folder cannot be read
 */
export const pastReports = (report: Report, dir: string): Promise<Past> =>
  latestReports(report.target, dir, MAX_PAST_REPORTS, (found) => time(found) < time(report));
