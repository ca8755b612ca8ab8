import type { Report } from '../report/model.ts';
import { begunAt, shown } from '../report/text.ts';
import { truncated } from './view.ts';

/** UTF-16 units of a name, and of the id of a run. */
const NAME = 120;
const ID = 40;

/** Where a target is, as a reader knows it. */
export function whereOf({ target: { baseUrl, owner, repo, bundled } }: Pick<Report, 'target'>): string {
  if (bundled) return 'bundled reference service';
  return `${shown(baseUrl, NAME)} ${shown(`${owner}/${repo}`, NAME)}`;
}

/** A target as a reader knows it: what people call it, and where it is. */
export function targetName(report: Pick<Report, 'target'>): string {
  const { label } = report.target;
  return label === undefined ? whereOf(report) : `${shown(label, NAME)}, ${whereOf(report)}`;
}

/** One report of a matrix. */
export interface Column {
  /** A, B, …: no two have the same. */
  readonly letter: string;
  /** What people call the target, and where it is. */
  readonly name: string;
  /** What stands at the head of the column, short; two may have the same. */
  readonly head: string;
  /** Where its own report lies, as a page links to it; empty if nobody knows. */
  readonly href: string;
  readonly report: Report;
}

/** Columns of a terminal that a head takes at most: as much as fits when it is turned. */
const HEAD = 24;

/** What a target is called at the head of a column: its label, or the host and the repository. */
function headOf(report: Report): string {
  const { baseUrl, owner, repo, label, bundled } = report.target;
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
  const head = truncated(label ?? (bundled ? whereOf(report) : `${host} ${owner}/${repo}`), HEAD);
  return head.trim() === '' ? '(blank)' : head;
}

const LETTERS = 26;

/** A, B, … Z, AA, AB, … */
export function letterOf(index: number): string {
  const last = String.fromCharCode('A'.charCodeAt(0) + (index % LETTERS));
  return index < LETTERS ? last : letterOf(Math.floor(index / LETTERS) - 1) + last;
}

/**
 * The reports as columns; of reports on one target, the names say which run each is of.
 *
 * @param hrefs where the page of each report lies, in the same order
 */
export function targetColumns(reports: readonly Report[], hrefs: readonly string[] = []): readonly Column[] {
  const names = reports.map(targetName);
  return reports.map((report, index) => {
    const name = names[index] ?? '';
    const isAlone = names.indexOf(name) === names.lastIndexOf(name);
    return {
      letter: letterOf(index),
      name: isAlone ? name : `${name}, ${begunAt(report)}, run ${shown(report.run.id, ID)}`,
      head: headOf(report),
      href: hrefs[index] ?? '',
      report,
    };
  });
}

/** What a column is called in a few words. */
export const shortLabel = ({ letter, head }: Column): string => `${letter} ${head}`;
