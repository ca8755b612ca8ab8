import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isGating } from '../model/rule-metadata.ts';
import { formats } from '../render/formats.ts';
import { json } from '../render/json.ts';
import { html } from '../render/people.ts';
import { type Report, reportSchema } from '../report/model.ts';
import { makeFolder, unwritable, writeTogether } from '../report-folder/files.ts';
import { ownerOf } from '../report-folder/own-files.ts';
import { historyName, keptNames, keyIn, pageOf, targetKey } from './kept-file.ts';
import { latestReports } from './past-reports.ts';

const unwritableHistory = (dir: string, error: unknown): Error =>
  unwritable('history', dir, 'HISTORY_DIR (--history)', error);

/** Creates the history folder before the run, so that no run is wasted. @throws {Error} with a sentence */
export async function prepareHistoryDir(dir: string): Promise<void> {
  await makeFolder(dir).catch((error: unknown) => {
    throw unwritableHistory(dir, error);
  });
}

/** True if a run decided a gating rule and was not cut short. */
export const isDecidedRun = ({ outcome, run, rules }: Report): boolean =>
  outcome !== 'unusable' &&
  outcome !== 'broken' &&
  run.interrupted !== true &&
  rules.some((rule) => isGating(rule) && (rule.verdict === 'pass' || rule.verdict === 'fail'));

/** Removes the oldest runs of a target, but for the last run that decided a gating rule. */
async function prune({ target }: Report, dir: string, keep: number): Promise<void> {
  const names = (await keptNames(dir)).filter((name) => keyIn(name) === targetKey(target));
  const surplus = names.slice(keep);
  if (surplus.length === 0) return;
  const reports = await latestReports(target, dir, 1, isDecidedRun);
  const decided = new Set(reports.map(historyName));
  for (const name of surplus) {
    if (decided.has(name)) continue;
    const path = join(dir, name);
    if ((await ownerOf(path, 'json')) === 'this program') await rm(path, { force: true });
    if ((await ownerOf(pageOf(path), 'html')) === 'this program') await rm(pageOf(path), { force: true });
  }
}

/**
 * Saves a report and its page with earlier ones. Several runs may do so concurrently.
 * @param keep number of runs kept per target; all if undefined
 */
export async function keepInHistory(report: Report, dir: string, keep?: number): Promise<string> {
  const text = json(reportSchema.parse(report));
  const path = join(resolve(dir), historyName(report));
  try {
    await makeFolder(dir);
    await writeTogether(
      new Map([
        [path, { text, begins: formats.json.begins }],
        [pageOf(path), { text: html(report), begins: formats.html.begins }],
      ]),
    );
    if (keep !== undefined) await prune(report, dir, keep);
    return path;
  } catch (error) {
    throw unwritableHistory(dir, error);
  }
}
