import { lstat, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../client/thrown.ts';
import { isGating } from '../engine/words.ts';
import { formatFiles } from './format-names.ts';
import type { Report } from './model.ts';
import { ownerOf } from './own-files.ts';
import { readReport } from './read.ts';

/** Where the failures of an earlier run are kept, in the report folder. */
const FOLDER = 'previous';
const FILE = 'failures.json';

/** The file in a report folder that keeps the failures of an earlier run. */
export const previousFailures = (dir: string): string => join(dir, FOLDER, FILE);

const hasFailures = ({ rules }: Report): boolean => rules.some(({ verdict }) => verdict === 'fail');

const decidedBy = ({ rules }: Report): number =>
  rules.filter((rule) => isGating(rule) && (rule.verdict === 'pass' || rule.verdict === 'fail')).length;

/**
 * Returns true if a report is to be kept, in the place of the one that is kept already. A run of some rules never is. An
 * interrupted run, or one that reached a limit, must not displace what a run found that decided more.
 */
async function isWorthKeeping(report: Report, usual: string): Promise<boolean> {
  const { run, rules, outcome } = report;
  if (!hasFailures(report) || run.selection !== null) return false;
  if (outcome === 'unusable' || outcome === 'broken') return false;
  const kept = await readReport(usual).catch(() => null);
  if (kept === null) return true;
  if (run.interrupted === true) return false;
  return !rules.some(({ cause }) => cause === 'limit') || decidedBy(report) >= decidedBy(kept);
}

/** A name beside the file that nothing has. */
async function freeName(path: string): Promise<string> {
  for (let nth = 1; ; nth += 1) {
    const name = `${path}.kept-${nth}`;
    if ((await lstat(name).catch(() => null)) === null) return name;
  }
}

/** Makes the folder for the kept report. @returns false if something else has its name, or no folder can be made */
async function makePlace(dir: string): Promise<boolean> {
  const path = join(dir, FOLDER);
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') return false;
    return (await lstat(path)).isDirectory() && (await ownerOf(join(path, FILE), 'json')) !== 'somebody else';
  }
}

/**
 * Keeps the `conformance.json` of an earlier run if its failures are worth it. It is renamed, so a full disk costs nothing.
 *
 * @returns `null` if the report is not worth keeping, and still there; else where it is, and whether that is its usual place
 * @throws the error of the file system
 */
export async function keepFailures(
  dir: string,
): Promise<{ readonly path: string; readonly isUsual: boolean } | null> {
  const path = join(dir, formatFiles.json);
  const report = await readReport(path).catch(() => null);
  const usual = previousFailures(dir);
  // A report that this version cannot read may be of value all the same.
  if (report !== null && !(await isWorthKeeping(report, usual))) return null;
  const isUsual = report !== null && (await makePlace(dir));
  const to = isUsual ? usual : await freeName(path);
  await rename(path, to);
  return { path: to, isUsual };
}
