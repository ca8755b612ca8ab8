import { countOf } from '../../report/count-of.ts';
import { shown } from '../../report/shown.ts';
import { fitted } from '../../report/terminal/columns.ts';
import { type Style, styleFor } from '../../report/terminal/style.ts';
import { type Tone, tones } from '../../report/tones.ts';
import { type ColumnDetails, columnDetails } from '../column-details.ts';
import { type Matrix, seenWords } from '../matrix.ts';
import { WHERE } from '../matrix-summary.ts';
import { whereOf } from '../target-name.ts';
import { entryLines } from './entry-lines.ts';
import { type GridCell, grid } from './grid.ts';
import { paintOf } from './paint.ts';

const MARK = '≠ ';
const NO_MARK = '  ';
/** Columns that a label may take at the head of its column. */
const LABEL = 14;

const isOnly = (cells: readonly unknown[]): boolean => new Set(cells).size === 1;

function head({ columns }: Matrix, style: Style): string[] {
  const { bold, yellow } = style.colors;
  return [
    bold(`${countOf(columns.length, 'report')} side by side`),
    ...columns.flatMap(({ letter, name, remarks, report }) =>
      style.hang(`  ${letter}  `, name, { paintLead: bold, keepWords: true }).concat(
        name.endsWith(whereOf(report)) || report.target.label === undefined
          ? []
          : style.hang('     ', whereOf(report), { keepWords: true }),
        remarks.flatMap(({ text, quoted }) =>
          style.hang('     ! ', `${text} ${quoted}`.trimEnd(), { paintLead: yellow }),
        ),
      ),
    ),
  ];
}

function toneCell(tone: Tone, style: Style): GridCell {
  const { sign, word } = tones[tone];
  // Columns are dear, and a legend says the rest.
  return { text: `${sign} ${tone === 'known' ? tone : word}`, paint: paintOf(tone, style) };
}

function labelOf(id: string, differs: boolean, { colors }: Style): GridCell {
  return { text: (differs ? MARK : NO_MARK) + id, ...(differs ? { paint: colors.bold } : {}) };
}

function details({ column, failing, undecided }: ColumnDetails, style: Style): string[] {
  if (failing.length + undecided.length === 0) return [];
  return [
    ...style.hang(`${column.letter}  `, column.name, {
      paint: style.colors.bold,
      paintLead: style.colors.bold,
    }),
    ...[...failing, ...undecided].flatMap((entry) => entryLines(entry, style)),
  ];
}

function rulesTitle({ rules }: Matrix): string {
  const known = rules.some(({ cells }) => cells.includes('known'));
  const legend = known ? `; ${tones.known.sign} a failure that the baseline lists` : '';
  return `Rules (${MARK}where the targets differ${legend})`;
}

/** Several reports side by side, on a terminal. */
export function matrixText(
  found: Matrix,
  options: { readonly color: boolean; readonly width: number },
): string {
  const style = styleFor(options);
  const { bold } = style.colors;
  const letters = found.columns.map(({ letter }) => letter);
  const names = found.columns.map(({ letter, report: { target } }) =>
    target.label === undefined ? letter : `${letter} ${fitted(shown(target.label), LABEL)}`,
  );
  const titled = (title: string, rows: Parameters<typeof grid>[0]): string[] =>
    rows.length === 0
      ? []
      : [...style.hang('', title, { paint: bold }), ...grid(rows, letters, style, names)];
  const parts = [
    head(found, style),
    titled(
      'The runs',
      found.summary
        .filter(({ label }) => label !== WHERE)
        .map(({ label, cells, differs }) => ({
          label: { text: NO_MARK + label },
          cells: cells.map((text) => ({ text })),
          alike: !differs,
        })),
    ),
    titled(
      rulesTitle(found),
      found.rules.map(({ id, cells, differs }) => ({
        label: labelOf(id, differs, style),
        cells: cells.map((tone) => toneCell(tone, style)),
        alike: isOnly(cells),
      })),
    ),
    titled(
      `Observed, not judged (${MARK}where the targets differ)`,
      found.observations.map(({ id, cells, differs }) => ({
        label: labelOf(id, differs, style),
        cells: cells.map((cell) => ({ text: seenWords(cell) })),
        alike: isOnly(cells.map(seenWords)),
      })),
    ),
    ...columnDetails(found.columns).map((each) => details(each, style)),
  ].filter((lines) => lines.length > 0);
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
