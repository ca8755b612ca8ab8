import { countOf } from '../model/text.ts';
import {
  type Document,
  type Item,
  joined,
  name,
  type Part,
  type RichText,
  type Strip,
  sentence,
  text,
} from '../render/document.ts';
import { anchor, list, table, tablePart } from '../render/parts.ts';
import { stripOf } from '../render/strip.ts';
import { actualInShort, grouped } from '../report/groups.ts';
import type { RuleReport } from '../report/model.ts';
import { ruleIn } from '../report/rule-history.ts';
import { isAnyDecided } from '../report/strict-exit-status.ts';
import { verdictStyleOf, verdictStyles } from '../report/verdict-styles.ts';
import { type Column, isBroken, isJudged, type Matrix, type Row, whereOf } from './matrix.ts';
import { type Cells, RUN_HEADS, runRow, shownBy } from './run-rows.ts';

const columnName = ({ head, href }: Column): RichText =>
  href === '' ? [name(head)] : [{ to: href, words: [name(head)] }];

/** Returns a cell of a matrix. A failed rule links to its evidence. */
function cellOf(rule: RuleReport | undefined, column: Column | undefined): Cells[number] {
  const mark = verdictStyleOf(rule);
  if (rule?.verdict === 'observed') return { mark, words: shownBy(rule) };
  if (!isBroken(rule) || column === undefined) return { mark, words: [] };
  return { mark, words: [{ to: `${column.href}#${anchor(rule.id)}`, words: [verdictStyles[mark].word] }] };
}

const LEGEND = `${(['fail', 'known', 'inconclusive', 'skip', 'pass', 'absent'] as const)
  .map((mark) => `${verdictStyles[mark].sign} ${verdictStyles[mark].word}`)
  .join(', ')}; ≠ targets differ`;

function gridPart(id: string, title: string, rows: readonly Row[], columns: readonly Column[]): Part[] {
  if (rows.length === 0) return [];
  const cells = rows.map(({ rule, differs, members }): Cells => {
    const head: Cells = [{ words: [...(differs ? ['≠ '] : []), name(rule.id)] }];
    return head.concat(members.map((member, at) => cellOf(member, columns[at])));
  });
  const legend = rows.some(({ members }) => members.some(isJudged)) ? [text([LEGEND])] : [];
  return [{ id, title, blocks: [...legend, table(title, ['Rule', ...columns.map(columnName)], cells)] }];
}

/** Returns the actual results of each failed rule, with their targets. */
function brokenPart(rows: readonly Row[], columns: readonly Column[]): Part[] {
  const items = rows.flatMap(({ rule, members }) => {
    const broken = columns.flatMap(({ head }, at) => {
      const found = members[at];
      return isBroken(found) ? [{ head, way: actualInShort(found) }] : [];
    });
    return grouped(broken, ({ way }) => way).map((ways): Item => {
      const heads = ways.map(({ head }) => [name(head)]);
      return {
        mark: 'fail',
        id: anchor(rule.id),
        words: [name(rule.id), ', ', ...joined(heads, ', '), ': ', sentence(ways[0].way, 300)],
      };
    });
  });
  // A rule that fails in two ways has two lines.
  const title = `Failed rules: ${rows.filter(({ members }) => members.some(isBroken)).length}`;
  return items.length === 0 ? [] : [{ id: 'broken', mark: 'fail', title, blocks: [list(items)] }];
}

/** Returns the strip of a target, whose signs lead to its page, or to the failed rules. */
function columnStrip({ rules }: Matrix, { report, href }: Column): Strip {
  const all = rules.map(({ rule }) => rule);
  return stripOf(all, ruleIn(report), ({ id }) => `${href}#${anchor(id)}`);
}

/**
 * Returns the parts of a matrix: the rules that failed somewhere or differ, with their results.
 * @param notes on the outcomes, in the order of the columns
 */
export function matrixParts(matrix: Matrix, notes: readonly string[] = []): readonly Part[] {
  const { columns, rules, observations } = matrix;
  const notable = rules.filter(({ differs, members }) => differs || members.some(isBroken));
  const title = `Rules that failed or differ: ${notable.length} of ${rules.length}`;
  const differing = observations.filter(({ differs }) => differs);
  return [
    ...tablePart(
      'targets',
      'Targets',
      RUN_HEADS,
      columns.map((column, at) =>
        runRow(
          column.report,
          [
            ...columnName(column),
            ', ',
            name(whereOf(column.report)),
            ...(isAnyDecided(column.report) ? [columnStrip(matrix, column)] : []),
          ],
          notes[at],
        ),
      ),
    ),
    ...gridPart('rules', title, notable, columns),
    ...brokenPart(notable, columns),
    ...gridPart('observed', 'Observations that differ', differing, columns),
  ];
}

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
