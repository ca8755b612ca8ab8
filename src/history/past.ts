import type { Report } from '../report/model.ts';
import { readKept } from './kept-file.ts';

type Target = Report['target'];

/** Normalises an address: the case of scheme and host, the default port, trailing slashes. */
function address(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl;
  return new URL(baseUrl).href.replace(/(?<!\/)\/+$/, '');
}

/** True if two reports are on one repository of one service. The bundled service is the same on any port. */
export function isSameTarget(one: Target, other: Target): boolean {
  if (one.bundled || other.bundled) return one.bundled && other.bundled;
  return (
    address(one.baseUrl) === address(other.baseUrl) && one.owner === other.owner && one.repo === other.repo
  );
}

/** Reports on one target. */
export interface Past {
  /** Oldest first. */
  readonly reports: readonly Report[];
  /** Names of examined files that are named like kept reports but unreadable for this version. */
  readonly unreadable: readonly string[];
}

const isSameRun = (one: Report, other: Report): boolean =>
  one.run.id === other.run.id && one.run.startedAt === other.run.startedAt;

const time = ({ run }: Report): number => Date.parse(run.startedAt);

const MAX_PAST_REPORTS = 29;

/**
 * Returns the latest reports on a target. Files are examined newest first until there are enough.
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
 * Returns the latest reports on the same target whose runs started earlier.
 * @param most maximum number of reports
 * @throws {Error} with a sentence if the folder cannot be read
 */
export const pastReports = (report: Report, dir: string, most = MAX_PAST_REPORTS): Promise<Past> =>
  latestReports(report.target, dir, most, (found) => time(found) < time(report));

/** A target of a history. */
export interface KeptTarget {
  /** The target as in its newest run. */
  readonly target: Target;
  /** Labels of its runs, once each, newest first. */
  readonly labels: readonly string[];
  /** Number of its runs among the examined files. */
  readonly runs: number;
}

/** Name by which the bundled service is chosen. */
export const BUNDLED = 'bundled';

/**
 * Returns the targets in a history, ordered by their newest runs.
 * @throws {Error} with a sentence if the folder cannot be read
 */
export async function keptTargets(
  dir: string,
): Promise<{ readonly targets: readonly KeptTarget[]; readonly unreadable: readonly string[] }> {
  const targets: { target: Target; labels: string[]; runs: number }[] = [];
  const count = (target: Target): void => {
    const known = targets.find((one) => isSameTarget(one.target, target));
    const found = known ?? { target, labels: [], runs: 0 };
    if (known === undefined) targets.push(found);
    found.runs += 1;
    if (target.label !== undefined && !found.labels.includes(target.label)) found.labels.push(target.label);
  };
  const unreadable = await readKept(dir, {
    isOf: (target) => {
      count(target);
      return false;
    },
    take: () => false,
  });
  return { targets, unreadable };
}

/** True if a name means a target: its label, address or repository, or address and repository. */
export function isMeantBy(name: string, { target, labels }: KeptTarget): boolean {
  if (labels.includes(name)) return true;
  if (target.bundled) return name === BUNDLED;
  const repository = `${target.owner}/${target.repo}`;
  const [where = '', ...rest] = name.split(' ');
  return (
    name === repository ||
    (address(where) === address(target.baseUrl) && (rest.length === 0 || rest.join(' ') === repository))
  );
}
