import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isGating } from '../engine/words.ts';
import type { Report } from '../report/model.ts';
import { readReport } from '../report/read.ts';
import { keepReport } from './keep.ts';
import { keptNames, targetOf } from './kept-file.ts';
import { isSameTarget } from './past.ts';

/** Files of a history that are looked at, the newest first. */
const MOST_FILES = 20_000;
/** Reports that are read to find the last decided run. */
const MOST_READ = 100;

/** True if a run decided a gating rule and came to its end. */
export const isDecidedRun = ({ outcome, run, rules }: Report): boolean =>
  outcome !== 'unusable' &&
  outcome !== 'broken' &&
  run.interrupted !== true &&
  rules.some((rule) => isGating(rule) && (rule.verdict === 'pass' || rule.verdict === 'fail'));

/** The paths of the kept runs of a target, the newest first. What cannot be read is left out: it stays. */
async function runsOf(target: Report['target'], dir: string): Promise<string[]> {
  const paths: string[] = [];
  for (const name of (await keptNames(dir)).slice(0, MOST_FILES)) {
    const path = join(dir, name);
    const found = await targetOf(path).catch(() => null);
    if (found !== null && isSameTarget(found, target)) paths.push(path);
  }
  return paths;
}

/** Returns the newest of the runs that decided a gating rule; `null` if none of those that are read did. */
async function lastDecided(paths: readonly string[]): Promise<string | null> {
  for (const path of paths.slice(0, MOST_READ)) {
    const report = await readReport(path).catch(() => null);
    if (report !== null && isDecidedRun(report)) return path;
  }
  return null;
}

/**
 * Removes the oldest runs of a target from a history: the last `keep` runs stay, and always the last run that decided a
 * gating rule. Runs of other targets, and files that are no kept reports, stay.
 *
 * @returns how many runs were removed
 * @throws Error with a sentence if the folder cannot be read; the error of the file system if a run cannot be removed
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
 * Keeps the report of a run in a history, and removes runs of its target that are too many.
 *
 * @param keep how many runs of a target are kept; all if not given
 * @throws as {@link keepReport} and {@link pruneHistory} do
 */
export async function keepInHistory(report: Report, dir: string, keep: number | undefined): Promise<void> {
  await keepReport(report, dir);
  if (keep !== undefined) await pruneHistory(report.target, dir, keep);
}
