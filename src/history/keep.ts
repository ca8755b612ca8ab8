import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { formats } from '../render/formats.ts';
import { json } from '../render/json.ts';
import { html } from '../render/people.ts';
import { type Report, reportSchema } from '../report/model.ts';
import { makeFolder, unwritable, writeTogether } from '../report-folder/files.ts';
import { authorOf } from '../report-folder/own-files.ts';
import { isDecidedRun } from './changes.ts';
import { historyName, keptNames, keptPage, keyIn, targetKey } from './kept-file.ts';
import { latestReports } from './past-reports.ts';

const unwritableHistory = (dir: string, error: unknown): Error =>
  unwritable('history', dir, 'HISTORY_DIR (--history)', error);

/** Creates the history folder before the run, so that no run is wasted. @throws {Error} with a sentence */
export async function prepareHistoryDir(dir: string): Promise<void> {
  await makeFolder(dir).catch((error: unknown) => {
    throw unwritableHistory(dir, error);
  });
}

/** Removes the oldest runs of a target, but for the last run that decided a gating rule. */
async function prune({ target }: Report, dir: string, keep: number): Promise<void> {
  const key = targetKey(target);
  const names = (await keptNames(dir)).filter((name) => keyIn(name) === key);
  const surplus = names.slice(keep);
  if (surplus.length === 0) return;
  const reports = await latestReports(key, dir, 1, isDecidedRun);
  const decided = new Set(reports.map(historyName));
  for (const name of surplus) {
    if (decided.has(name)) continue;
    const path = join(dir, name);
    if ((await authorOf(path, formats.json.begins)) === 'this program') await rm(path, { force: true });
    const page = keptPage(path);
    if ((await authorOf(page, formats.html.begins)) === 'this program') await rm(page, { force: true });
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
        [keptPage(path), { text: html(report), begins: formats.html.begins }],
      ]),
    );
    if (keep !== undefined) await prune(report, dir, keep);
    return path;
  } catch (error) {
    throw unwritableHistory(dir, error);
  }
}
