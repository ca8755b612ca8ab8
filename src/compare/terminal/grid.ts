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
  /** All cells are the same: said once where they do not stand side by side. */
  readonly alike: boolean;
}

const GAP = 2;
const INDENT = 4;
const ALL = 'all ';

const plain = (text: string): string => text;

const padded = ({ text, paint = plain }: GridCell, width: number): string =>
  paint(text) + ' '.repeat(Math.max(0, width - columnsOf(text)));

const widest = (cells: readonly GridCell[]): number =>
  cells.reduce((most, { text }) => Math.max(most, columnsOf(text)), 0);

/** Cells beneath the label of their row, each behind its letter, as many to a line as fit. */
function stacked(row: GridRow, labels: number, letters: readonly string[], style: Style): string[] {
  const { label, cells, alike } = row;
  const { dim } = style.colors;
  const indent = ' '.repeat(INDENT);
  const hung = (lead: string, { text, paint = plain }: GridCell): string[] =>
    style.hang(`${indent}${lead}`, text, { paintLead: dim, paint });
  const lines = style.hang('', label.text, { paint: label.paint ?? plain });
  const [only] = cells;
  if (alike && only !== undefined)
    return labels + columnsOf(ALL + only.text) <= style.width
      ? [padded(label, labels) + dim(ALL) + padded(only, 0)]
      : lines.concat(hung(ALL, only));
  const lead = Math.max(...letters.map((letter) => letter.length)) + 1;
  const lettered = (at: number): string => (letters[at] ?? '').padEnd(lead);
  const width = widest(cells);
  const perLine = Math.floor((style.width - INDENT + GAP) / (lead + width + GAP));
  if (perLine < 2) return lines.concat(cells.flatMap((cell, at) => hung(lettered(at), cell)));
  for (let from = 0; from < cells.length; from += perLine) {
    const some = cells
      .slice(from, from + perLine)
      .map((cell, at) => dim(lettered(from + at)) + padded(cell, width));
    lines.push(`${indent}${some.join(' '.repeat(GAP))}`.trimEnd());
  }
  return lines;
}

/**
 * Rows of cells under letters. Where the columns do not fit side by side, the cells of a row stand beneath its label, each
 * behind its letter.
 *
 * @param names what the columns are headed with where they fit
 */
export function grid(
  rows: readonly GridRow[],
  letters: readonly string[],
  style: Style,
  names: readonly string[] = letters,
): string[] {
  const labels = GAP + widest(rows.map(({ label }) => label));
  const widths = names.map((name, column) =>
    Math.max(columnsOf(name), widest(rows.flatMap(({ cells }) => cells.slice(column, column + 1)))),
  );
  const all = widths.reduce((sum, width) => sum + width + GAP, labels - GAP);
  if (all > style.width) return rows.flatMap((row) => stacked(row, labels, letters, style));
  const line = (label: GridCell, cells: readonly GridCell[]): string => {
    const set = cells.map((cell, column) => padded(cell, (widths[column] ?? 0) + GAP));
    return (padded(label, labels) + set.join('')).trimEnd();
  };
  const heads = names.map((text) => ({ text, paint: style.colors.bold }));
  return [line({ text: '' }, heads), ...rows.map(({ label, cells }) => line(label, cells))];
}
