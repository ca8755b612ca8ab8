import type { Report } from '../report/model.ts';
import { shown } from '../report/text.ts';

/** UTF-16 units of a name, and of the heading of a column. */
const NAME = 120;
const HEAD = 40;

/** Returns the address of a target for readers. */
export function whereOf({ target: { baseUrl, owner, repo, bundled } }: Pick<Report, 'target'>): string {
  if (bundled) return 'bundled reference service';
  return `${shown(baseUrl, NAME)} ${shown(`${owner}/${repo}`, NAME)}`;
}

/** Returns the label of a target, if it has one, and its address. */
export function targetName(report: Pick<Report, 'target'>): string {
  const { label } = report.target;
  return label === undefined ? whereOf(report) : `${shown(label, NAME)}, ${whereOf(report)}`;
}

/** One report of a matrix. */
export interface Column {
  /** Place of the column, counted from 1: headings may repeat. */
  readonly place: number;
  /** The label, or the host, and the repository unless all have the same. */
  readonly head: string;
  /** Address of the page of the report; empty if unknown. */
  readonly href: string;
  readonly report: Report;
}

const repositoryOf = ({ target: { owner, repo } }: Report): string => `${owner}/${repo}`;

function headOf(report: Report, isOneRepository: boolean): string {
  const { baseUrl, label, bundled } = report.target;
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
  const where = isOneRepository ? host : `${host} ${repositoryOf(report)}`;
  return shown(label?.trim() || (bundled ? whereOf(report) : where), HEAD).trim() || '(no address)';
}

/**
 * Returns the reports as columns.
 *
 * @param hrefs addresses of the pages of the reports, in the same order
 */
export function targetColumns(reports: readonly Report[], hrefs: readonly string[] = []): readonly Column[] {
  const isOneRepository = new Set(reports.map(repositoryOf)).size === 1;
  return reports.map((report, at) => ({
    place: at + 1,
    head: headOf(report, isOneRepository),
    href: hrefs[at] ?? '',
    report,
  }));
}
