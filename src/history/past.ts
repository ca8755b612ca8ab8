import type { Report } from '../report/model.ts';
import { readKept } from './kept-file.ts';
import { isSameTarget } from './same-target.ts';

/** Reports on one target. */
export interface Past {
  /** The oldest first. */
  readonly reports: readonly Report[];
  /** Names of files that are called like kept reports and are none that this version reads, of those that were looked at. */
  readonly unreadable: readonly string[];
}

const isSameRun = (one: Report, other: Report): boolean =>
  one.run.id === other.run.id && one.run.startedAt === other.run.startedAt;

const time = ({ run }: Report): number => Date.parse(run.startedAt);

const MOST = 29;

/**
 * The latest reports of a history on one target. Files are looked at from the newest name backwards until there are enough.
 *
 * @param most how many reports, at most
 * @param isWanted asked of each of them
 * @throws Error with a sentence where the folder is there and cannot be read
 */
export async function latestReports(
  target: Report['target'],
  dir: string,
  most: number,
  isWanted: (report: Report) => boolean = () => true,
): Promise<Past> {
  const reports: Report[] = [];
  if (most < 1) return { reports, unreadable: [] };
  const unreadable = await readKept(dir, {
    isOf: (found) => isSameTarget(found, target),
    take: (found) => {
      if (isWanted(found) && !reports.some((other) => isSameRun(other, found))) reports.push(found);
      return reports.length >= most;
    },
  });
  return { reports: reports.toSorted((one, other) => time(one) - time(other)), unreadable };
}

/**
 * The latest reports of a history on the target of a report, of runs that began before that run did.
 *
 * @param most how many reports, at most
 * @throws Error with a sentence where the folder is there and cannot be read
 */
export const pastReports = (report: Report, dir: string, most = MOST): Promise<Past> =>
  latestReports(report.target, dir, most, (found) => time(found) < time(report));
