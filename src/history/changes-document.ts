import { begunAt, countOf } from '../model/text.ts';
import {
  type Document,
  type Item,
  joined,
  name,
  type Part,
  type RichText,
  sentence,
  text,
  value,
} from '../render/document.ts';
import { selectionFlags } from '../render/notices.ts';
import { listPart, tablePart } from '../render/parts.ts';
import { undecidedPart } from '../render/undecided.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { headlineOf } from '../report/outcome.ts';
import type { Step } from '../report/rule-history.ts';
import { type VerdictStyle, verdictStyleOf, verdictStyles } from '../report/verdict-styles.ts';
import { type ChangeKind, type Changes, isWorse } from './changes.ts';
import { isSameTarget } from './kept-file.ts';
import { headsOf, targetName, whereOf } from './matrix.ts';
import type { LastRuns } from './past-reports.ts';
import { RUN_HEADS, runRow, shownBy } from './run-rows.ts';

function settingsWords(before: Report, after: Report): RichText {
  const settingsOf = ({ run: { profile, writes, selection, settings } }: Report) =>
    new Map([
      ['PROFILE', profile],
      ['WRITES', writes],
      ['selected rules', selection === null ? 'all' : selectionFlags(selection)],
      ...Object.entries(settings ?? {}),
    ]);
  const [was, is] = [settingsOf(before), settingsOf(after)];
  const differing = [...new Set([...was.keys(), ...is.keys()])].filter((key) => was.get(key) !== is.get(key));
  const differences = differing.map((key): RichText => {
    const [old, now] = [was, is].map((settings) => value(settings.get(key) ?? 'not set'));
    return [name(key), ' ', old ?? '', ' → ', now ?? ''];
  });
  return differences.length === 0 ? [] : ['Settings differ: ', ...joined(differences, ', ')];
}

/** Returns remarks that may explain or weaken the changes, the most important first. */
function remarksOn({ before, after }: Changes): readonly RichText[] {
  const when = (applies: boolean, ...words: RichText): RichText => (applies ? words : []);
  const [was, is] = [before.run, after.run];
  const end = (which: string, { problem, run: { interrupted } }: Report): RichText =>
    when(
      problem !== undefined || interrupted === true,
      `The ${which} run did not finish: `,
      sentence(problem ?? 'it was interrupted.'),
    );
  return [
    when(was.id === is.id && was.startedAt === is.startedAt, 'Both reports are of the same run.'),
    when(
      !isSameTarget(before.target, after.target),
      'The reports are on different targets, so these are differences between the two and not changes of one.',
    ),
    when(
      Date.parse(was.startedAt) > Date.parse(is.startedAt),
      'The first report is of a later run than the second. Swap them if that was not meant.',
    ),
    end('older', before),
    end('newer', after),
    when(
      before.tool.version !== after.tool.version,
      'Different versions of this program made the reports, and may test a rule differently: ',
      value(`${before.tool.version} → ${after.tool.version}`),
    ),
    settingsWords(before, after),
  ].filter((words) => words.length > 0);
}

function stepItem(step: Step, head: RichText): Item {
  const { rule, last } = step;
  const is = verdictStyles[verdictStyleOf(rule)].word;
  const was = last === null ? verdictStyles.inconclusive.word : verdictStyles[verdictStyleOf(last.rule)].word;
  return {
    mark: verdictStyleOf(rule),
    words: [
      ...head,
      name(rule.id),
      was === is ? '' : ` (${was} → ${is}${isWorse(step) ? '; worse' : ''})`,
      ...(rule.verdict === 'pass' ? [] : [': ', ...shownBy(rule)]),
    ],
  };
}

const ruleItem = (rule: RuleReport): Item => ({ mark: verdictStyleOf(rule), words: [name(rule.id)] });

/** Listed kinds of changes, the worse first. */
const LISTED: readonly (readonly [ChangeKind, VerdictStyle, title: string])[] = [
  ['newlyFailing', 'fail', 'Newly failing'],
  ['newlyUndecided', 'inconclusive', 'Newly undecided'],
  ['stillFailing', 'fail', 'Still failing'],
  ['noLongerFailing', 'pass', 'No longer failing'],
  ['decidedNow', 'pass', 'Decided now, and passing'],
];

function resultOf({ rules, judged, worse }: Changes): string {
  if (!worse) return `None of the ${countOf(judged, 'rule')} that both reports judge got worse.`;
  const [failing, undecided] = [rules.newlyFailing.length, rules.newlyUndecided.filter(isWorse).length];
  const parts = [
    ...(failing > 0 ? [`${countOf(failing, 'rule')} newly failing`] : []),
    ...(undecided > 0 ? [`${countOf(undecided, 'rule')} no longer decided`] : []),
  ];
  return `${parts.join(', ') || 'The newer run produced no result'}.`;
}

const markOf = ({ worse, incomparable }: Changes): keyof typeof TITLES =>
  incomparable === null ? (worse ? 'fail' : 'pass') : 'inconclusive';

const TITLES = { fail: 'Got worse', inconclusive: 'Not comparable', pass: 'Not worse' } as const;

/** Returns the changes of rules in several pairs of reports, the worse first, each with the head of its pair. */
const changedParts = (pairs: readonly (readonly [Changes, head: RichText])[]): readonly Part[] =>
  LISTED.flatMap(([kind, mark, title]) => {
    const items = pairs.flatMap(([{ rules }, head]) => rules[kind].map((step) => stepItem(step, head)));
    return listPart(kind, mark, title, items);
  });

/** Returns the changes between two reports. Pure. */
export function changesDocument(changes: Changes): Document {
  const { before, after, rules, incomparable } = changes;
  const unchanged = rules.stillPassing.length;
  const mark = markOf(changes);
  return {
    kind: 'Two reports compared',
    mark,
    title: TITLES[mark],
    lead: [
      [incomparable ?? resultOf(changes)],
      [`${countOf(unchanged, 'rule')} still ${unchanged === 1 ? 'passes' : 'pass'}.`],
    ],
    about: [[name(targetName(after))]],
    notices: remarksOn(changes).map((words) => text(words, 'inconclusive')),
    parts: [
      ...changedParts([[changes, []]]),
      ...undecidedPart(
        rules.stillUndecided.map(({ rule }) => rule),
        'Rules still undecided',
      ),
      ...tablePart(
        'observed',
        'Changed observations',
        ['Observation', 'Before', 'Now'],
        changes.observations.map(({ rule, last }) => [
          { words: [name(rule.id)] },
          { words: last === null ? [] : shownBy(last.rule) },
          { words: shownBy(rule) },
        ]),
      ),
      ...listPart('only-before', 'absent', 'Only in the older report', changes.onlyBefore.map(ruleItem)),
      ...listPart('only-after', 'absent', 'Only in the newer report', changes.onlyAfter.map(ruleItem)),
      ...tablePart('runs', 'The two runs', RUN_HEADS, [
        runRow(before, ['older: ', name(targetName(before))]),
        runRow(after, ['newer: ', name(targetName(after))]),
      ]),
    ],
    last: [],
    foot: ['issue-conformance ', name(after.tool.version)],
  };
}

/** Returns why the last run of a target is not compared, as a sentence. */
export const incomparableReason = (earlier: number): string =>
  earlier === 0
    ? 'Only one run.'
    : `None of the runs before the last (${earlier}) can be compared with it: each was unusable, broken or interrupted, decided nothing, or tried other rules.`;

/** Returns the changes between the last two runs of each of several targets. Pure. */
export function historyDocument(targets: readonly LastRuns[]): Document {
  const heads = headsOf(targets.map(({ report }) => report));
  const lines = targets.map(({ report, changes, earlier }, at) => {
    const mark = changes !== null ? markOf(changes) : earlier > 0 ? 'inconclusive' : 'absent';
    const since =
      changes === null
        ? incomparableReason(earlier)
        : `${TITLES[markOf(changes)]}. ${changes.incomparable ?? resultOf(changes)}`;
    const head = [name(heads[at] ?? ''), ', ', name(whereOf(report)), ': '];
    return { mark, words: [...head, since, ` Now: ${headlineOf(report)}, ${begunAt(report)}.`] } as const;
  });
  const count = (mark: VerdictStyle): number => lines.filter((line) => line.mark === mark).length;
  const mark = count('fail') > 0 ? 'fail' : count('inconclusive') > 0 ? 'inconclusive' : 'pass';
  const others = [
    ...(count('inconclusive') === 0 ? [] : [`, ${count('inconclusive')} cannot be compared`]),
    ...(count('absent') === 0 ? [] : [`, ${count('absent')} with only one run`]),
  ];
  return {
    kind: 'The last two runs of each target compared',
    mark,
    title: TITLES[mark],
    lead: [[`${count('fail')} of ${countOf(targets.length, 'target')} got worse`, ...others, '.']],
    about: [],
    notices: targets.flatMap(({ changes }, at) =>
      (changes === null ? [] : remarksOn(changes)).map((words) =>
        text([name(heads[at] ?? ''), ': ', ...words], 'inconclusive'),
      ),
    ),
    parts: [
      ...listPart('targets', mark, 'Targets', lines),
      ...changedParts(
        targets.flatMap(({ changes }, at) =>
          changes === null ? [] : [[changes, [name(heads[at] ?? ''), ': ']] as const],
        ),
      ),
    ],
    last: [],
    foot: ['issue-conformance'],
  };
}
