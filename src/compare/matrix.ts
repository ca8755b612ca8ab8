import { isGating } from '../engine/words.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { isDecided, keyed, observedOf } from './changes.ts';
import { type Column, targetColumns } from './columns.ts';

/** One rule in all reports. */
export interface Row {
  /** As the first report has it that has it. */
  readonly rule: RuleReport;
  /** What each report has of it, in the order of the columns. */
  readonly members: readonly (RuleReport | undefined)[];
  /** Whether the targets are known to differ: where nothing is decided, or the rule is not there, nothing is known. */
  readonly differs: boolean;
}

/** Several reports side by side. */
export interface Matrix {
  readonly columns: readonly Column[];
  /** Rules that at least one report judges. */
  readonly rules: readonly Row[];
  readonly observations: readonly Row[];
}

/**
 * Keys of several lists, each once, in an order that follows the lists: what only a later list has stands behind what
 * stands before it there.
 */
export function mergedOrder(lists: readonly Iterable<string>[]): readonly string[] {
  /** Which key stands behind which; `null` is the place before the first. */
  const next = new Map<string | null, string | null>([[null, null]]);
  for (const list of lists) {
    let last: string | null = null;
    for (const key of list) {
      if (!next.has(key)) {
        next.set(key, next.get(last) ?? null);
        next.set(last, key);
      }
      last = key;
    }
  }
  const order: string[] = [];
  for (let key = next.get(null) ?? null; key !== null; key = next.get(key) ?? null) order.push(key);
  return order;
}

export const isJudged = (rule: RuleReport | undefined): boolean => rule !== undefined && isGating(rule);

/** Whether a report shows that its target breaks a rule that is judged, listed in a baseline or not. */
export const isBroken = (rule: RuleReport | undefined): rule is RuleReport =>
  rule !== undefined && isJudged(rule) && rule.verdict === 'fail';

/** What a report says of a rule that can be compared; `null` where it decided, or observed, nothing. */
function knownOf(rule: RuleReport): string | null {
  if (isJudged(rule)) return isDecided(rule) ? rule.verdict : null;
  const observed = observedOf(rule);
  return observed.seen ? observed.value : null;
}

function rowOf(members: readonly (RuleReport | undefined)[]): readonly Row[] {
  const there = members.filter((rule) => rule !== undefined);
  const compared = there.some(isJudged) ? there.filter(isJudged) : there;
  const known = new Set(compared.map(knownOf).filter((each) => each !== null));
  const [rule] = there;
  return rule === undefined ? [] : [{ rule, members, differs: known.size > 1 }];
}

/**
 * Rules by targets, and what was observed of each target, the rules in the order of the reports. Pure.
 *
 * A rule that one report judges and another only observes stands among the rules that are judged.
 *
 * @param hrefs where the page of each report lies, as a page links to it
 */
export function matrix(reports: readonly Report[], hrefs: readonly string[] = []): Matrix {
  const byKey = reports.map(({ rules }) => keyed(rules));
  const rows = mergedOrder(byKey.map((rules) => rules.keys())).flatMap((key) =>
    rowOf(byKey.map((rules) => rules.get(key))),
  );
  return {
    columns: targetColumns(reports, hrefs),
    rules: rows.filter(({ members }) => members.some(isJudged)),
    observations: rows.filter(({ members }) => !members.some(isJudged)),
  };
}
