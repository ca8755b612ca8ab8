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
} from '../render/document.ts';
import { selectionFlags } from '../render/notices.ts';
import { runsTable } from '../render/parts.ts';
import { isDecided } from '../report/exit-status.ts';
import type { Report } from '../report/model.ts';
import type { Step } from '../report/rule-history.ts';
import { type VerdictStyle, verdictStyleOf, verdictStyles } from '../report/verdict-styles.ts';
import type { Changes } from './changes.ts';
import { aboutRun, headsOf, shownBy } from './matrix-document.ts';

const settingsOf = ({ tool, run: { profile, writes, selection, settings } }: Report) =>
  new Map([
    ['version of this program', tool.version],
    ['PROFILE', profile],
    ['WRITES', writes],
    ['selected rules', selection === null ? 'all' : selectionFlags(selection)],
    ...Object.entries(settings ?? {}),
  ]);

/** Returns remarks that may explain or weaken changes, the most important first. */
function remarksOn({ before, after }: Changes): readonly RichText[] {
  if (before === null) return [];
  const [was, is] = [settingsOf(before), settingsOf(after)];
  const differences = [...new Map([...was, ...is]).keys()]
    .filter((key) => was.get(key) !== is.get(key))
    .map((key): RichText => {
      const [old, now] = [was.get(key) ?? 'not set', is.get(key) ?? 'not set'];
      return [name(key), ' ', name(old), ' → ', name(now)];
    });
  const isSwapped = Date.parse(before.run.startedAt) > Date.parse(after.run.startedAt);
  return [
    ...(isSwapped
      ? [['The first report is of a later run than the second. Swap them if that was not meant.']]
      : []),
    ...(differences.length === 0 ? [] : [['The runs differ: ', ...joined(differences, ', ')]]),
  ];
}

/** Listed changes, the worse first. */
const LISTED: readonly (readonly [VerdictStyle, title: string, ...changes: Step['change'][]])[] = [
  ['fail', 'Got worse', 'worse', 'lost'],
  ['fail', 'Still failing', 'still-failing'],
  ['inconclusive', 'Undecided', 'undecided'],
  ['pass', 'Got better', 'better', 'decided'],
];

function changeItem({ rule, last }: Step, head: RichText): Item {
  const mark = verdictStyleOf(rule);
  const now = verdictStyles[mark].word;
  const before = isDecided(rule) ? 'undecided' : now;
  const old = last === null ? before : verdictStyles[verdictStyleOf(last.rule)].word;
  const change = old === now ? '' : ` (${old} → ${now})`;
  const shown = rule.verdict === 'pass' ? [] : [': ', ...shownBy(rule)];
  return { mark, words: [...head, name(rule.id), change, ...shown] };
}

/** Changes of a target, and its name if there are others. */
type Compared = Changes & { readonly head: RichText };

function changedParts(compared: readonly Compared[]): readonly Part[] {
  const having = <Shown>(
    changes: readonly Step['change'][],
    shownOf: (step: Step, head: RichText) => Shown,
  ) =>
    compared.flatMap(({ steps, head }) =>
      steps.filter(({ change }) => changes.includes(change)).map((step) => shownOf(step, head)),
    );
  const observed = having(['observed'], ({ rule, last }, head) => [
    { words: [...head, name(rule.id)] },
    { words: last === null ? [] : shownBy(last.rule) },
    { words: shownBy(rule) },
  ]);
  const runs = compared.flatMap(({ before, after }) => [
    ...(before === null ? [] : [{ report: before, head: ['older: ', ...aboutRun(before)] }]),
    { report: after, head: ['newer: ', ...aboutRun(after)] },
  ]);
  const title = 'Changed observations';
  return [
    ...LISTED.map(([mark, heading, ...changes]) =>
      listPart({ id: changes.join('-'), mark, title: heading }, having(changes, changeItem)),
    ),
    { id: 'observed', title, blocks: [table(title, ['Observation', 'Before', 'Now'], observed)] },
    { id: 'runs', title: 'Runs', blocks: [runsTable('Runs', runs)] },
  ];
}

const TITLES = { fail: 'Got worse', inconclusive: 'Not comparable', pass: 'Not worse' } as const;

/** Returns the changes between the last two runs of one target or several. Pure. */
export function changesDocument(targets: readonly Changes[]): Document {
  const [first, ...others] = targets;
  const isOne = others.length === 0;
  const heads = headsOf(targets.map(({ after }) => after)).map((head) => name(head));
  const items = targets.map(({ mark, after, result }, at): Item => {
    return { mark, words: [heads[at] ?? '', ', ', ...aboutRun(after), `: ${result}`] };
  });
  const compared = targets.map((changes, at): Compared => {
    return Object.assign({ head: isOne ? [] : [heads[at] ?? '', ': '] }, changes);
  });
  const [fail, inconclusive, absent] = (['fail', 'inconclusive', 'absent'] as const).map(
    (one) => targets.filter(({ mark }) => mark === one).length,
  );
  const mark = fail ? 'fail' : inconclusive ? 'inconclusive' : 'pass';
  const counted = `${fail} of ${countOf(targets.length, 'target')} got worse, ${inconclusive} cannot be compared, ${absent} with only one run.`;
  return {
    kind: 'The last two runs of each target compared',
    mark,
    title: TITLES[mark],
    lead: [[isOne ? (first?.result ?? '') : counted]],
    about: isOne ? heads.map((head) => [head]) : [],
    notices: compared.flatMap((changes) => remarksOn(changes).map((words) => changes.head.concat(words))),
    parts: [
      listPart({ id: 'targets', mark, title: 'Targets' }, isOne ? [] : items),
      ...changedParts(compared),
    ],
    foot: ['issue-conformance ', name(first?.after.tool.version ?? '')],
  };
}
