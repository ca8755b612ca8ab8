import {
  type Block,
  type Document,
  type Item,
  joined,
  name,
  type Part,
  sentence,
  text,
  type Words,
} from '../document/document.ts';
import { list, listPart, only, table, tablePart } from '../document/parts.ts';
import { isGating } from '../model/words.ts';
import { anchor } from '../report/failure-parts.ts';
import type { RuleReport } from '../report/model.ts';
import { countOf } from '../report/text.ts';
import { actualInShort } from '../results/card.ts';
import { markOf, marks } from '../results/marks.ts';
import { isDecided, reasonIn } from '../results/standing.ts';
import { type Column, whereOf } from './columns.ts';
import { isBroken, isJudged, type Matrix, type Row } from './matrix.ts';
import { type Cells, RUN_HEADS, runRow, shownBy } from './run-rows.ts';

const columnName = ({ place, head }: Column): Words => [`${place} `, name(head)];

const linkedName = (column: Column): Words =>
  column.href === '' ? columnName(column) : [{ to: column.href, words: columnName(column) }];

/** Returns a cell of a matrix: a broken rule leads to its evidence. */
function cellOf(rule: RuleReport | undefined, column: Column | undefined): Cells[number] {
  const mark = markOf(rule);
  if (rule === undefined) return { mark, words: [] };
  if (!isJudged(rule)) return { mark, words: rule.verdict === 'observed' ? shownBy(rule) : [] };
  if (!isBroken(rule) || column === undefined) return { mark, words: [] };
  return { mark, words: [{ to: `${column.href}#${anchor(rule.id)}`, words: [marks[mark].word] }] };
}

const LEGEND = `${(['fail', 'known', 'inconclusive', 'skip', 'pass', 'absent'] as const)
  .map((mark) => `${marks[mark].sign} ${marks[mark].word}`)
  .join(', ')}; ≠ targets differ`;

/** Returns a table of rules by columns. A terminal has room for numbers and signs only. */
function gridPart(id: string, title: string, rows: readonly Row[], columns: readonly Column[]): Part[] {
  const isShort = rows.every(({ members }) => members.some(isJudged));
  const grid = (heads: readonly Words[], cell: typeof cellOf): Block =>
    table(
      title,
      ['Rule', ...heads],
      rows.map(({ rule, differs, members }): Cells => {
        const head: Cells = [{ words: [...(differs ? ['≠ '] : []), name(rule.id)] }];
        return head.concat(members.map((member, at) => cell(member, columns[at])));
      }),
    );
  const whole = grid(columns.map(linkedName), cellOf);
  const short = grid(
    columns.map(({ place }) => [String(place)]),
    (rule) => ({ mark: markOf(rule), words: [] }),
  );
  const blocks = isShort
    ? [text([LEGEND]), only(['terminal'], short), only(['markdown', 'page'], whole)]
    : [whole];
  return rows.length === 0 ? [] : [{ id, title, blocks }];
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
          sentence(ways[0]?.way ?? '', 300),
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
      sentence(members[0] === undefined ? '' : reasonIn(members[0]), 300),
    ],
  }));
}

function undecidedPart(columns: readonly Column[]): Part[] {
  const items = columns.flatMap(undecidedItems);
  if (items.length === 0) return [];
  const words = [countOf(items.length, 'reason')];
  return [
    {
      id: 'undecided',
      mark: 'inconclusive',
      title: 'Undecided, and why',
      rank: 1,
      blocks: [{ is: 'fold', open: ['terminal'], words, blocks: [list(items)] }],
    },
  ];
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
    ...undecidedPart(columns),
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
