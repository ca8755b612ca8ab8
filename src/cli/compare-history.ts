import { join } from 'node:path';
import { lastComparable } from '../compare/changes.ts';
import { whereOf } from '../compare/columns.ts';
import { keptNames, keyIn, keyOf } from '../history/kept-file.ts';
import { latestReports } from '../history/past.ts';
import type { Report } from '../report/model.ts';
import { readReport } from '../report/read.ts';
import { begunAt, countOf, shown } from '../report/text.ts';
import { say } from './output.ts';
import { UsageError } from './usage-error.ts';

/** Maximum runs examined to find one that is comparable with the last. */
const MAX_RUNS = 30;

/**
 * Returns the newest run in a history folder, and the latest earlier one of its target that is comparable.
 * `null` if there is only one run of this target.
 * @throws {UsageError} if no run can be read, or no earlier run is comparable
 */
export async function lastTwo(dir: string): Promise<readonly [before: Report, after: Report] | null> {
  const names = await keptNames(dir);
  let after: Report | null = null;
  for (const name of names) after ??= await readReport(join(dir, name)).catch(() => null);
  if (after === null)
    throw new UsageError(
      `The history folder ${JSON.stringify(dir)} holds no run that can be read; two are needed. Runs are kept there with HISTORY_DIR (--history).`,
    );
  const { target, run } = after;
  const what = `${target.label === undefined ? '' : `${shown(target.label)}, `}${whereOf({ target })}`;
  if (names.some((name) => keyIn(name) !== keyOf(target)))
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
