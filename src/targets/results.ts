import { join } from 'node:path';
import { messageOf } from '../client/thrown.ts';
import { isSameTarget, latestReports, targetKey } from '../history/kept-runs.ts';
import { escapeHarmful } from '../model/text.ts';
import type { Report } from '../report/model.ts';
import { readReport } from '../report-folder/read.ts';
import { HISTORY, type ListedTarget, reportedTarget } from './file.ts';
import { type FailOn, type TargetResult, type TargetStatus, targetStatus } from './status.ts';

const none = (noResult: string): TargetResult => ({ report: null, noResult });

/** Maximum runs of a target searched for the last decision on a rule. */
const MAX_RUNS = 90;

/** True if a report is on the target, under any label, or on none, as after an invalid setting. */
const isOf = ({ target }: Report, wanted: ListedTarget): boolean =>
  target.baseUrl === '' || isSameTarget(target, reportedTarget(wanted.settings));

/**
 * Returns the report in a folder, or why there is none of this target.
 * @param since milliseconds since 1970; the report of a run that began earlier does not count
 */
export async function resultIn(folder: string, target: ListedTarget, since = 0): Promise<TargetResult> {
  const report = await readReport(folder).catch(messageOf);
  if (typeof report === 'string') return none(`there is no report that can be read: ${report}`);
  if (!isOf(report, target)) {
    const { baseUrl, owner, repo, label = '' } = report.target;
    return none(
      `the report is of another target (${escapeHarmful(`${label} ${baseUrl} ${owner}/${repo}`)}), and was refused`,
    );
  }
  const { outcome, rules, run } = report;
  if (Date.parse(run.startedAt) < since) return none('the run left no report');
  // The placeholder of a run that was killed.
  if (outcome === 'incomplete' && rules.length === 0 && run.interrupted === true)
    return none('the run did not finish');
  return { report, noResult: null };
}

/** Compares the result of a target with its runs in the site's history. */
export async function statusIn(
  out: string,
  target: ListedTarget,
  result: TargetResult,
  failOn: FailOn,
): Promise<TargetStatus> {
  const begun = result.report === null ? Number.POSITIVE_INFINITY : Date.parse(result.report.run.startedAt);
  const reports = await latestReports(
    targetKey(reportedTarget(target.settings)),
    join(out, HISTORY),
    MAX_RUNS,
    ({ run }) => Date.parse(run.startedAt) < begun,
  );
  return targetStatus(target.label, result, reports, {
    allowIncomplete: target.settings.ALLOW_INCOMPLETE,
    failOn,
  });
}
