import { countOf } from './count-of.ts';
import { knownFailures, newFailures } from './failures.ts';
import type { Report, ReportOutcome } from './model.ts';

/** An outcome for people. */
interface OutcomeWords {
  readonly title: string;
  /** The exit status that goes with it. */
  readonly exit: string;
  /** What it says about this run, without a full stop. */
  readonly sentence: (report: Report) => string;
}

const isAre = (count: number): string => (count === 1 ? 'is' : 'are');

function whatIsBroken({ rules, staleBaseline = [] }: Report): string {
  const broken = newFailures(rules).length;
  const stale = staleBaseline.length;
  const parts = [
    ...(broken > 0 ? [`${countOf(broken, 'rule')} ${isAre(broken)} broken`] : []),
    ...(stale > 0 ? [`${countOf(stale, 'entry', 'entries')} of the baseline ${isAre(stale)} stale`] : []),
  ];
  return parts.join(', and ') || 'the rules are not all obeyed';
}

function whatIsOpen({ rules }: Report): string {
  const open = rules.filter(
    ({ level, verdict }) => level !== 'observed' && (verdict === 'inconclusive' || verdict === 'skip'),
  ).length;
  return open === 0
    ? 'nothing new is broken, but the run did not decide enough'
    : `nothing new is broken, but ${countOf(open, 'rule')} that ${open === 1 ? 'counts' : 'count'} ${isAre(open)} not decided`;
}

/** `8 of 45 rules`: how many of the rules that count were chosen; `null` where all took part. */
export function chosenOf({ rules, run: { selection, gatingRules } }: Report): string | null {
  if (selection === null) return null;
  const chosen = rules.filter(({ level }) => level !== 'observed').length;
  return gatingRules === undefined
    ? countOf(chosen, 'chosen rule')
    : `${chosen.toLocaleString('en')} of ${countOf(gatingRules, 'rule')}`;
}

/** The outcome as it stands at the head of a report: a run of some rules does not look like a run of all. */
export function headlineOf(report: Report): string {
  const { title } = outcomeWords[report.outcome];
  const chosen = chosenOf(report);
  return chosen === null ? title : `${title}, ${chosen}`;
}

/** The outcomes of a run in words. */
export const outcomeWords: Readonly<Record<ReportOutcome, OutcomeWords>> = {
  conformant: {
    title: 'Conformant',
    exit: 'Exit status 0',
    sentence: ({ rules, run }) => {
      const every = run.selection === null ? 'every rule that counts' : 'every chosen rule that counts';
      return knownFailures(rules).length > 0
        ? `${every} was tried, and all hold but those that the baseline lists`
        : `${every} was tried and holds`;
    },
  },
  nonconformant: { title: 'Not conformant', exit: 'Exit status 1', sentence: whatIsBroken },
  incomplete: {
    title: 'Incomplete',
    exit: 'Exit status 3, or 0 with --allow-incomplete',
    sentence: whatIsOpen,
  },
  unusable: {
    title: 'Unusable',
    exit: 'Exit status 2',
    sentence: () => 'the target could not be checked',
  },
  broken: {
    title: 'Broken',
    exit: 'Exit status 4',
    sentence: () => 'issue-conformance itself failed, which says nothing about the target',
  },
};
