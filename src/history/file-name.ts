import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Report } from '../report/model.ts';

const LONGEST_ID = 40;
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[\w-]+\.json$/;

/**
 * What the report of a run is called in a history: `2026-11-20T16-18-09.123Z-0f3a9c21bd.json`. Names sort by time.
 *
 * @param again how many reports have that name already; those after the first get a number
 */
export function historyName({ run }: Pick<Report, 'run'>, again = 0): string {
  const time = new Date(run.startedAt).toISOString().replaceAll(':', '-');
  const id = run.id.replaceAll(/[^\w-]+/g, '-').slice(0, LONGEST_ID) || 'run';
  return `${time}-${id}${again === 0 ? '' : `-${again + 1}`}.json`;
}

/** Whether a file of a history folder is called as a kept report is. */
export const isHistoryName = (name: string): boolean => NAME.test(name);

/** Where a history keeps a report, as an address from a report folder; there is none on another disk, and none without a history. */
export function linksInto(
  historyDir: string | undefined,
  reportDir: string,
): (report: Report) => string | null {
  return (report) => {
    if (historyDir === undefined) return null;
    const path = relative(resolve(reportDir), join(resolve(historyDir), historyName(report)));
    return isAbsolute(path) ? null : path.split(sep).map(encodeURIComponent).join('/');
  };
}
