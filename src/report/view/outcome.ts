import { isGating } from '../../engine/words.ts';
import type { Report, ReportOutcome } from '../model.ts';
import { countOf } from '../text.ts';
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

/** An outcome for people. */
interface OutcomeWords {
  readonly title: string;
  /** What it says about this run, without a full stop; of pinned observations nothing. */
  readonly sentence: (report: Report) => string;
}

const isAre = (count: number): string => (count === 1 ? 'is' : 'are');

/** `2 known failures`; empty where there are none. */
const known = ({ rules }: Report): string[] => {
  const count = knownFailures(rules).length;
  return count === 0 ? [] : [countOf(count, 'known failure')];
};

/** `2 gating rules are undecided`; empty where the baseline lists all that are not. */
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
  const nothing = known(report).length === 0 ? 'nothing is broken' : 'nothing new is broken';
  return what === undefined
    ? `${nothing}, but the run did not decide enough`
    : `${nothing}, but ${what}${lackingText(report)}`;
}

/** `8 of 45 rules`: how many of the gating rules were selected; `null` where all took part. */
export function chosenOf({ rules, run: { selection, gatingRules } }: Report): string | null {
  if (selection === null) return null;
  const chosen = rules.filter(isGating).length;
  return gatingRules === undefined
    ? countOf(chosen, 'selected rule')
    : `${chosen.toLocaleString('en')} of ${countOf(gatingRules, 'rule')}`;
}

/** What became of the pinned observations, where that is not as the team expects; empty where it is. */
function pins({ rules }: Report): string[] {
  const changed = pinnedRules(rules, 'changed').length;
  const missed = pinnedRules(rules, 'unobserved').length;
  return [
    ...(changed > 0 ? [`${countOf(changed, 'pinned observation')} changed`] : []),
    ...(missed > 0 ? [`${countOf(missed, 'pinned observation')} not made`] : []),
  ];
}

/**
 * The outcome as it stands at the head of a report: a run of some rules does not look like a run of all, nor one whose
 * failures are all known like one with others.
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
  ].join(', ');
}

/** What a run came to, without a full stop: what the specification says of it, then what the team relies on beside it. */
export function sentenceOf(report: Report): string {
  const sentence = outcomeWords[report.outcome].sentence(report);
  const unmet = pins(report);
  return unmet.length === 0
    ? sentence
    : `${sentence}; of what the team relies on beyond the specification, ${unmet.join(', and ')}`;
}

/** The outcomes of a run in words. */
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

/** The exit status that goes with a report, as far as the report tells it. */
export const exitWordsOf = (report: Report): string => EXIT_WORDS[standingOf(report)];
