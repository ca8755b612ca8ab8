import { isGating } from '../model/rule-metadata.ts';
import { sanitise } from '../model/text.ts';
import { isDecided, isResult } from '../report/exit-status.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { resultOf, ruleIn } from '../report/rule-history.ts';

const LONGEST_HEAD = 40;

export interface Column {
  /** The label, or the host; numbered if others are called the same. */
  readonly head: string;
  /** Address of the page of the report; empty if unknown. */
  readonly href: string;
  readonly report: Report;
}

/** Returns a short name of each target. */
export function headsOf(reports: readonly Report[]): readonly string[] {
  const heads = reports.map(({ target: { baseUrl, label, bundled } }) => {
    const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
    return sanitise(label?.trim() || (bundled ? 'bundled service' : host), LONGEST_HEAD);
  });
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

/** Any number of reports, rule by rule. */
export interface Comparison {
  readonly columns: readonly Column[];
  /** Rules that at least one report judges. */
  readonly rules: readonly Row[];
  readonly observations: readonly Row[];
}

export const isJudged = (rule: RuleReport | undefined): boolean => rule !== undefined && isGating(rule);

function rowOf(members: readonly (RuleReport | undefined)[]): readonly Row[] {
  const there = members.filter((rule) => rule !== undefined);
  const compared = there.some(isJudged) ? there.filter(isJudged) : there;
  const results = new Set(compared.map(resultOf).filter((result) => result !== null));
  const [rule] = there;
  return rule === undefined ? [] : [{ rule, members, differs: results.size > 1 }];
}

/** @param hrefs addresses of the pages of the reports, in the same order */
export function compareReports(reports: readonly Report[], hrefs: readonly string[] = []): Comparison {
  const finders = reports.map(ruleIn);
  const first = new Map(reports.flatMap(({ rules }) => rules.map((rule) => [rule.id, rule])));
  const rows = [...first.values()].flatMap((rule) => rowOf(finders.map((find) => find(rule))));
  const heads = headsOf(reports);
  return {
    columns: reports.map((report, at) => ({ head: heads[at] ?? '', href: hrefs[at] ?? '', report })),
    rules: rows.filter(({ members }) => members.some(isJudged)),
    observations: rows.filter(({ members }) => !members.some(isJudged)),
  };
}

/** Kinds of changes of a gating rule, by its state before and now. A failure in the baseline is still a failure. */
const KINDS = {
  pass: { pass: 'stillPassing', fail: 'newlyFailing', undecided: 'newlyUndecided' },
  fail: { pass: 'noLongerFailing', fail: 'stillFailing', undecided: 'newlyUndecided' },
  undecided: { pass: 'decidedNow', fail: 'newlyFailing', undecided: 'stillUndecided' },
} as const;

type State = keyof typeof KINDS;

export type ChangeKind = (typeof KINDS)[State][State] | 'observed' | 'onlyBefore' | 'onlyAfter';

/** A rule in two reports, of which at least one has it. */
export interface RuleChange {
  readonly kind: ChangeKind;
  readonly was: RuleReport | undefined;
  readonly is: RuleReport | undefined;
  /** True if the rule fails newly, or passed and is undecided now. */
  readonly isWorse: boolean;
}

const stateOf = ({ verdict }: RuleReport): State =>
  verdict === 'pass' || verdict === 'fail' ? verdict : 'undecided';

function changesIn({ members: [was, is], differs }: Row): readonly RuleChange[] {
  const change = (kind: ChangeKind, isWorse = false): RuleChange => ({ kind, was, is, isWorse });
  if (was === undefined || is === undefined) return [change(was === undefined ? 'onlyAfter' : 'onlyBefore')];
  // One version of this program may judge what another one observes.
  if (isGating(was) !== isGating(is)) return [change('onlyBefore'), change('onlyAfter')];
  if (!isGating(is)) return differs ? [change('observed')] : [];
  const kind = KINDS[stateOf(was)][stateOf(is)];
  return [change(kind, kind === 'newlyFailing' || (kind === 'newlyUndecided' && stateOf(was) === 'pass'))];
}

export interface Changes {
  readonly before: Report;
  readonly after: Report;
  readonly all: readonly RuleChange[];
  /** Number of rules that both reports judge. */
  readonly judged: number;
  readonly isWorse: boolean;
  /** The reason that the reports cannot be compared, as a sentence; `null` if they can. */
  readonly incomparable: string | null;
}

/** True if a run decided a gating rule and was not cut short. */
export const isDecidedRun = (report: Report): boolean =>
  isResult(report) &&
  report.run.interrupted !== true &&
  report.rules.some((rule) => isGating(rule) && isDecided(rule));

const isJudgedTwice = ({ members }: Row): boolean => members.every(isJudged);

/**
 * Compares two reports. The newer is worse if a rule that both judge got worse, or if it produced no result. Observations,
 * counts and latency never make it worse.
 */
export function changesBetween(before: Report, after: Report): Changes {
  const { rules, observations } = compareReports([before, after]);
  const all = [...rules, ...observations].flatMap(changesIn);
  const judged = rules.filter(isJudgedTwice);
  const isWorse = (isResult(before) && !isResult(after)) || all.some((change) => change.isWorse);
  const isUndecided = !isWorse && !judged.some(({ members: [, is] }) => is !== undefined && isDecided(is));
  const incomparable =
    judged.length === 0
      ? 'The two reports have no gating rule in common. Give two reports of runs that tried the same rules.'
      : isUndecided
        ? 'The newer report decided none of the common rules, so a comparison proves nothing. Give the report of a run that decided some.'
        : null;
  return { before, after, all, judged: judged.length, isWorse, incomparable };
}

/** Returns the last of the earlier runs that was not cut short and decided a rule that both judge. */
export const lastComparable = (earlier: readonly Report[], report: Report): Report | null =>
  earlier.findLast(
    (run) =>
      isDecidedRun(run) &&
      compareReports([run, report]).rules.some(
        (row) => isJudgedTwice(row) && row.members[0] !== undefined && isDecided(row.members[0]),
      ),
  ) ?? null;
