import type { Report } from '../report/model.ts';
import { readKept } from './kept-file.ts';

type Target = Report['target'];

/** An address without what makes no difference: the case of scheme and host, a usual port, a slash at the end. */
function address(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl;
  return new URL(baseUrl).href.replace(/(?<!\/)\/+$/, '');
}

/** Whether two reports are on one repository of one service. The bundled service is one, though its port differs each time. */
export function isSameTarget(one: Target, other: Target): boolean {
  if (one.bundled || other.bundled) return one.bundled && other.bundled;
  return (
    address(one.baseUrl) === address(other.baseUrl) && one.owner === other.owner && one.repo === other.repo
  );
}

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
 * The latest reports of a history on the target of a report, of runs that began before that run did.
 *
 * @param most how many reports, at most
 * @throws Error with a sentence where the folder is there and cannot be read
 */
export const pastReports = (report: Report, dir: string, most = MOST): Promise<Past> =>
  latestReports(report.target, dir, most, (found) => time(found) < time(report));

/** One target of a history. */
export interface KeptTarget {
  /** As its newest run has it. */
  readonly target: Target;
  /** What its runs call it, each name once, the newest first. */
  readonly labels: readonly string[];
  /** How many runs of it are kept, of those that were looked at. */
  readonly runs: number;
}

/** What the bundled service is called where a target is chosen by name. */
export const BUNDLED = 'bundled';

/**
 * The targets that a history holds runs of, in the order of their newest runs.
 *
 * @throws Error with a sentence where the folder is there and cannot be read
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

/** Whether a target is meant by a name: its label, its address, its repository, or its address and its repository. */
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
