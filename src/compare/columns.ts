import { begunAt } from '../report/begun-at.ts';
import type { Report } from '../report/model.ts';
import { shown } from '../report/shown.ts';
import { type Remark, remarksOn } from './remarks.ts';
import { shortName, targetName } from './target-name.ts';

/** One report of a matrix. */
export interface Column {
  /** A, B, …: stands for the name where that has no room. */
  readonly letter: string;
  /** What no other column is called. */
  readonly name: string;
  readonly report: Report;
  /** What has to be known of its run. */
  readonly remarks: readonly Remark[];
}

const ID = 40;
const LETTERS = 26;

/** A, B, … Z, AA, AB, … */
export function letterOf(index: number): string {
  const last = String.fromCharCode('A'.charCodeAt(0) + (index % LETTERS));
  return index < LETTERS ? last : letterOf(Math.floor(index / LETTERS) - 1) + last;
}

/** Names from the shortest to the one that tells most; where two are alike, the next longer one is tried. */
const NAMES: readonly ((report: Report, index: number) => string)[] = [
  shortName,
  targetName,
  (report) => `${shortName(report)}, ${begunAt(report)}`,
  (report) => `${targetName(report)}, ${begunAt(report)}`,
  (report) => `${targetName(report)}, ${begunAt(report)}, run ${shown(report.run.id, ID)}`,
  (report, index) => `${targetName(report)}, ${begunAt(report)}, report ${index + 1}`,
];

/** The reports as columns, each with a name that no other has. */
export function columnsOf(reports: readonly Report[]): readonly Column[] {
  const byLength = NAMES.map((nameOf) => reports.map(nameOf));
  const taken = new Set<string>();
  return reports.map((report, index) => {
    const letter = letterOf(index);
    const names = byLength.find((all) => {
      const name = all[index] ?? '';
      return !taken.has(name) && all.indexOf(name) === all.lastIndexOf(name);
    });
    const name = names?.[index] ?? `report ${letter}`;
    taken.add(name);
    return { letter, name, report, remarks: remarksOn(report) };
  });
}
