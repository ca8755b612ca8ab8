import { columnsOf } from '../../report/terminal/columns.ts';
import type { Style } from '../../report/terminal/style.ts';

/** A text, and how it is painted once its width is known. */
export interface GridCell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

export interface GridRow {
  readonly label: GridCell;
  readonly cells: readonly GridCell[];
  /** For a row of which all cells are the same: said once where the cells do not stand beneath each other. */
  readonly alike?: boolean;
}

const GAP = 2;
const INDENT = 4;

const padded = ({ text, paint = (plain) => plain }: GridCell, width: number): string =>
  paint(text) + ' '.repeat(Math.max(0, width - columnsOf(text)));

const widest = (cells: readonly GridCell[]): number =>
  Math.max(0, ...cells.map(({ text }) => columnsOf(text)));

/** Cells beneath the label of their row, each behind its letter, as many to a line as fit. */
function stacked({ label, cells, alike }: GridRow, letters: readonly string[], style: Style): string[] {
  const { dim } = style.colors;
  const first = style.hang('', label.text, label.paint === undefined ? {} : { paint: label.paint });
  const [only] = cells;
  if (alike === true && only !== undefined)
    return [
      ...first,
      ...style.hang(
        ' '.repeat(INDENT),
        `all ${only.text}`,
        only.paint === undefined ? {} : { paint: only.paint },
      ),
    ];
  const lead = Math.max(...letters.map((letter) => letter.length)) + 1;
  const width = lead + widest(cells);
  const perLine = Math.max(1, Math.floor((style.width - INDENT + GAP) / (width + GAP)));
  const lines: string[] = [];
  for (let at = 0; at < cells.length; at += perLine) {
    const some = cells.slice(at, at + perLine).map((cell, index) => {
      const letter = (letters[at + index] ?? '').padEnd(lead);
      return dim(letter) + padded(cell, width - lead);
    });
    lines.push(`${' '.repeat(INDENT)}${some.join(' '.repeat(GAP))}`.trimEnd());
  }
  return [...first, ...lines];
}

/**
 * Rows of cells under letters. Where the columns do not fit side by side, the cells of a row stand beneath its label, each
 * behind its letter.
 */
export function grid(rows: readonly GridRow[], letters: readonly string[], style: Style): string[] {
  const labels = GAP + widest(rows.map(({ label }) => label));
  const widths = letters.map((letter, column) =>
    Math.max(letter.length, widest(rows.flatMap(({ cells }) => cells.slice(column, column + 1)))),
  );
  const all = widths.reduce((sum, width) => sum + width + GAP, labels - GAP);
  if (all > style.width) return rows.flatMap((row) => stacked(row, letters, style));
  const line = (label: GridCell, cells: readonly GridCell[]): string =>
    (
      padded(label, labels) + cells.map((cell, column) => padded(cell, (widths[column] ?? 0) + GAP)).join('')
    ).trimEnd();
  const heads = letters.map((text) => ({ text, paint: style.colors.bold }));
  return [line({ text: '' }, heads), ...rows.map(({ label, cells }) => line(label, cells))];
}
