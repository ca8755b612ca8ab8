import { countOf } from '../report/count-of.ts';
import type { Tone } from '../report/tones.ts';
import { isWorse, type RulePair } from './change-kind.ts';
import type { Changes } from './changes.ts';
import {
  aloneEntries,
  briefEntry,
  type Entry,
  observationEntry,
  reasonOf,
  ruleEntry,
  sharedEntries,
  unjudgedEntry,
} from './entries.ts';

/** A group of changes as it is shown. */
export interface Section {
  /** A name for links. */
  readonly key: string;
  readonly title: string;
  /** `3 rules` */
  readonly count: string;
  readonly tone: Tone;
  /** What one should know of the group; empty where its title says it. */
  readonly note: string;
  readonly entries: readonly Entry[];
}

const worstFirst = (pairs: readonly RulePair[]): readonly RulePair[] => [
  ...pairs.filter(isWorse),
  ...pairs.filter((pair) => !isWorse(pair)),
];

function mendedNote({ before, after }: Changes): string {
  return before.run.seed === after.run.seed
    ? ''
    : 'The two runs tried different generated values. issue-conformance replay sends the recorded requests of the older report again.';
}

function undecidedNote({ rules }: Changes): string {
  return rules.newlyUndecided.every(isWorse)
    ? ''
    : 'A rule that passed before and is not decided now is worse; one that failed before is neither worse nor mended.';
}

function judgedSections(changes: Changes): readonly Section[] {
  const { rules } = changes;
  const section = (
    part: Pick<Section, 'key' | 'title' | 'tone'>,
    pairs: readonly RulePair[],
    entries: readonly Entry[],
    note = '',
  ): Section => ({ ...part, note, count: countOf(pairs.length, 'rule'), entries });
  return [
    section(
      { key: 'newly-failing', title: 'Newly failing', tone: 'fail' },
      rules.newlyFailing,
      rules.newlyFailing.map((pair) => ruleEntry(pair, ['expected', 'actual', 'counterexample', 'listed'])),
    ),
    section(
      { key: 'newly-undecided', title: 'Newly undecided', tone: 'inconclusive' },
      rules.newlyUndecided,
      sharedEntries(worstFirst(rules.newlyUndecided), 'why', ({ after }) => reasonOf(after)),
      undecidedNote(changes),
    ),
    section(
      { key: 'still-failing', title: 'Still failing', tone: 'fail' },
      rules.stillFailing,
      rules.stillFailing.map(briefEntry),
    ),
    section(
      { key: 'mended', title: 'Mended', tone: 'pass' },
      rules.mended,
      rules.mended.map((pair) => ruleEntry(pair)),
      mendedNote(changes),
    ),
    section(
      { key: 'decided-now', title: 'Decided now, and passing', tone: 'pass' },
      rules.decidedNow,
      sharedEntries(rules.decidedNow, 'before', ({ before }) => reasonOf(before)),
    ),
    section(
      { key: 'still-undecided', title: 'Still undecided', tone: 'inconclusive' },
      rules.stillUndecided,
      sharedEntries(rules.stillUndecided, 'why', ({ after }) => reasonOf(after)),
    ),
  ];
}

/** The groups of a comparison in the order in which they are read: what got worse first. Empty groups are left out. */
export function sectionsOf(changes: Changes): readonly Section[] {
  const { observations, onlyBefore, onlyAfter, judgedInOne } = changes;
  const all: readonly Section[] = [
    ...judgedSections(changes),
    {
      key: 'observed-to-change',
      title: 'Observed to change',
      count: countOf(observations.length, 'answer'),
      tone: 'observed',
      note: 'The document leaves these open, so neither answer is better.',
      entries: observations.map(observationEntry),
    },
    {
      key: 'judged-in-one',
      title: 'Judged in one report only',
      count: countOf(judgedInOne.length, 'rule'),
      tone: 'absent',
      note: 'Not compared: the reports are of different versions of the catalogue.',
      entries: judgedInOne.map(unjudgedEntry),
    },
    {
      key: 'only-older',
      title: 'Only in the older report',
      count: countOf(onlyBefore.length, 'rule'),
      tone: 'absent',
      note: 'Not compared: the newer run left them out.',
      entries: aloneEntries(onlyBefore),
    },
    {
      key: 'only-newer',
      title: 'Only in the newer report',
      count: countOf(onlyAfter.length, 'rule'),
      tone: 'absent',
      note: 'Not compared: the older run left them out.',
      entries: aloneEntries(onlyAfter),
    },
  ];
  return all.filter(({ entries }) => entries.length > 0);
}
