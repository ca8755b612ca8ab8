import type { Report } from '../report/model.ts';
import { begunAt, shown } from '../report/text.ts';
import { truncated } from './view.ts';

/** UTF-16 units of a name, and of the id of a run. */
const NAME = 120;
const ID = 40;

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
  /** A, B, …: unique. */
  readonly letter: string;
  /** Label and address of the target. */
  readonly name: string;
  /** Short heading of the column; headings may repeat. */
  readonly head: string;
  /** Address of the report for links; empty if unknown. */
  readonly href: string;
  readonly report: Report;
}

/** Terminal columns of a heading at most: a turned heading in a page has room for no more. */
const HEAD = 24;

const repositoryOf = ({ target: { owner, repo } }: Report): string => `${owner}/${repo}`;

/** Returns the heading of a column: the label, or the host, and the repository unless all have the same. */
function headOf(report: Report, isOneRepository: boolean): string {
  const { baseUrl, label, bundled } = report.target;
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
  const where = isOneRepository ? host : `${host} ${repositoryOf(report)}`;
  const head = truncated(label ?? (bundled ? whereOf(report) : where), HEAD);
  return head.trim() === '' ? '(blank)' : head;
}

const LETTERS = 26;

/** Returns A, B, … Z, AA, AB, … */
export function letterOf(index: number): string {
  const last = String.fromCharCode('A'.charCodeAt(0) + (index % LETTERS));
  return index < LETTERS ? last : letterOf(Math.floor(index / LETTERS) - 1) + last;
}

/**
 * Returns the reports as columns. Names of reports on the same target include the run.
 *
 * @param hrefs addresses of the pages of the reports, in the same order
 */
export function targetColumns(reports: readonly Report[], hrefs: readonly string[] = []): readonly Column[] {
  const names = reports.map(targetName);
  const isOneRepository = new Set(reports.map(repositoryOf)).size === 1;
  return reports.map((report, index) => {
    const name = names[index] ?? '';
    const isAlone = names.indexOf(name) === names.lastIndexOf(name);
    return {
      letter: letterOf(index),
      name: isAlone ? name : `${name}, ${begunAt(report)}, run ${shown(report.run.id, ID)}`,
      head: headOf(report, isOneRepository),
      href: hrefs[index] ?? '',
      report,
    };
  });
}

/** Returns letter and heading of a column. */
export const shortLabel = ({ letter, head }: Column): string => `${letter} ${head}`;
