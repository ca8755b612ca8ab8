import type { Report, SinceLastRun } from '../report/model.ts';
import { countOf, dayAndTimeOf, inert } from '../report/text.ts';
import { type Tone, toneOf } from './tones.ts';

type ChangesSince = NonNullable<SinceLastRun['changes']>;

/** A rule of a group; its note may quote the target. */
export interface SinceItem {
  readonly id: string;
  /** The text in our own words; empty if there is nothing to add. */
  readonly note: string;
  /** The earlier and the present value; absent except for observations. */
  readonly observed?: readonly [before: string, after: string];
}

/** Rules that changed in the same way. */
export interface SinceGroup {
  readonly tone: Tone;
  /** `2 new failures` */
  readonly title: string;
  /** Empty if their number says enough. */
  readonly items: readonly SinceItem[];
}

/** A remark on the comparison. */
export interface SinceNote {
  readonly text: string;
  /** Quoted words of a report, which may hold anything. */
  readonly quoted: readonly string[];
}

/** The changes since the last run, in words. */
export interface SinceWords {
  /** `Since 21 Nov 2026, 03:00 UTC`; empty if there is no run to compare with. */
  readonly since: string;
  /** The id of that run; empty if there is none. */
  readonly run: string;
  /** The result of the comparison, without a full stop. */
  readonly sentence: string;
  readonly groups: readonly SinceGroup[];
  readonly notes: readonly SinceNote[];
}

const WHY: Readonly<Record<SinceLastRun['passedOver'][number]['why'], string>> = {
  unusable: 'unusable',
  broken: 'broken',
  interrupted: 'interrupted',
  undecided: 'nothing decided',
  'other rules': 'other rules selected',
};

function passedOverNote({ passedOver, last }: SinceLastRun): readonly SinceNote[] {
  if (passedOver.length === 0) return [];
  const reasons = Object.entries(WHY).flatMap(([why, words]) => {
    const count = passedOver.filter((run) => run.why === why).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  const which = `${last === null ? 'earlier' : 'later'} run`;
  return [
    {
      text: `${countOf(passedOver.length, which)} skipped, nothing to compare: ${reasons.join(', ')}.`,
      quoted: [],
    },
  ];
}

function unreadableNote({ unreadable }: SinceLastRun): readonly SinceNote[] {
  if (unreadable === 0) return [];
  return [{ text: `${countOf(unreadable, 'file')} of the history cannot be read as reports.`, quoted: [] }];
}

const THEN = { pass: '', undecided: 'undecided then', absent: 'not in that run' } as const;

function groupsOf(changes: ChangesSince, report: Report): readonly SinceGroup[] {
  const known = new Set(report.rules.filter((rule) => toneOf(rule) === 'known').map(({ id }) => id));
  const plain = (ids: readonly string[]): readonly SinceItem[] => ids.map((id) => ({ id, note: '' }));
  const { newFailures, mended, newlyUndecided, leftOpen, decidedNow } = changes;
  const { observations, observedOtherwise } = changes;
  const why = report.run.interrupted === true ? 'before the interruption' : 'with these settings';
  const groups: readonly (readonly [count: number, group: SinceGroup])[] = [
    [
      newFailures.length,
      {
        tone: 'fail',
        title: countOf(newFailures.length, 'new failure'),
        items: newFailures.map(({ id, before }) => ({
          id,
          note: [THEN[before], known.has(id) ? 'in the baseline' : ''].filter(Boolean).join(', '),
        })),
      },
    ],
    [mended.length, { tone: 'pass', title: `${mended.length} no longer failing`, items: plain(mended) }],
    [
      newlyUndecided.length,
      {
        tone: 'inconclusive',
        title: `${newlyUndecided.length} newly undecided`,
        items: plain(newlyUndecided),
      },
    ],
    [leftOpen.length, { tone: 'skip', title: `${leftOpen.length} undecided ${why}`, items: [] }],
    [decidedNow.length, { tone: 'pass', title: `${decidedNow.length} decided now, passing`, items: [] }],
    [
      observations.length,
      {
        tone: 'observed',
        title: countOf(observations.length, 'changed observation'),
        items: observations.map(({ id, before, after }) => ({ id, note: '', observed: [before, after] })),
      },
    ],
    [
      observedOtherwise.length,
      {
        tone: 'skip',
        title: `${countOf(observedOtherwise.length, 'observation differs', 'observations differ')} ${why}`,
        items: [],
      },
    ],
  ];
  return groups.flatMap(([count, group]) => (count === 0 ? [] : [group]));
}

function notesOf(
  changes: ChangesSince,
  since: SinceLastRun,
  report: Report,
  hasChanged: boolean,
): readonly SinceNote[] {
  const { settings, varying, mended, notCompared } = changes;
  const { last } = since;
  const note = (applies: boolean, text: string, quoted: readonly string[] = []): readonly SinceNote[] =>
    applies ? [{ text, quoted }] : [];
  return [
    ...note(
      settings.length > 0,
      hasChanged ? 'The settings differ, which may explain what changed:' : 'The settings differ:',
      settings.map(({ name, before, after }) => `${name} ${before} → ${after}`),
    ),
    ...note(
      last !== null && last.version !== report.tool.version,
      'Another version of this program made that run, and may test a rule in another way:',
      [`${last?.version ?? ''} → ${report.tool.version}`],
    ),
    ...note(
      mended.length > 0 && last?.seed !== report.run.seed,
      'The seed differs, so a failure that needs certain values may not be fixed: replay the report of that run to be sure.',
    ),
    ...note(
      notCompared > 0,
      `${countOf(notCompared, 'gating rule')} not compared: only one of the two runs tried ${notCompared === 1 ? 'it' : 'them'}.`,
    ),
    ...note(varying.length > 0, 'Vary from run to run, so not reported as changes:', varying),
  ];
}

function sentenceOf(groups: readonly SinceGroup[], changes: ChangesSince): string {
  const { stillFailing, stillUndecided, notCompared } = changes;
  const nothing =
    notCompared > 0 ? 'nothing changed among the rules that both runs tried' : 'nothing changed';
  const left = [
    ...(stillFailing > 0 ? [`${stillFailing} still ${stillFailing === 1 ? 'fails' : 'fail'}`] : []),
    ...(stillUndecided > 0 ? [`${stillUndecided} still undecided`] : []),
  ].join(', ');
  const changed = groups.map(({ title }) => title).join(', ') || nothing;
  return left === '' ? changed : `${changed}; ${left}`;
}

/** Returns the changes since the last run of the target in words; `null` if the run had no history. */
export function sinceWords(report: Report): SinceWords | null {
  const since = report.sinceLastRun;
  if (since === undefined) return null;
  const { last, changes } = since;
  const about = [...passedOverNote(since), ...unreadableNote(since)];
  if (last === null) {
    const sentence =
      since.passedOver.length === 0
        ? 'The first run of this target in the history'
        : 'The first run of this target in the history that can be compared';
    return { since: '', run: '', sentence, groups: [], notes: about };
  }
  const version = last.targetVersion === undefined ? '' : ` (version ${inert(last.targetVersion)})`;
  const head = { since: `Since ${dayAndTimeOf(last.startedAt)}${version}`, run: last.id };
  if (changes === null)
    return {
      ...head,
      sentence: 'nothing can be compared: this run decided none of the rules that both tried',
      groups: [],
      notes: about,
    };
  const groups = groupsOf(changes, report);
  return {
    ...head,
    sentence: sentenceOf(groups, changes),
    groups: groups.filter(({ items }) => items.length > 0),
    notes: [...notesOf(changes, since, report, groups.length > 0), ...about],
  };
}
