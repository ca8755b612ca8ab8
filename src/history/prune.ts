import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isGating } from '../model/words.ts';
import type { Report } from '../report/model.ts';
import { readReport } from '../report/read.ts';
import { keepReport } from './keep.ts';
import { keptNames, targetOf } from './kept-file.ts';
import { isSameTarget } from './past.ts';

/** Maximum files of a history that are examined, newest first. */
const MAX_FILES = 20_000;
/** Maximum reports read to find the last decided run. */
const MAX_REPORTS_READ = 100;

/** True if a run decided a gating rule and was not cut short. */
export const isDecidedRun = ({ outcome, run, rules }: Report): boolean =>
  outcome !== 'unusable' &&
  outcome !== 'broken' &&
  run.interrupted !== true &&
  rules.some((rule) => isGating(rule) && (rule.verdict === 'pass' || rule.verdict === 'fail'));

/**
 * Returns the paths of the kept runs of a target, newest first. Unreadable files are left out, and so never
 * removed.
 */
async function runsOf(target: Report['target'], dir: string): Promise<string[]> {
  const paths: string[] = [];
  for (const name of (await keptNames(dir)).slice(0, MAX_FILES)) {
    const path = join(dir, name);
    const found = await targetOf(path).catch(() => null);
    if (found !== null && isSameTarget(found, target)) paths.push(path);
  }
  return paths;
}

/** Returns the newest run that decided a gating rule; `null` if none of the first {@link MAX_REPORTS_READ} did. */
async function lastDecided(paths: readonly string[]): Promise<string | null> {
  for (const path of paths.slice(0, MAX_REPORTS_READ)) {
    const report = await readReport(path).catch(() => null);
    if (report !== null && isDecidedRun(report)) return path;
  }
  return null;
}

/**
 * Removes the oldest runs of a target from a history. The last `keep` runs stay, and so does the last run
 * that decided a gating rule. Runs of other targets and other files stay.
 * @returns the number of removed runs
 * @throws {Error} with a sentence if the folder cannot be read; the error of the file system if a run cannot
 * be removed
 */
export async function pruneHistory(target: Report['target'], dir: string, keep: number): Promise<number> {
  const paths = await runsOf(target, dir);
  const surplus = paths.slice(keep);
  if (surplus.length === 0) return 0;
  const decided = await lastDecided(paths);
  const removed = surplus.filter((path) => path !== decided);
  for (const path of removed) await rm(path, { force: true });
  return removed.length;
}

/**
 * Saves a report in a history and removes surplus runs of its target.
 * @param keep number of runs kept per target; all if undefined
 * @throws as {@link keepReport} and {@link pruneHistory} do
 */
export async function keepInHistory(report: Report, dir: string, keep: number | undefined): Promise<void> {
  await keepReport(report, dir);
  if (keep !== undefined) await pruneHistory(report.target, dir, keep);
}
