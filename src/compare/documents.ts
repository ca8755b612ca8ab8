import {
  type Block,
  type Document,
  type Item,
  joined,
  name,
  type Part,
  sentence,
  text,
  value,
  type Words,
} from '../document/document.ts';
import { isGating } from '../model/words.ts';
import { anchor } from '../report/failure-parts.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { begunAt, countOf } from '../report/text.ts';
import { actualInShort } from '../results/card.ts';
import { type Mark, markOf, marks } from '../results/marks.ts';
import { headlineOf } from '../results/outcome.ts';
import type { Step } from '../results/past.ts';
import { isDecided, reasonIn, runMark } from '../results/standing.ts';
import { byTopic } from '../results/topics.ts';
import { type Changes, isWorse } from './changes.ts';
import { type Column, targetName, whereOf } from './columns.ts';
import { isBroken, isJudged, type Matrix, type Row } from './matrix.ts';
import { remarksOn, settingDifferences } from './remarks.ts';

/** UTF-16 units of what a rule shows in a line. */
const SHORT = 300;

/** Returns what a rule shows in a line: the actual result, the observed value, or why there is none. */
function shownBy(rule: RuleReport): Words {
  if (rule.verdict === 'fail') return [sentence(actualInShort(rule), SHORT)];
  if (rule.verdict === 'observed') return [value(rule.observation?.value ?? '', SHORT)];
  return [sentence(reasonIn(rule), SHORT)];
}

const stepItem = (step: Step): Item => {
  const { rule, last } = step;
  const [was, is] = [last?.rule, rule].map((each) =>
    each === undefined ? marks.inconclusive.word : marks[markOf(each)].word,
  );
  return {
    mark: markOf(rule),
    words: [
      name(rule.id),
      was === is ? '' : ` (${was} → ${is}${isWorse(step) ? '; worse' : ''})`,
      ...(rule.verdict === 'pass' ? [] : [': ', ...shownBy(rule)]),
    ],
  };
};

export const listPart = (id: string, mark: Mark, title: string, items: readonly Item[]): Part[] =>
  items.length === 0
    ? []
    : [{ id, mark, title: `${title}: ${items.length}`, blocks: [{ is: 'list', items }] }];

type Cells = (Block & { is: 'table' })['rows'][number];

export const tablePart = (
  id: string,
  title: string,
  heads: readonly Words[],
  rows: readonly Cells[],
  note = '',
): Part[] =>
  rows.length === 0
    ? []
    : [
        {
          id,
          title,
          blocks: [...(note === '' ? [] : [text([note])]), { is: 'table', name: title, heads, rows }],
        },
      ];

const RUN_HEADS: readonly Words[] = [
  ['Target'],
  ['Outcome'],
  ['Failed'],
  ['Undecided'],
  ['Run'],
  ['Version'],
  ['Profile, writes'],
  ['Median response'],
];

function runRow(report: Report, head: Words): Cells {
  const { run } = report;
  const judged = report.rules.filter(isGating);
  const decided = judged.filter(isDecided);
  return [
    { words: head },
    { mark: runMark(report), words: [headlineOf(report)] },
    { words: [`${decided.filter(isBroken).length} of ${decided.length} decided`] },
    { words: [String(judged.length - decided.length)] },
    { words: [begunAt(report)] },
    { words: run.targetVersion === undefined ? [] : [name(run.targetVersion)] },
    { words: [`${run.profile}, ${run.writes}`] },
    { words: run.latency === undefined ? [] : [`${run.latency.medianMs.toFixed(1)} ms`] },
  ];
}

const ruleItem = (rule: RuleReport): Item => ({ mark: markOf(rule), words: [name(rule.id)] });

function worseText({ rules }: Changes): string {
  const [failing, undecided] = [rules.newlyFailing.length, rules.newlyUndecided.filter(isWorse).length];
  return [
    ...(failing > 0 ? [`${countOf(failing, 'rule')} newly failing`] : []),
    ...(undecided > 0 ? [`${countOf(undecided, 'rule')} no longer decided`] : []),
  ].join(', ');
}

/** Returns what changed between two reports, what got worse first. Pure. */
export function changesDocument(changes: Changes): Document {
  const { before, after, rules, observations, onlyBefore, onlyAfter, judged, worse, incomparable } = changes;
  const lost = [...rules.newlyFailing, ...rules.newlyUndecided].filter(isWorse);
  const list = (id: string, mark: Mark, title: string, steps: readonly Step[]): Part[] =>
    listPart(id, mark, title, steps.map(stepItem));
  const unchanged = rules.stillPassing.length;
  return {
    kind: 'Two reports compared',
    mark: incomparable === null ? (worse ? 'fail' : 'pass') : 'inconclusive',
    title: incomparable === null ? (worse ? 'Got worse' : 'Not worse') : 'Not comparable',
    lead: [
      [
        incomparable ??
          (worse
            ? `${worseText(changes) || 'The newer run came to nothing'}.`
            : `None of the ${countOf(judged, 'rule')} that both reports judge got worse.`),
      ],
      [`${countOf(unchanged, 'rule')} still ${unchanged === 1 ? 'passes' : 'pass'}.`],
    ],
    about: [[name(targetName(after))]],
    notices: remarksOn(changes).map(({ text: ours, quoted }) =>
      text(quoted === '' ? [ours] : [ours, ' ', sentence(quoted)], 'inconclusive'),
    ),
    parts: [
      ...list('newly-failing', 'fail', 'Newly failing', rules.newlyFailing),
      ...list('newly-undecided', 'inconclusive', 'Newly undecided', rules.newlyUndecided),
      ...list('still-failing', 'fail', 'Still failing', rules.stillFailing),
      ...list('fixed', 'pass', 'No longer failing', rules.noLongerFailing),
      ...list('decided', 'pass', 'Decided now, and passing', rules.decidedNow),
      ...list('still-undecided', 'inconclusive', 'Still undecided', rules.stillUndecided),
      ...tablePart(
        'observed',
        'Changed observations',
        [['Observation'], ['Before'], ['Now']],
        observations.map(({ rule, last }) => [
          { words: [name(rule.id)] },
          { words: last === null ? [] : shownBy(last.rule) },
          { words: shownBy(rule) },
        ]),
      ),
      ...listPart('only-before', 'absent', 'Only in the older report', onlyBefore.map(ruleItem)),
      ...listPart('only-after', 'absent', 'Only in the newer report', onlyAfter.map(ruleItem)),
      ...tablePart('runs', 'The two runs', RUN_HEADS, [
        runRow(before, ['older: ', name(targetName(before))]),
        runRow(after, ['newer: ', name(targetName(after))]),
      ]),
      ...tablePart(
        'settings',
        'Settings that differ',
        [['Setting'], ['Older'], ['Newer']],
        settingDifferences(before, after).map((each) => [
          { words: [name(each.name)] },
          { words: [value(each.before)] },
          { words: [value(each.after)] },
        ]),
      ),
    ],
    last: lost.length === 0 ? [] : [{ is: 'list', items: lost.slice(0, 12).map(stepItem) }],
    foot: ['issue-conformance ', name(after.tool.version)],
  };
}

const columnName = ({ place, head }: Column): Words => [`${place} `, name(head)];

const linkedName = (column: Column): Words =>
  column.href === '' ? columnName(column) : [{ to: column.href, words: columnName(column) }];

/** Returns a cell of a matrix: a broken rule leads to its evidence. */
function cellOf(rule: RuleReport | undefined, column: Column | undefined): Cells[number] {
  const mark = markOf(rule);
  if (rule === undefined) return { mark, words: [] };
  if (!isJudged(rule)) return { words: rule.verdict === 'observed' ? shownBy(rule) : ['–'] };
  if (!isBroken(rule) || column === undefined) return { mark, words: [] };
  return { mark, words: [{ to: `${column.href}#${anchor(rule.id)}`, words: [marks[mark].word] }] };
}

const LEGEND = `${Object.values(marks)
  .map(({ sign, word }) => `${sign} ${word}`)
  .join(', ')}; ≠ targets differ`;

/** Returns a table of rules by columns. A terminal has room for numbers and signs only. */
function gridPart(id: string, title: string, rows: readonly Row[], columns: readonly Column[]): Part[] {
  const sorted = byTopic(rows, ({ rule }) => rule.id).flatMap(({ members }) => members);
  const isShort = sorted.every(({ members }) => members.some(isJudged));
  const table = (heads: readonly Words[], cell: typeof cellOf): Block => ({
    is: 'table',
    name: title,
    heads: [['Rule'], ...heads],
    rows: sorted.map(({ rule, differs, members }) => [
      { words: [...(differs ? ['≠ '] : []), name(rule.id)] },
      ...members.map((member, at) => cell(member, columns[at])),
    ]),
  });
  const whole = table(columns.map(linkedName), cellOf);
  const short = table(
    columns.map(({ place }) => [String(place)]),
    (rule) => ({ mark: markOf(rule), words: [] }),
  );
  const blocks: readonly Block[] = isShort
    ? [
        { ...short, only: ['terminal'] },
        { ...whole, only: ['markdown', 'page'] },
      ]
    : [whole];
  return rows.length === 0 ? [] : [{ id, title, blocks: [...(isShort ? [text([LEGEND])] : []), ...blocks] }];
}

function grouped<Member>(members: readonly Member[], keyOf: (member: Member) => string): readonly Member[][] {
  const groups = new Map<string, Member[]>();
  for (const member of members) groups.set(keyOf(member), [...(groups.get(keyOf(member)) ?? []), member]);
  return [...groups.values()];
}

/** Returns how each broken rule shows, and at which targets. */
function brokenItems(rows: readonly Row[], columns: readonly Column[]): readonly Item[] {
  return rows.flatMap(({ rule, members }) => {
    const broken = columns.flatMap((column, at) => {
      const found = members[at];
      return isBroken(found) ? [{ column, way: actualInShort(found) }] : [];
    });
    return grouped(broken, ({ way }) => way).map(
      (ways): Item => ({
        mark: 'fail',
        id: anchor(rule.id),
        words: [
          name(rule.id),
          ', ',
          ...joined(
            ways.map(({ column }) => columnName(column)),
            ', ',
          ),
          ': ',
          sentence(ways[0]?.way ?? '', SHORT),
        ],
      }),
    );
  });
}

function undecidedItems(column: Column): readonly Item[] {
  const { report } = column;
  const open = report.rules.filter((rule) => isGating(rule) && !isDecided(rule));
  return grouped(open, reasonIn).map((members) => ({
    mark: 'inconclusive',
    words: [
      ...columnName(column),
      `, ${countOf(members.length, 'rule')}: `,
      sentence(members[0] === undefined ? '' : reasonIn(members[0]), SHORT),
    ],
  }));
}

/** Returns the parts of a matrix: the rules that are broken somewhere or differ, and what shows it. */
export function matrixParts({ columns, rules, observations }: Matrix): readonly Part[] {
  const notable = rules.filter(({ differs, members }) => differs || members.some(isBroken));
  return [
    ...gridPart(
      'rules',
      `Rules that are broken or differ: ${notable.length} of ${rules.length}`,
      notable,
      columns,
    ),
    ...tablePart(
      'targets',
      'Targets',
      RUN_HEADS,
      columns.map((column) =>
        runRow(column.report, [
          ...linkedName(column),
          ...(column.report.target.label === undefined ? [] : [' ', name(whereOf(column.report))]),
        ]),
      ),
    ),
    ...listPart('broken', 'fail', 'Broken rules', brokenItems(notable, columns)),
    ...listPart('undecided', 'inconclusive', 'Undecided, and why', columns.flatMap(undecidedItems)),
    ...gridPart(
      'observed',
      'Observations that differ',
      observations.filter(({ differs }) => differs),
      columns,
    ),
  ];
}

/** Returns several reports, a column each. Pure. */
export function matrixDocument(matrix: Matrix): Document {
  const { columns, rules } = matrix;
  const differing = rules.filter(({ differs }) => differs).length;
  return {
    kind: 'Reports compared',
    mark: 'absent',
    title: `${countOf(columns.length, 'report')} compared`,
    lead: [
      [`${differing} of ${countOf(rules.length, 'rule')} ${differing === 1 ? 'differs' : 'differ'}.`],
      ['Undecided and skipped rules are not compared.'],
    ],
    about: [],
    notices: [],
    parts: matrixParts(matrix),
    last: [],
    foot: ['issue-conformance ', name(columns[0]?.report.tool.version ?? '')],
  };
}
