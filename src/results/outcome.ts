import { isGating } from '../model/words.ts';
import type { Report, ReportOutcome } from '../report/model.ts';
import { countOf } from '../report/text.ts';
import {
  knownFailures,
  knownUndecided,
  lackingText,
  listedRules,
  newFailures,
  openRules,
  pinnedRules,
  type Standing,
  standingOf,
} from './standing.ts';
import { undecidedByChance } from './undecided.ts';

/** The words for an outcome. */
interface OutcomeWords {
  readonly title: string;
  /** Returns the result of a run without a full stop; pinned observations are left out. */
  readonly sentence: (report: Report) => string;
}

const isAre = (count: number): string => (count === 1 ? 'is' : 'are');

/** Returns `2 known failures`; nothing if there are none. */
const known = ({ rules }: Report): string[] => {
  const count = knownFailures(rules).length;
  return count === 0 ? [] : [countOf(count, 'known failure')];
};

/** Returns `2 gating rules are undecided`; nothing if the baseline lists all of them. */
function open({ rules }: Report): string[] {
  const count = openRules(rules).length;
  if (count === 0) return [];
  return [`${countOf(count, 'gating rule')} ${isAre(count)} undecided`];
}

function whatIsBroken(report: Report): string {
  const { rules, staleBaseline = [] } = report;
  const broken = newFailures(rules).length;
  const stale = staleBaseline.length;
  const expired = listedRules(rules, 'expired').length;
  const beside = known(report).map((failures) => ` besides ${failures}`);
  const parts = [
    ...(broken > 0 ? [`${countOf(broken, 'rule')} ${isAre(broken)} broken${beside.join('')}`] : []),
    ...(stale > 0 ? [`${countOf(stale, 'baseline entry', 'baseline entries')} ${isAre(stale)} stale`] : []),
    ...(expired > 0
      ? [`${countOf(expired, 'baseline entry', 'baseline entries')} ${isAre(expired)} expired`]
      : []),
  ];
  if (parts.length > 0) return parts.join(', and ');
  if (known(report).length === 0) return 'not all rules hold';
  const accepted = open(report).map((what) => `${what}${lackingText(report)}`);
  return ['the baseline lists every failure', ...accepted].join(', but ');
}

function whatIsOpen(report: Report): string {
  const undecided = knownUndecided(report.rules).length;
  if (standingOf(report) === 'known')
    return `nothing is broken, and the baseline lists what is undecided: ${countOf(undecided, 'rule')}`;
  const [what] = open(report);
  const byChance = undecidedByChance(report).length;
  if (byChance > 0) {
    const statuses = (report.run.errorsByChance ?? []).flatMap((errors) => errors.statuses);
    const others = openRules(report.rules).length - byChance;
    return `the service answers ${[...new Set(statuses)].join(' or ')} by chance, so ${countOf(byChance, 'gating rule')} ${isAre(byChance)} undecided${others === 0 ? '' : `, and ${others} for other reasons`}`;
  }
  const nothing = known(report).length === 0 ? 'nothing is broken' : 'nothing new is broken';
  return what === undefined
    ? `${nothing}, but the run did not decide enough`
    : `${nothing}, but ${what}${lackingText(report)}`;
}

/** Returns `8 of 45 rules`, the selected gating rules; `null` if all were selected. */
export function chosenOf({ rules, run: { selection, gatingRules } }: Report): string | null {
  if (selection === null) return null;
  const chosen = rules.filter(isGating).length;
  return gatingRules === undefined
    ? countOf(chosen, 'selected rule')
    : `${chosen.toLocaleString('en')} of ${countOf(gatingRules, 'rule')}`;
}

/** Returns `but 2 baseline entries are out of date`: stale or past their dates; nothing if none is. */
function outOfDate({ rules, staleBaseline = [] }: Report): string[] {
  const count = staleBaseline.length + listedRules(rules, 'expired').length;
  return count === 0
    ? []
    : [`but ${countOf(count, 'baseline entry', 'baseline entries')} ${isAre(count)} out of date`];
}

/** Returns the pinned observations that changed or are missing; nothing if all hold. */
function pins({ rules }: Report): string[] {
  const changed = pinnedRules(rules, 'changed').length;
  const missed = pinnedRules(rules, 'unobserved').length;
  return [
    ...(changed > 0 ? [`${countOf(changed, 'pinned observation')} changed`] : []),
    ...(missed > 0 ? [`${countOf(missed, 'pinned observation')} not made`] : []),
  ];
}

/**
 * Returns the headline of a report. It tells selected rules from all rules, and known failures from new ones.
 */
export function headlineOf(report: Report): string {
  const { title } = outcomeWords[report.outcome];
  const isAllKnown = newFailures(report.rules).length === 0;
  const chosen = chosenOf(report);
  return [
    title,
    ...(isAllKnown ? known(report) : []),
    ...pins(report),
    ...(chosen === null ? [] : [chosen]),
    ...(isAllKnown ? outOfDate(report) : []),
  ].join(', ');
}

/** Returns the result of a run without a full stop: by the specification, then by the team's pins. */
export function sentenceOf(report: Report): string {
  const sentence = outcomeWords[report.outcome].sentence(report);
  const unmet = pins(report);
  return unmet.length === 0
    ? sentence
    : `${sentence}; of what the team relies on beyond the specification, ${unmet.join(', and ')}`;
}

/** Words for outcomes. */
export const outcomeWords: Readonly<Record<ReportOutcome, OutcomeWords>> = {
  conformant: {
    title: 'Conformant',
    sentence: ({ rules, run }) => {
      const gating = rules.filter(isGating).length;
      const many =
        run.selection === null ? `all ${gating} gating rules hold` : `the ${gating} selected rules hold`;
      const which = gating === 1 ? 'the selected rule holds' : many;
      return knownFailures(rules).length > 0 ? `${which} but those that the baseline lists` : which;
    },
  },
  nonconformant: { title: 'Not conformant', sentence: whatIsBroken },
  incomplete: { title: 'Incomplete', sentence: whatIsOpen },
  unusable: { title: 'Unusable', sentence: () => 'the target could not be checked' },
  broken: {
    title: 'Broken',
    sentence: () => 'issue-conformance itself failed; this says nothing about the target',
  },
};

const EXIT_WORDS: Readonly<Record<Standing, string>> = {
  held: 'Exit status 0',
  known: 'Exit status 0',
  unexpected: 'Exit status 1',
  unusable: 'Exit status 2',
  open: 'Exit status 3',
  broken: 'Exit status 4',
};

/** Returns the exit status in words, as far as the report implies it. */
export const exitWordsOf = (report: Report): string => EXIT_WORDS[standingOf(report)];
