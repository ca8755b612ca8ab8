import { isGating } from '../model/rule-metadata.ts';
import { countOf } from '../model/text.ts';
import type { Report, ReportOutcome, RuleReport } from './model.ts';
import {
  knownFailures,
  knownUndecided,
  listedRules,
  mayBeAllowed,
  pinnedRules,
  unexpectedFailures,
  unexpectedUndecided,
} from './strict-exit-status.ts';

/**
 * Returns the outcome of a run. The first line of the table that applies decides.
 *
 * | seen | outcome |
 * | --- | --- |
 * | this program failed | broken |
 * | the target cannot be checked | unusable |
 * | a gating rule failed, known or not | nonconformant |
 * | a gating rule is inconclusive or skipped, known or not, or no rule was decided | incomplete |
 * | every gating rule passed | conformant |
 *
 * The outcome describes the service, so a baseline never changes it.
 */
export function outcomeOf(
  rules: readonly RuleReport[],
  { isBroken, isUnusable }: { readonly isBroken: boolean; readonly isUnusable: boolean },
): ReportOutcome {
  if (isBroken) return 'broken';
  if (isUnusable) return 'unusable';
  const gating = rules.filter(isGating);
  if (gating.some(({ verdict }) => verdict === 'fail')) return 'nonconformant';
  const decided = gating.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail');
  return decided.length < gating.length || decided.length === 0 ? 'incomplete' : 'conformant';
}

/** Counts the gating rules by verdict, and the observations by whether they were made. */
export function countsOf(rules: readonly RuleReport[]): Report['counts'] & { unobserved: number } {
  const counts = { pass: 0, fail: 0, inconclusive: 0, skip: 0, observed: 0, unobserved: 0 };
  for (const rule of rules) {
    const { verdict } = rule;
    counts[verdict === 'observed' || isGating(rule) ? verdict : 'unobserved'] += 1;
  }
  return counts;
}

const isAre = (count: number): string => (count === 1 ? 'is' : 'are');
const when = (count: number, words: string): string[] => (count === 0 ? [] : [words]);

const TITLES: Readonly<Record<ReportOutcome, string>> = {
  conformant: 'Conformant',
  nonconformant: 'Not conformant',
  incomplete: 'Incomplete',
  unusable: 'Unusable',
  broken: 'Broken',
};

/** Returns `8 of 45 rules`, the selected gating rules; `null` if all were selected. */
export function chosenOf({ rules, run: { selection, gatingRules } }: Report): string | null {
  if (selection === null) return null;
  const chosen = rules.filter(isGating).length;
  return gatingRules === undefined
    ? countOf(chosen, 'selected rule')
    : `${chosen.toLocaleString('en')} of ${countOf(gatingRules, 'rule')}`;
}

/** Returns `8 baseline entries are out of date`: stale or past their dates; nothing if none is. */
function outOfDate({ rules, staleBaseline = [] }: Report): string[] {
  const count = staleBaseline.length + listedRules(rules, 'expired').length;
  return when(count, `${countOf(count, 'baseline entry', 'baseline entries')} ${isAre(count)} out of date`);
}

/** Returns the pinned observations that changed or are missing; nothing if all hold. */
function pins({ rules }: Report): string[] {
  const [changed, missed] = [pinnedRules(rules, 'changed').length, pinnedRules(rules, 'unobserved').length];
  return [
    ...when(changed, `${countOf(changed, 'pinned observation')} changed`),
    ...when(missed, `${countOf(missed, 'pinned observation')} not made`),
  ];
}

/**
 * Returns the headline of a report. It tells selected rules from all rules, and known failures from new ones.
 */
export function headlineOf(report: Report): string {
  const known = knownFailures(report.rules).length;
  const isAllKnown = unexpectedFailures(report.rules).length === 0;
  return [
    TITLES[report.outcome],
    ...(isAllKnown ? when(known, countOf(known, 'known failure')) : []),
    ...pins(report),
    ...[chosenOf(report)].filter((words) => words !== null),
    ...(isAllKnown ? outOfDate(report).map((words) => `but ${words}`) : []),
  ].join(', ');
}

/** Returns the number of undecided rules, and the reason if they may be allowed; nothing if there are none. */
function undecided(report: Report): string[] {
  const { length } = unexpectedUndecided(report.rules);
  const why = mayBeAllowed(report) ? ' because settings or data are missing' : '';
  return when(length, `${countOf(length, 'gating rule')} ${isAre(length)} undecided${why}`);
}

function whatIsBroken(report: Report): string {
  const [broken, known] = [unexpectedFailures(report.rules).length, knownFailures(report.rules).length];
  const besides = known === 0 ? '' : ` besides ${countOf(known, 'known failure')}`;
  if (broken > 0) return `${countOf(broken, 'rule')} failed${besides}`;
  const what = known > 0 ? 'the baseline lists every failure' : 'not all rules hold';
  return [what, ...undecided(report)].join(', but ');
}

function whatHolds({ rules, run }: Report): string {
  const { length } = rules.filter(isGating);
  if (length === 1) return 'the selected rule holds';
  return run.selection === null ? `all ${length} gating rules hold` : `the ${length} selected rules hold`;
}

function whatIsOpen(report: Report): string {
  if (!report.rules.some(isGating))
    return report.run.selection === null ? 'no rule was tried' : 'no gating rule was selected';
  const excused = knownUndecided(report.rules).length;
  const [what = `${countOf(excused, 'rule')} ${isAre(excused)} undecided, as the baseline says`] =
    undecided(report);
  return `no rule failed, but ${what}`;
}

const SENTENCES: Readonly<Record<ReportOutcome, (report: Report) => string>> = {
  conformant: whatHolds,
  nonconformant: whatIsBroken,
  incomplete: whatIsOpen,
  unusable: () => 'the target could not be checked',
  broken: () => 'issue-conformance itself failed; this says nothing about the target',
};

/** Returns the outcome as a sentence without a full stop. The headline says the rest. */
export const sentenceOf = (report: Report): string => SENTENCES[report.outcome](report);

/**
 * Returns the counts that are not zero, the worst first: `9 of 45 gating rules fail (2 known)`, `33 pass`,
 * `3 undecided (1 skipped)`, `39 of 41 observations made`.
 */
export function tally(rules: readonly RuleReport[]): readonly string[] {
  const gating = rules.filter(isGating);
  const { fail, pass, inconclusive, skip, observed, unobserved } = countsOf(rules);
  const number = (count: number): string => count.toLocaleString('en');
  const noted = (word: string, ...notes: readonly (readonly [count: number, are: string])[]): string => {
    const said = notes.flatMap(([count, are]) => when(count, `${number(count)} ${are}`));
    return said.length === 0 ? word : `${word} (${said.join(', ')})`;
  };
  const counts: readonly (readonly [number, string])[] = [
    [fail, noted('fail', [knownFailures(gating).length, 'known'])],
    [pass, 'pass'],
    [inconclusive + skip, noted('undecided', [skip, 'skipped'], [knownUndecided(gating).length, 'known'])],
  ];
  const [[first, word] = [0, 'pass'], ...others] = counts.filter(([count]) => count > 0);
  return [
    ...when(gating.length, `${number(first)} of ${countOf(gating.length, 'gating rule')} ${word}`),
    ...others.map(([count, said]) => `${number(count)} ${said}`),
    ...when(
      observed + unobserved,
      `${number(observed)} of ${countOf(observed + unobserved, 'observation')} made`,
    ),
  ];
}
