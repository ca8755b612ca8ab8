import { isGating } from '../model/rule-metadata.ts';
import { begunAt, countOf, sanitise } from '../model/text.ts';
import {
  type Block,
  type Document,
  type Item,
  joined,
  list,
  name,
  type Part,
  type RichText,
  sentence,
  table,
  text,
} from '../render/document.ts';
import { anchor, stripOf } from '../render/parts.ts';
import { isAnyDecided, isDecided, reasonIn, runMark } from '../report/exit-status.ts';
import { actualInShort, grouped } from '../report/groups.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { headlineOf } from '../report/outcome.ts';
import { ruleIn } from '../report/rule-history.ts';
import { verdictStyleOf, verdictStyles } from '../report/verdict-styles.ts';
import { type Column, type Comparison, isJudged, type Row } from './comparison.ts';

type Cells = (Block & { is: 'table' })['rows'][number];

const SHORT = 300;

export const whereOf = ({ target: { baseUrl, owner, repo, bundled } }: Pick<Report, 'target'>): string =>
  bundled ? 'bundled reference service' : `${sanitise(baseUrl)} ${sanitise(`${owner}/${repo}`)}`;

/** Returns the result of a rule in a line: the actual result, the observed value, or the reason for none. */
export function shownBy(rule: RuleReport): RichText {
  if (rule.verdict === 'fail') return [sentence(actualInShort(rule), SHORT)];
  if (rule.verdict === 'observed') return [sentence(rule.observation?.value ?? '', SHORT)];
  return [sentence(reasonIn(rule), SHORT)];
}

const RUN_HEADS = ['Target', 'Outcome', 'Failed', 'Undecided', 'Run', 'Version'] as const;

/** Returns the row of a run. Undecided rules have their own count, so that they favour no target. */
function runRow(report: Report, head: RichText, note = ''): Cells {
  const { run } = report;
  const judged = report.rules.filter(isGating);
  const decided = judged.filter(isDecided);
  const failed = decided.filter(({ verdict }) => verdict === 'fail');
  return [
    { words: head },
    { mark: runMark(report), words: [headlineOf(report), note] },
    { words: [`${failed.length} of ${decided.length} decided`] },
    { words: [String(judged.length - decided.length)] },
    { words: [begunAt(report)] },
    { words: run.targetVersion === undefined ? [] : [name(run.targetVersion)] },
  ];
}

/** Returns a table of runs. @param rows of a report, the name of its target, and a note on its outcome */
export const runsPart = (
  id: string,
  title: string,
  rows: readonly (readonly [report: Report, head: RichText, note?: string | undefined])[],
): readonly Part[] => {
  const cells = rows.map((row) => runRow(...row));
  return [{ id, title, blocks: [table(title, RUN_HEADS, cells)] }];
};

/** True if a gating rule failed, whether or not a baseline lists it. */
const isBroken = (rule: RuleReport | undefined): rule is RuleReport =>
  isJudged(rule) && rule?.verdict === 'fail';

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
    return grouped(broken, ({ way }) => way).map((ways, nth): Item => {
      const heads = ways.map(({ head }) => [name(head)]);
      return {
        mark: 'fail',
        // A rule that fails in two ways has two lines, of which links lead to the first.
        id: nth === 0 ? anchor(rule.id) : undefined,
        words: [name(rule.id), ', ', ...joined(heads, ', '), ': ', sentence(ways[0].way, 300)],
      };
    });
  });
  // A rule that fails in two ways has two lines.
  const title = `Failed rules: ${rows.filter(({ members }) => members.some(isBroken)).length}`;
  return items.length === 0 ? [] : [{ id: 'broken', mark: 'fail', title, blocks: [list(items)] }];
}

/** Returns the strip of a target, whose signs lead to its page, or to the failed rules. */
function columnStrip({ rules }: Comparison, { report, href }: Column): RichText {
  const all = rules.map(({ rule }) => rule);
  return stripOf(all, ruleIn(report), (result) =>
    href === '' && !isBroken(result) ? null : `${href}#${anchor(result.id)}`,
  );
}

/**
 * Returns the parts of a matrix: the rules that failed somewhere or differ, with their results.
 * @param notes on the outcomes, in the order of the columns
 */
export function matrixParts(comparison: Comparison, notes: readonly string[] = []): readonly Part[] {
  const { columns, rules, observations } = comparison;
  const notable = rules.filter(({ differs, members }) => differs || members.some(isBroken));
  const title = `Rules that failed or differ: ${notable.length} of ${rules.length}`;
  const differing = observations.filter(({ differs }) => differs);
  return [
    ...runsPart(
      'targets',
      'Targets',
      columns.map((column, at) => {
        const strip = isAnyDecided(column.report) ? columnStrip(comparison, column) : [];
        return [
          column.report,
          [...columnName(column), ', ', name(whereOf(column.report)), ...strip],
          notes[at],
        ];
      }),
    ),
    ...gridPart('rules', title, notable, columns),
    ...brokenPart(notable, columns),
    ...gridPart('observed', 'Observations that differ', differing, columns),
  ];
}

export function matrixDocument(comparison: Comparison): Document {
  const { columns, rules } = comparison;
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
    parts: matrixParts(comparison),
    foot: ['issue-conformance ', name(columns[0]?.report.tool.version ?? '')],
  };
}
