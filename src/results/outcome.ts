import { isGating } from '../model/words.ts';
import type { Report, ReportOutcome, RuleReport } from '../report/model.ts';
import { countOf } from '../report/text.ts';
import {
  isAcceptable,
  knownFailures,
  knownUndecided,
  listedRules,
  mayBeAllowed,
  newFailures,
  openRules,
  pinnedRules,
} from './standing.ts';

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
  const isAllKnown = newFailures(report.rules).length === 0;
  return [
    TITLES[report.outcome],
    ...(isAllKnown ? when(known, countOf(known, 'known failure')) : []),
    ...pins(report),
    ...[chosenOf(report)].filter((words) => words !== null),
    ...(isAllKnown ? outOfDate(report).map((words) => `but ${words}`) : []),
  ].join(', ');
}

/** Returns the number of undecided rules, and why they are if one step decides them; nothing if none is open. */
function undecided(report: Report): string[] {
  const open = openRules(report.rules);
  const byChance = open.filter(({ errorsByChance }) => errorsByChance === true).length;
  const lacking = open.filter(isAcceptable);
  const what = lacking.every(({ cause }) => cause === 'setting') ? 'settings' : 'settings or data';
  const why =
    byChance > 0
      ? `, ${byChance} of them because the service answers with errors by chance`
      : lacking.length === 0
        ? ''
        : lacking.length < open.length
          ? `, ${lacking.length} of them because ${what} are missing`
          : mayBeAllowed(report)
            ? ` because ${what} are missing`
            : '';
  return when(open.length, `${countOf(open.length, 'gating rule')} ${isAre(open.length)} undecided${why}`);
}

function whatIsBroken(report: Report): string {
  const [broken, known] = [newFailures(report.rules).length, knownFailures(report.rules).length];
  const besides = known === 0 ? '' : ` besides ${countOf(known, 'known failure')}`;
  const parts = [
    ...when(broken, `${countOf(broken, 'rule')} ${isAre(broken)} broken${besides}`),
    ...(broken > 0 || known > 0 ? [] : ['not all rules hold']),
    ...(broken > 0 || known === 0 ? [] : ['the baseline lists every failure']),
  ];
  return broken > 0
    ? [...parts, ...outOfDate(report)].join(', and ')
    : [...parts, ...undecided(report)].join(', but ');
}

function whatHolds(report: Report): string {
  const gating = report.rules.filter(isGating).length;
  const which = report.run.selection === null ? `all ${gating} gating rules` : `the ${gating} selected rules`;
  return gating === 1 ? 'the selected rule holds' : `${which} hold`;
}

function whatIsOpen(report: Report): string {
  const excused = knownUndecided(report.rules).length;
  const open = undecided(report);
  const rest =
    open.length > 0
      ? open
      : excused > 0
        ? [`${countOf(excused, 'rule')} ${isAre(excused)} undecided, as the baseline says`]
        : ['the run did not decide enough'];
  return ['nothing is broken', ...rest].join(', but ');
}

const SENTENCES: Readonly<Record<ReportOutcome, (report: Report) => string>> = {
  conformant: whatHolds,
  nonconformant: whatIsBroken,
  incomplete: whatIsOpen,
  unusable: () => 'the target could not be checked',
  broken: () => 'issue-conformance itself failed; this says nothing about the target',
};

/** Returns the result of a run without a full stop: by the specification, then by the team's pins. */
export function sentenceOf(report: Report): string {
  const unmet = pins(report);
  const sentence = SENTENCES[report.outcome](report);
  return unmet.length === 0 ? sentence : `${sentence}; of what the team relies on, ${unmet.join(' and ')}`;
}

/**
 * Returns the counts of results, the worst first: `9 of 45 gating rules fail`, `36 pass`, `39 of 41 observations made`.
 * Zero counts are left out, except for passes if nothing fails.
 */
export function tally(rules: readonly RuleReport[]): readonly string[] {
  const gating = rules.filter(isGating);
  const observations = rules.filter((rule) => !isGating(rule));
  const count = (verdict: RuleReport['verdict']): number =>
    gating.filter((rule) => rule.verdict === verdict).length;
  const [failed, passed] = [count('fail'), count('pass')];
  const known = knownFailures(gating).length;
  const excused = (verdict: RuleReport['verdict']): string => {
    const listed = knownUndecided(gating).filter((rule) => rule.verdict === verdict).length;
    return listed === 0 ? '' : ` (${listed} as the baseline says)`;
  };
  const parts: readonly (readonly [count: number, one: string, more: string])[] = [
    [failed, 'fails', `fail${known === 0 ? '' : ` (${known} known)`}`],
    [passed, 'passes', 'pass'],
    [count('inconclusive'), '', `undecided${excused('inconclusive')}`],
    [count('skip'), '', `skipped${excused('skip')}`],
  ];
  const shown = parts.filter(([number], at) => number > 0 || (at === 1 && failed === 0 && gating.length > 0));
  const made = observations.filter(({ verdict }) => verdict === 'observed').length;
  return [
    ...shown.map(([number, one, more], at) =>
      at === 0
        ? `${number.toLocaleString('en')} of ${countOf(gating.length, 'gating rule')} ${(number === 1 && known === 0 && one) || more}`
        : `${number.toLocaleString('en')} ${more}`,
    ),
    ...when(
      observations.length,
      `${made.toLocaleString('en')} of ${countOf(observations.length, 'observation')} made`,
    ),
  ];
}
