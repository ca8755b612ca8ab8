import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { changes, lastComparable } from '../compare/changes.ts';
import { changesDocument } from '../compare/changes-document.ts';
import { matrix, whereOf } from '../compare/matrix.ts';
import { matrixDocument } from '../compare/matrix-document.ts';
import { type LayoutName, layouts } from '../document/layouts.ts';
import { colorWanted, widthOf } from '../document/style.ts';
import { formats } from '../formats/formats.ts';
import { isSameTarget, keptNames, keyIn, targetKey } from '../history/kept-file.ts';
import { latestReports } from '../history/past.ts';
import type { Report } from '../report/model.ts';
import { readReport } from '../report/read.ts';
import { begunAt, countOf, shown } from '../report/text.ts';
import { say } from './output.ts';
import { rejectAsUsageError, UsageError, writeOutput } from './usage-error.ts';

/** Maximum runs examined to find one that is comparable with the last. */
const MAX_RUNS = 30;

/**
 * Returns the newest run in a history folder, and the latest earlier one of its target that is comparable.
 * `null` if there is only one run of this target.
 * @throws {UsageError} if no run can be read, or no earlier run is comparable
 */
async function lastTwo(dir: string): Promise<readonly [before: Report, after: Report] | null> {
  const names = await keptNames(dir);
  let after: Report | null = null;
  for (const name of names) after ??= await readReport(join(dir, name)).catch(() => null);
  if (after === null)
    throw new UsageError(
      `The history folder ${JSON.stringify(dir)} holds no run that can be read; two are needed. Runs are kept there with HISTORY_DIR (--history).`,
    );
  const { target, run } = after;
  const what = `${target.label === undefined ? '' : `${shown(target.label)}, `}${whereOf({ target })}`;
  if (names.some((name) => keyIn(name) !== targetKey(target)))
    say(
      `${JSON.stringify(dir)} holds runs of several targets; ${what} has the newest. For another one, name two of its reports.`,
    );
  const earlier = await latestReports(target, dir, MAX_RUNS, (report) => report.run.id !== run.id);
  if (earlier.length === 0) {
    say(
      `${JSON.stringify(dir)} holds one run of ${what}, that of ${begunAt(after)}; nothing can be compared yet`,
    );
    return null;
  }
  const before = lastComparable(earlier, after);
  if (before === null)
    throw new UsageError(
      `None of the ${countOf(earlier.length, 'run')} of ${what} before the last can be compared with it (that of ${begunAt(after)}): they were unusable, broken, interrupted, decided nothing, or tried other rules. Name two reports instead: issue-conformance compare OLDER NEWER`,
    );
  return [before, after];
}

export interface CompareFlags {
  readonly format: LayoutName;
  readonly output?: string;
}

/** Reads the reports in sequence, so that the error names the first unreadable one. */
async function readAll(paths: readonly string[]): Promise<Report[]> {
  const reports: Report[] = [];
  for (const path of paths) reports.push(await readReport(path).catch(rejectAsUsageError));
  return reports;
}

/**
 * Returns the reports at the paths, or the last two of a history folder; `null` if that has only one run.
 * @throws {UsageError} if a path cannot be used
 */
async function reportsOf(paths: readonly string[]): Promise<readonly Report[] | null> {
  const [only] = paths;
  if (only !== undefined && paths.length === 1 && existsSync(only) && statSync(only).isDirectory())
    return lastTwo(only).catch(rejectAsUsageError);
  return readAll(paths);
}

/** True if two reports are of one target: at one address, or with the same label. */
const isOneTarget = ({ target: one }: Report, { target: other }: Report): boolean =>
  isSameTarget(one, other) || (one.label !== undefined && one.label === other.label);

/** Returns the link from the output file to the page of a report; empty if there is none. */
function hrefOf(path: string, output: string | undefined): string {
  const page = resolve(
    dirname(path.endsWith('.json') ? path : join(path, formats.json.file)),
    formats.html.file,
  );
  if (output === undefined || !existsSync(page)) return '';
  return relative(dirname(resolve(output)), page)
    .split(sep)
    .map(encodeURIComponent)
    .join('/');
}

/**
 * Compares reports: the changes between two runs of one target, or a matrix of several targets. For a history
 * folder it compares the last two runs of the target that has the newest.
 * @returns the exit status: 1 if two reports of one target show something worse, else 0
 * @throws {UsageError} if a report cannot be read or compared, or the file cannot be written
 */
export async function compareCommand(
  paths: readonly string[],
  { format, output }: CompareFlags,
): Promise<number> {
  const reports = await reportsOf(paths);
  if (reports === null) return 0;
  const [before, after] = reports;
  if (before === undefined || after === undefined)
    throw new UsageError(
      `${paths.length} report was given; at least two are needed: issue-conformance compare OLDER/conformance.json NEWER/conformance.json; or one history folder, in which runs are kept (HISTORY_DIR, --history)`,
    );
  const options =
    output === undefined
      ? { color: colorWanted(process.stdout), width: widthOf(process.stdout) }
      : { color: false, width: widthOf({}) };
  if (reports.length > 2 || !isOneTarget(before, after)) {
    const hrefs = paths.length === reports.length ? paths.map((path) => hrefOf(path, output)) : [];
    await writeOutput(layouts[format](matrixDocument(matrix(reports, hrefs)), options), output, 'w');
    return 0;
  }
  const found = changes(before, after);
  if (found.incomparable !== null) throw new UsageError(found.incomparable);
  await writeOutput(layouts[format](changesDocument(found), options), output, 'w');
  return found.worse ? 1 : 0;
}
