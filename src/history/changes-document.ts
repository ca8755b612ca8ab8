import { countOf } from '../model/text.ts';
import {
  type Document,
  type Item,
  joined,
  listPart,
  name,
  type Part,
  type RichText,
  sentence,
  table,
  value,
} from '../render/document.ts';
import { selectionFlags } from '../render/notices.ts';
import type { Report } from '../report/model.ts';
import { type VerdictStyle, verdictStyleOf, verdictStyles } from '../report/verdict-styles.ts';
import { type ChangeKind, type Changes, headsOf, type RuleChange } from './comparison.ts';
import { runsPart, shownBy, whereOf } from './comparison-document.ts';
import { isSameTarget, type LastRuns } from './kept-runs.ts';

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
  const [was, is] = [before.run, after.run];
  const end = (which: string, { problem, run: { interrupted } }: Report): RichText =>
    problem === undefined && interrupted !== true
      ? []
      : [`The ${which} run did not finish: `, sentence(problem ?? 'it was interrupted.')];
  return [
    was.id === is.id && was.startedAt === is.startedAt ? ['Both reports are of the same run.'] : [],
    isSameTarget(before.target, after.target)
      ? []
      : [
          'The reports are on different targets, so these are differences between the two and not changes of one.',
        ],
    Date.parse(was.startedAt) > Date.parse(is.startedAt)
      ? ['The first report is of a later run than the second. Swap them if that was not meant.']
      : [],
    end('older', before),
    end('newer', after),
    before.tool.version === after.tool.version
      ? []
      : [
          'Different versions of this program made the reports, and may test a rule differently: ',
          value(`${before.tool.version} → ${after.tool.version}`),
        ],
    settingsWords(before, after),
  ].filter((words) => words.length > 0);
}

/** Listed kinds of changes, the worse first. */
const LISTED: readonly (readonly [ChangeKind, VerdictStyle, title: string])[] = [
  ['newlyFailing', 'fail', 'Newly failing'],
  ['newlyUndecided', 'inconclusive', 'Newly undecided'],
  ['stillFailing', 'fail', 'Still failing'],
  ['stillUndecided', 'inconclusive', 'Still undecided'],
  ['noLongerFailing', 'pass', 'No longer failing'],
  ['decidedNow', 'pass', 'Decided now, and passing'],
  ['onlyBefore', 'absent', 'Only in the older report'],
  ['onlyAfter', 'absent', 'Only in the newer report'],
];

function changeItem({ kind, was, is, isWorse }: RuleChange, head: RichText): Item {
  const rule = kind === 'onlyBefore' ? was : is;
  const [old, now] = [was, is].map((one) => verdictStyles[verdictStyleOf(one)].word);
  const isOfBoth = !kind.startsWith('only');
  return {
    mark: verdictStyleOf(rule),
    words: [
      ...head,
      name(rule?.id ?? ''),
      isOfBoth && old !== now ? ` (${old} → ${now}${isWorse ? '; worse' : ''})` : '',
      ...(isOfBoth && rule !== undefined && rule.verdict !== 'pass' ? [': ', ...shownBy(rule)] : []),
    ],
  };
}

const TITLES = { fail: 'Got worse', inconclusive: 'Not comparable', pass: 'Not worse' } as const;

const markOf = ({ isWorse, incomparable }: Changes): keyof typeof TITLES =>
  incomparable === null ? (isWorse ? 'fail' : 'pass') : 'inconclusive';

function resultOf({ all, judged, isWorse, incomparable }: Changes): string {
  if (incomparable !== null) return incomparable;
  const count = all.filter((change) => change.isWorse).length;
  if (isWorse && count === 0) return 'The newer run produced no result.';
  return `${count || 'None'} of the ${countOf(judged, 'rule')} in both reports got worse.`;
}

/** Returns why the last run of a target is not compared, as a sentence. */
export const incomparableReason = (earlier: number): string =>
  earlier === 0
    ? 'Only one run.'
    : `None of the runs before the last (${earlier}) can be compared with it: each was unusable, broken or interrupted, decided nothing, or tried other rules.`;

/** Changes of a target, and its name if there are others. */
type Compared = readonly [changes: Changes, head: RichText];

function changedParts(compared: readonly Compared[]): readonly Part[] {
  const of = <T>(kind: ChangeKind, as: (change: RuleChange, head: RichText) => T): T[] =>
    compared.flatMap(([{ all }, head]) =>
      all.filter((change) => change.kind === kind).map((change) => as(change, head)),
    );
  const observed = of('observed', ({ was, is }, head) => [
    { words: [...head, name(is?.id ?? '')] },
    { words: was === undefined ? [] : shownBy(was) },
    { words: is === undefined ? [] : shownBy(is) },
  ]);
  return [
    ...LISTED.map(([kind, mark, title]) => listPart({ id: kind, mark, title }, of(kind, changeItem))),
    {
      id: 'observed',
      title: 'Changed observations',
      blocks: [table('Changed observations', ['Observation', 'Before', 'Now'], observed)],
    },
    ...runsPart(
      'runs',
      'Runs',
      compared.flatMap(([{ before, after }]) => [
        [before, ['older: ', name(whereOf(before))]] as const,
        [after, ['newer: ', name(whereOf(after))]] as const,
      ]),
    ),
  ];
}

/** Returns the changes between the last two runs of one target or several. Pure. */
export function changesDocument(targets: readonly LastRuns[]): Document {
  const isOne = targets.length === 1;
  const heads = headsOf(targets.map(({ report }) => report));
  const lines = targets.map(({ report, changes, earlier }, at) => ({
    mark: changes !== null ? markOf(changes) : earlier > 0 ? ('inconclusive' as const) : ('absent' as const),
    where: [name(heads[at] ?? ''), ', ', name(whereOf(report))],
    result: changes === null ? incomparableReason(earlier) : resultOf(changes),
  }));
  const compared = targets.flatMap(({ changes }, at): readonly Compared[] =>
    changes === null ? [] : [[changes, isOne ? [] : [name(heads[at] ?? ''), ': ']]],
  );
  const [fail, inconclusive, absent] = (['fail', 'inconclusive', 'absent'] as const).map(
    (one) => lines.filter(({ mark }) => mark === one).length,
  );
  const mark = fail ? 'fail' : inconclusive ? 'inconclusive' : 'pass';
  const counted = `${fail} of ${countOf(targets.length, 'target')} got worse, ${inconclusive} cannot be compared, ${absent} with only one run.`;
  const items = lines.map((line) => ({ mark: line.mark, words: [...line.where, `: ${line.result}`] }));
  return {
    kind: 'The last two runs of each target compared',
    mark,
    title: TITLES[mark],
    lead: isOne ? lines.map(({ result }) => [result]) : [[counted]],
    about: isOne ? lines.map(({ where }) => where) : [],
    notices: compared.flatMap(([changes, head]) => remarksOn(changes).map((words) => head.concat(words))),
    parts: [
      ...(isOne ? [] : [listPart({ id: 'targets', mark, title: 'Targets' }, items)]),
      ...changedParts(compared),
    ],
    foot: ['issue-conformance ', name(targets[0]?.report.tool.version ?? '')],
  };
}
