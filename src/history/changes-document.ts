import { countOf } from '../model/text.ts';
import {
  type Document,
  type Item,
  joined,
  listPart,
  name,
  type Part,
  type RichText,
  table,
  value,
} from '../render/document.ts';
import { selectionFlags } from '../render/notices.ts';
import { isDecided } from '../report/exit-status.ts';
import type { Report } from '../report/model.ts';
import type { Step } from '../report/rule-history.ts';
import { type VerdictStyle, verdictStyleOf, verdictStyles } from '../report/verdict-styles.ts';
import { type Changes, changeOf } from './changes.ts';
import { headsOf, runsPart, shownBy, whereOf } from './matrix-document.ts';

/** Returns remarks that may explain or weaken changes, the most important first. */
function remarksOn({ before, after }: Changes): readonly RichText[] {
  if (before === null) return [];
  const settingsOf = ({ tool, run: { profile, writes, selection, settings } }: Report) =>
    new Map([
      ['version of this program', tool.version],
      ['PROFILE', profile],
      ['WRITES', writes],
      ['selected rules', selection === null ? 'all' : selectionFlags(selection)],
      ...Object.entries(settings ?? {}),
    ]);
  const [was, is] = [settingsOf(before), settingsOf(after)];
  const differences = [...new Set([...was.keys(), ...is.keys()])]
    .filter((key) => was.get(key) !== is.get(key))
    .map((key): RichText => {
      const [old = '', now = ''] = [was, is].map((settings) => value(settings.get(key) ?? 'not set'));
      return [name(key), ' ', old, ' → ', now];
    });
  return [
    ...(Date.parse(before.run.startedAt) > Date.parse(after.run.startedAt)
      ? [['The first report is of a later run than the second. Swap them if that was not meant.']]
      : []),
    ...(differences.length === 0 ? [] : [['The runs differ: ', ...joined(differences, ', ')]]),
  ];
}

/** Listed changes, the worse first. */
const LISTED: readonly (readonly [ReturnType<typeof changeOf>, VerdictStyle, title: string])[] = [
  ['worse', 'fail', 'Got worse'],
  ['still-failing', 'fail', 'Still failing'],
  ['undecided', 'inconclusive', 'Undecided'],
  ['better', 'pass', 'Got better'],
];

function changeItem({ rule, last }: Step, head: RichText): Item {
  const mark = verdictStyleOf(rule);
  const now = verdictStyles[mark].word;
  const before = isDecided(rule) ? 'undecided' : now;
  const old = last === null ? before : verdictStyles[verdictStyleOf(last.rule)].word;
  return {
    mark,
    words: [
      ...head,
      name(rule.id),
      old === now ? '' : ` (${old} → ${now})`,
      ...(rule.verdict === 'pass' ? [] : [': ', ...shownBy(rule)]),
    ],
  };
}

const TITLES = { fail: 'Got worse', inconclusive: 'Not comparable', pass: 'Not worse' } as const;

/** Changes of a target, and its name if there are others. */
type Compared = readonly [changes: Changes, head: RichText];

function changedParts(compared: readonly Compared[]): readonly Part[] {
  const itemsOf = (kind: ReturnType<typeof changeOf>): Item[] =>
    compared.flatMap(([{ judged }, head]) =>
      judged.filter((step) => changeOf(step) === kind).map((step) => changeItem(step, head)),
    );
  const rows = compared.flatMap(([{ observed }, head]) =>
    observed
      .filter(({ change }) => change === 'observed')
      .map(({ rule, last }) => [
        { words: [...head, name(rule.id)] },
        { words: last === null ? [] : shownBy(last.rule) },
        { words: shownBy(rule) },
      ]),
  );
  return [
    ...LISTED.map(([kind, mark, title]) => listPart({ id: kind, mark, title }, itemsOf(kind))),
    {
      id: 'observed',
      title: 'Changed observations',
      blocks: [table('Changed observations', ['Observation', 'Before', 'Now'], rows)],
    },
    runsPart(
      'runs',
      'Runs',
      compared.flatMap(([{ before, after }]) => [
        ...(before === null ? [] : [{ report: before, head: ['older: ', name(whereOf(before))] }]),
        { report: after, head: ['newer: ', name(whereOf(after))] },
      ]),
    ),
  ];
}

/** Returns the changes between the last two runs of one target or several. Pure. */
export function changesDocument(targets: readonly Changes[]): Document {
  const isOne = targets.length === 1;
  const heads = headsOf(targets.map(({ after }) => after));
  const named = targets.map(({ after }, at) => [name(heads[at] ?? ''), ', ', name(whereOf(after))]);
  const items = targets.map(({ mark, result }, at): Item => {
    return { mark, words: [...(named[at] ?? []), `: ${result}`] };
  });
  const [fail, inconclusive, absent] = (['fail', 'inconclusive', 'absent'] as const).map(
    (one) => targets.filter(({ mark }) => mark === one).length,
  );
  const mark = fail ? 'fail' : inconclusive ? 'inconclusive' : 'pass';
  const counted = `${fail} of ${countOf(targets.length, 'target')} got worse, ${inconclusive} cannot be compared, ${absent} with only one run.`;
  const compared = targets.map(
    (changes, at): Compared => [changes, isOne ? [] : [name(heads[at] ?? ''), ': ']],
  );
  return {
    kind: 'The last two runs of each target compared',
    mark,
    title: TITLES[mark],
    lead: [[isOne ? (targets[0]?.result ?? '') : counted]],
    about: isOne ? named : [],
    notices: compared.flatMap(([changes, head]) => remarksOn(changes).map((words) => head.concat(words))),
    parts: [
      listPart({ id: 'targets', mark, title: 'Targets' }, isOne ? [] : items),
      ...changedParts(compared),
    ],
    foot: ['issue-conformance ', name(targets[0]?.after.tool.version ?? '')],
  };
}
