import { join } from 'node:path';
import { grouped } from '../report/groups.ts';
import type { Report } from '../report/model.ts';
import { readReport } from '../report-folder/read.ts';
import { type Changes, changes, lastComparable } from './changes.ts';
import { keptNames, keyIn, targetKey } from './kept-file.ts';
import { pastReports } from './past-reports.ts';

/** The last run of a target, compared with the last one before it that can be. */
export interface LastRuns {
  readonly report: Report;
  /** `null` if there is only one run, or none to compare with. */
  readonly changes: Changes | null;
  /** The reason that no earlier run can be compared, as a sentence; `null` if one can, or if there is only one run. */
  readonly reason: string | null;
}

/** Compares the last runs of each target in a history folder, the target of the newest run first. Unreadable runs are left out. */
export async function lastRunsIn(dir: string): Promise<readonly LastRuns[]> {
  const found: LastRuns[] = [];
  for (const names of grouped(await keptNames(dir), (name) => keyIn(name) ?? '')) {
    let report: Report | null = null;
    for (const name of names) {
      report = await readReport(join(dir, name)).catch(() => null);
      if (report !== null && targetKey(report.target) === keyIn(name)) break;
      report = null;
    }
    if (report === null) continue;
    const earlier = await pastReports(report, dir);
    const before = lastComparable(earlier, report);
    found.push({
      report,
      changes: before === null ? null : changes(before, report),
      reason:
        before !== null || earlier.length === 0
          ? null
          : `None of the runs before the last (${earlier.length}) can be compared with it: each was unusable, broken or interrupted, decided nothing, or tried other rules.`,
    });
  }
  return found;
}
