import { join } from 'node:path';
import { messageOf } from '../client/thrown.ts';
import { isSameTarget } from '../history/kept-file.ts';
import { latestReports } from '../history/past.ts';
import type { Report } from '../report/model.ts';
import { readReport } from '../report/read.ts';
import { inert } from '../report/text.ts';
import type { Ended } from './child.ts';
import { HISTORY, type ListedTarget, reportedTarget } from './file.ts';
import { type FailOn, type Result, type TargetStatus, targetStatus } from './status.ts';

const none = (noResult: string): Result => ({ report: null, noResult });

/** Maximum runs of a target searched for the last decision on a rule. */
const MAX_RUNS = 90;

/** True if a report is on the target, under any label, or on none, as after an invalid setting. */
const isOf = ({ target }: Report, wanted: ListedTarget): boolean =>
  target.baseUrl === '' || isSameTarget(target, reportedTarget(wanted.settings));

/**
 * Returns the report in a folder, or why there is none of this target.
 * @param earlier id of an earlier run whose report does not count; `null` accepts any report
 */
export async function resultIn(
  folder: string,
  target: ListedTarget,
  earlier: string | null = null,
): Promise<Result> {
  const report = await readReport(folder).catch(messageOf);
  if (typeof report === 'string') return none(`there is no report that can be read: ${report}`);
  if (!isOf(report, target)) {
    const { baseUrl, owner, repo, label } = report.target;
    const named = inert(`${label === undefined ? '' : `${label}, `}${baseUrl} ${owner}/${repo}`);
    return none(`the report is of another target (${named}), and was refused`);
  }
  if (report.run.id === earlier) return none('the run left no report');
  // The placeholder of a run that was killed.
  const { outcome, rules, run } = report;
  if (outcome === 'incomplete' && rules.length === 0 && run.interrupted === true)
    return none('the run did not finish');
  return { report, noResult: null };
}

/** Returns the id of the run whose report is in a folder; `null` if there is none. */
export const runIdIn = (folder: string): Promise<string | null> =>
  readReport(folder).then(
    ({ run }) => run.id,
    () => null,
  );

/** Returns the result of a run's process. */
export async function targetResult(
  { stopped, status, errors }: Ended,
  folder: string,
  target: ListedTarget,
  earlier: string | null,
): Promise<Result> {
  const result = await resultIn(folder, target, earlier);
  if (result.report !== null) return result;
  const ended = status === null ? 'its process was killed' : `its process ended with ${status}`;
  const said = inert(errors.trim().split('\n').at(-1) ?? '');
  return none(`${stopped ?? ended}${said === '' ? '' : ` (${said})`}; ${result.noResult}`);
}

/** Compares the result of a target with its runs in the site's history. */
export async function statusIn(
  out: string,
  target: ListedTarget,
  result: Result,
  failOn: FailOn,
): Promise<TargetStatus> {
  const begun = result.report === null ? Number.POSITIVE_INFINITY : Date.parse(result.report.run.startedAt);
  const reports = await latestReports(
    reportedTarget(target.settings),
    join(out, HISTORY),
    MAX_RUNS,
    ({ run }) => Date.parse(run.startedAt) < begun,
  );
  return targetStatus(target.label, result, reports, {
    allowIncomplete: target.settings.ALLOW_INCOMPLETE,
    failOn,
  });
}
