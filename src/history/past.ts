import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../report/model.ts';
import { readReport } from '../report/read.ts';
import { addressOf, isSameTarget, keptNames, keyIn, keyOf } from './kept-file.ts';

type Target = Report['target'];

/** Reports on one target. */
export interface Past {
  /** Oldest first. */
  readonly reports: readonly Report[];
  /** Names of examined files that are named like kept reports but unreadable for this version. */
  readonly unreadable: readonly string[];
}

/** Files of a target that are examined, newest first. */
const MAX_FILES = 2000;

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
  for (const name of names.slice(0, MAX_FILES)) {
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

/** A target of a history, as in its newest run. */
export interface KeptTarget {
  readonly target: Target;
  /** Number of its runs. */
  readonly runs: number;
}

/**
 * Returns the targets in a history, ordered by their newest runs.
 * @throws {Error} with a sentence if the folder cannot be read
 */
export async function keptTargets(dir: string): Promise<readonly KeptTarget[]> {
  const found = new Map<string | null, { target: Target | null; runs: number }>();
  for (const name of await keptNames(dir)) {
    const known = found.get(keyIn(name)) ?? { target: null, runs: 0 };
    found.set(keyIn(name), known);
    known.runs += 1;
    known.target ??= await readReport(join(dir, name)).then(
      ({ target }) => target,
      () => null,
    );
  }
  return [...found.values()].flatMap(({ target, runs }) => (target === null ? [] : [{ target, runs }]));
}

/** Name by which the bundled service is chosen. */
export const BUNDLED = 'bundled';

/** True if a name means a target: its label, address or repository, or address and repository. */
export function isMeantBy(name: string, { target }: KeptTarget): boolean {
  if (name === target.label) return true;
  if (target.bundled) return name === BUNDLED;
  const repository = `${target.owner}/${target.repo}`;
  const [where = '', ...rest] = name.split(' ');
  return (
    name === repository ||
    (addressOf(where) === addressOf(target.baseUrl) && (rest.length === 0 || rest.join(' ') === repository))
  );
}
