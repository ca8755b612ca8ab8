import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../client/thrown.ts';
import { formats } from '../render/formats.ts';
import type { Report } from '../report/model.ts';
import { isResult } from '../report/strict-exit-status.ts';
import { authorOf } from './own-files.ts';
import { readReport } from './read.ts';

/** Returns the path at which failures of an earlier run are kept in a report folder. */
export const previousFailures = (dir: string): string => join(dir, 'previous', 'failures.json');

/** True if a report is of a whole run that decided something and has failures. */
const hasFailures = (report: Report): boolean =>
  isResult(report) && report.run.selection === null && report.rules.some(({ verdict }) => verdict === 'fail');

const isCutShort = ({ run, rules }: Report): boolean =>
  run.interrupted === true || rules.some(({ cause }) => cause === 'limit');

/**
 * Keeps the report of an earlier whole run with failures. A run that did not come to its end displaces none. The file is
 * renamed, which works on a full disk.
 *
 * @returns false if the report stays where it is
 */
export async function keepFailures(dir: string): Promise<boolean> {
  const path = join(dir, formats.json.file);
  const report = await readReport(path).catch(() => null);
  if (report === null || !hasFailures(report)) return false;
  if (isCutShort(report) && existsSync(previousFailures(dir))) return false;
  const kept = previousFailures(dir);
  try {
    await mkdir(dirname(kept), { recursive: true });
    if ((await authorOf(kept, formats.json.begins)) === 'somebody else') return false;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return false;
  }
  await rename(path, kept);
  return true;
}
