import type { Report, RuleReport } from '../report/model.ts';
import { shown } from '../report/shown.ts';
import { type Tone, toneOf, tones } from '../report/tones.ts';
import { type Column, columnsOf } from './columns.ts';
import { matrixSummary, type SummaryRow } from './matrix-summary.ts';
import { mergedOrder } from './merged-order.ts';
import { type Observed, observedOf } from './observation-change.ts';
import { keyed } from './rule-key.ts';

/** One rule in all reports. */
export interface Row<Cell> {
  readonly id: string;
  readonly statement: string;
  /** One for each column. */
  readonly cells: readonly Cell[];
  /** Whether the targets are known to differ: where nothing is decided, or the rule is not there, nothing is known. */
  readonly differs: boolean;
}

/** What one run saw of what is not judged. */
export type SeenCell = Observed | { readonly seen: false; readonly reason: null };

/** Several reports side by side. */
export interface Matrix {
  readonly columns: readonly Column[];
  readonly summary: readonly SummaryRow[];
  readonly rules: readonly Row<Tone>[];
  readonly observations: readonly Row<SeenCell>[];
}

const NAME = 200;
const PROSE = 600;

function row<Cell>(
  members: readonly (RuleReport | undefined)[],
  cellOf: (rule: RuleReport | undefined) => Cell,
  knownOf: (cell: Cell) => string | null,
): Row<Cell> {
  const cells = members.map(cellOf);
  const first = members.find((rule) => rule !== undefined);
  return {
    id: shown(first?.id ?? '', NAME),
    statement: shown(first?.statement ?? '', PROSE),
    cells,
    differs: new Set(cells.map(knownOf).filter((known) => known !== null)).size > 1,
  };
}

function decided(tone: Tone): string | null {
  if (tone === 'fail' || tone === 'known') return 'fail';
  return tone === 'pass' ? tone : null;
}

const seenOf = (rule: RuleReport | undefined): SeenCell =>
  rule === undefined ? { seen: false, reason: null } : observedOf(rule);

/** What a cell says; why something was not observed stands elsewhere. */
export function seenWords(cell: SeenCell): string {
  if (cell.seen) return shown(cell.value);
  return cell.reason === null ? tones.absent.word : 'not observed';
}

/**
 * Rules by targets, and what was observed of each target, the rules in the order of the reports. Pure.
 *
 * A rule that one report judges and another only observes stands among the rules that are judged.
 */
export function matrix(reports: readonly Report[]): Matrix {
  const byKey = reports.map(({ rules }) => keyed(rules));
  const members = mergedOrder(byKey.map((rules) => rules.keys())).map((key) =>
    byKey.map((rules) => rules.get(key)),
  );
  const isJudged = (of: readonly (RuleReport | undefined)[]): boolean =>
    of.some((rule) => rule !== undefined && rule.level !== 'observed');
  return {
    columns: columnsOf(reports),
    summary: matrixSummary(reports),
    rules: members.filter(isJudged).map((of) => row(of, toneOf, decided)),
    observations: members
      .filter((of) => !isJudged(of))
      .map((of) => row(of, seenOf, (cell) => (cell.seen ? cell.value : null))),
  };
}
