import { isGating } from '../model/rule-metadata.ts';
import { sanitise } from '../model/text.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { isKnown, resultOf } from '../report/rule-history.ts';

const HEAD = 40;

export const whereOf = ({ target: { baseUrl, owner, repo, bundled } }: Pick<Report, 'target'>): string =>
  bundled ? 'bundled reference service' : `${sanitise(baseUrl)} ${sanitise(`${owner}/${repo}`)}`;

export function targetName(report: Pick<Report, 'target'>): string {
  const { label } = report.target;
  return label === undefined ? whereOf(report) : `${sanitise(label)}, ${whereOf(report)}`;
}

export interface Column {
  /** The label, or the host; with its place if others are called the same. */
  readonly head: string;
  /** Address of the page of the report; empty if unknown. */
  readonly href: string;
  readonly report: Report;
}

function headOf({ target: { baseUrl, label, bundled } }: Report): string {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
  return sanitise(label?.trim() || (bundled ? 'bundled service' : host), HEAD);
}

/** Returns a short name of each target; with its place if others are called the same. */
export function headsOf(reports: readonly Report[]): readonly string[] {
  const heads = reports.map(headOf);
  return heads.map((head, at) =>
    heads.indexOf(head) === heads.lastIndexOf(head) ? head : `${head} (${at + 1})`,
  );
}

export interface Row {
  /** The rule in the first report that has it. */
  readonly rule: RuleReport;
  /** The rule in each report, in the order of the columns. */
  readonly members: readonly (RuleReport | undefined)[];
  /** True if decided or observed results differ. Undecided and absent rules are not compared. */
  readonly differs: boolean;
}

export interface Matrix {
  readonly columns: readonly Column[];
  /** Rules that at least one report judges. */
  readonly rules: readonly Row[];
  readonly observations: readonly Row[];
}

export const isJudged = (rule: RuleReport | undefined): boolean => rule !== undefined && isGating(rule);

/** True if a gating rule failed, whether or not a baseline lists it. */
export const isBroken = (rule: RuleReport | undefined): rule is RuleReport =>
  rule !== undefined && isJudged(rule) && rule.verdict === 'fail';

function rowOf(members: readonly (RuleReport | undefined)[]): readonly Row[] {
  const there = members.filter((rule) => rule !== undefined);
  const compared = there.some(isJudged) ? there.filter(isJudged) : there;
  const results = new Set(compared.filter(isKnown).map(resultOf));
  const [rule] = there;
  return rule === undefined ? [] : [{ rule, members, differs: results.size > 1 }];
}

/** @param hrefs addresses of the pages of the reports, in the same order */
export function matrix(reports: readonly Report[], hrefs: readonly string[] = []): Matrix {
  const byId = reports.map(({ rules }) => new Map(rules.toReversed().map((rule) => [rule.id, rule])));
  const ids = new Set(reports.flatMap(({ rules }) => rules.map(({ id }) => id)));
  const rows = [...ids].flatMap((id) => rowOf(byId.map((rules) => rules.get(id))));
  const heads = headsOf(reports);
  return {
    columns: reports.map((report, at) => ({ head: heads[at] ?? '', href: hrefs[at] ?? '', report })),
    rules: rows.filter(({ members }) => members.some(isJudged)),
    observations: rows.filter(({ members }) => !members.some(isJudged)),
  };
}
