import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { changes, lastComparable } from '../history/changes.ts';
import { changesDocument } from '../history/changes-document.ts';
import { isSameTarget, keptNames } from '../history/kept-file.ts';
import { matrix } from '../history/matrix.ts';
import { matrixDocument } from '../history/matrix-document.ts';
import { pastReports } from '../history/past-reports.ts';
import { countOf } from '../model/text.ts';
import { formats } from '../render/formats.ts';
import { type LayoutName, layouts } from '../render/layouts.ts';
import { widthOf } from '../render/style.ts';
import type { Report } from '../report/model.ts';
import { readReport } from '../report-folder/read.ts';
import { pasteable } from '../settings/invocation.ts';
import { outputOptions, printStderr } from './output.ts';
import { rejectAsUsageError, UsageError, writeOutput } from './usage.ts';

/**
 * Returns the newest run in a history folder, and the latest earlier one of its target that is comparable.
 * `null` if there is only one run of this target.
 * @throws {UsageError} if no run can be read, or no earlier run is comparable
 */
async function lastTwo(dir: string): Promise<readonly Report[] | null> {
  let after: Report | null = null;
  for (const name of await keptNames(dir)) after ??= await readReport(join(dir, name)).catch(() => null);
  if (after === null)
    throw new UsageError(
      `The history folder ${JSON.stringify(dir)} has no readable run; \`compare\` needs two. HISTORY_DIR (--history) keeps runs.`,
    );
  const earlier = await pastReports(after, dir);
  if (earlier.length === 0) {
    printStderr(`${JSON.stringify(dir)} has only one run of its newest target; \`compare\` needs two`);
    return null;
  }
  const before = lastComparable(earlier, after);
  if (before !== null) return [before, after];
  throw new UsageError(
    `None of the ${countOf(earlier.length, 'run')} before the last can be compared with it: they were unusable, broken, interrupted, decided nothing, or tried other rules. Name two reports instead: ${pasteable('compare OLDER NEWER')}`,
  );
}

/**
 * Returns the reports at the paths, or the last two of a history folder; `null` if that has only one run.
 * @throws {UsageError} if a path cannot be used
 */
async function reportsOf(paths: readonly string[]): Promise<readonly Report[] | null> {
  const [only = ''] = paths;
  if (paths.length === 1 && existsSync(only) && statSync(only).isDirectory())
    return lastTwo(only).catch(rejectAsUsageError);
  const reports: Report[] = [];
  // One after the other, so that the error names the first unreadable one.
  for (const path of paths) reports.push(await readReport(path).catch(rejectAsUsageError));
  return reports;
}

/** True if two reports are of one target: at one address, or with the same label. */
const isOneTarget = ({ target: one }: Report, { target: other }: Report): boolean =>
  isSameTarget(one, other) || (one.label !== undefined && one.label === other.label);

/**
 * Compares reports: the changes between two runs of one target, or a matrix of several targets. For a history
 * folder it compares the last two runs of its newest target.
 * @returns the exit status: 1 if two reports of one target show something worse, else 0
 * @throws {UsageError} if a report cannot be read or compared, or the file cannot be written
 */
export async function compareCommand(
  paths: readonly string[],
  format: LayoutName,
  output: string | undefined,
): Promise<number> {
  const reports = await reportsOf(paths);
  if (reports === null) return 0;
  const [before, after] = reports;
  if (before === undefined || after === undefined)
    throw new UsageError(
      `1 report was given; at least two are needed: ${pasteable('compare OLDER/conformance.json NEWER/conformance.json')}; or one history folder, in which runs are kept (HISTORY_DIR, --history)`,
    );
  const isMatrix = reports.length > 2 || !isOneTarget(before, after);
  const found = changes(before, after);
  if (!isMatrix && found.incomparable !== null) throw new UsageError(found.incomparable);
  const document = isMatrix ? matrixDocument(matrix(reports)) : changesDocument(found);
  const options = output === undefined ? outputOptions() : { color: false, width: widthOf({}) };
  const text = layouts[format](document, options);
  // Pages alone say who wrote them.
  await writeOutput(format === 'html' ? { text, begins: formats.html.begins } : { text }, output);
  return !isMatrix && found.worse ? 1 : 0;
}
