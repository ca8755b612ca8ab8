import { isGating } from '../model/words.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { isDecided, keyed, observedOf } from './changes.ts';
import { type Column, targetColumns } from './columns.ts';

/** One rule in all reports. */
export interface Row {
  /** The rule in the first report that has it. */
  readonly rule: RuleReport;
  /** The rule in each report, in the order of the columns. */
  readonly members: readonly (RuleReport | undefined)[];
  /** True if decided or observed results differ. Undecided and absent rules are not compared. */
  readonly differs: boolean;
}

/** Several reports, a column each. */
export interface Matrix {
  readonly columns: readonly Column[];
  /** Rules that at least one report judges. */
  readonly rules: readonly Row[];
  readonly observations: readonly Row[];
}

/**
 * Merges lists of keys. Each key appears once. A key that only a later list has follows its predecessor in
 * that list.
 */
export function mergedOrder(lists: readonly Iterable<string>[]): readonly string[] {
  /** The successor of each key; `null` is the place before the first key. */
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

/** True if a gating rule failed, whether or not a baseline lists it. */
export const isBroken = (rule: RuleReport | undefined): rule is RuleReport =>
  rule !== undefined && isJudged(rule) && rule.verdict === 'fail';

/** Returns the result of a rule for comparison; `null` if it is undecided or not observed. */
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
 * Builds the matrix of rules by targets, in the order of the reports. Pure. A rule that any report judges
 * counts as judged.
 *
 * @param hrefs addresses of the pages of the reports, in the same order
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
