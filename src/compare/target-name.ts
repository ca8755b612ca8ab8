import type { Report } from '../report/model.ts';
import { shown } from '../report/shown.ts';

const NAME = 120;

/** Where a target is, as a reader knows it. */
export function whereOf({ target: { baseUrl, owner, repo, bundled } }: Pick<Report, 'target'>): string {
  if (bundled) return 'bundled reference service';
  return `${shown(baseUrl, NAME)} ${shown(`${owner}/${repo}`, NAME)}`;
}

/** What a target is called where there is room for one name: as people call it, or else by where it is. */
export function shortName(report: Pick<Report, 'target'>): string {
  const { label } = report.target;
  return label === undefined ? whereOf(report) : shown(label, NAME);
}

/** A target as a reader knows it: what people call it, and where it is. */
export function targetName(report: Pick<Report, 'target'>): string {
  return report.target.label === undefined ? whereOf(report) : `${shortName(report)}, ${whereOf(report)}`;
}
