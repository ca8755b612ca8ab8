import { lstat, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../client/thrown.ts';
import { isGating } from '../model/words.ts';
import { formatFiles } from './format-names.ts';
import type { Report } from './model.ts';
import { ownerOf } from './own-files.ts';
import { readReport } from './read.ts';

const FOLDER = 'previous';
const FILE = 'failures.json';

/** Returns the path at which failures of an earlier run are kept in a report folder. */
export const previousFailures = (dir: string): string => join(dir, FOLDER, FILE);

const hasFailures = ({ rules }: Report): boolean => rules.some(({ verdict }) => verdict === 'fail');

const decidedBy = ({ rules }: Report): number =>
  rules.filter((rule) => isGating(rule) && (rule.verdict === 'pass' || rule.verdict === 'fail')).length;

/**
 * True if a report should replace the one that is kept. A run of selected rules never does. A run that was
 * interrupted or reached a limit must not replace one that decided more.
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

/** Returns an unused name beside the file. */
async function freeName(path: string): Promise<string> {
  for (let nth = 1; ; nth += 1) {
    const name = `${path}.kept-${nth}`;
    if ((await lstat(name).catch(() => null)) === null) return name;
  }
}

/**
 * Makes the folder for the kept report. @returns false if something else has its name, or the folder cannot
 * be made
 */
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
 * Keeps the `conformance.json` of an earlier run if it is worth it. The file is renamed, which works on a
 * full disk.
 *
 * @returns `null` if the report stays where it is; else its new path, and whether this is the usual one
 * @throws the error of the file system
 */
export async function keepFailures(
  dir: string,
): Promise<{ readonly path: string; readonly isUsual: boolean } | null> {
  const path = join(dir, formatFiles.json);
  const report = await readReport(path).catch(() => null);
  const usual = previousFailures(dir);
  // A report that this version cannot read may still be valuable.
  if (report !== null && !(await isWorthKeeping(report, usual))) return null;
  const isUsual = report !== null && (await makePlace(dir));
  const to = isUsual ? usual : await freeName(path);
  await rename(path, to);
  return { path: to, isUsual };
}
