import { stripVTControlCharacters } from 'node:util';
import { columnsOf } from '../document/columns.ts';
import { type Style, styleFor } from '../document/style.ts';
import { breakInText } from '../report/runner-commands.ts';
import { type Tone, tones } from '../results/tones.ts';
import type { Entry, GridHead, GridRow, Remark, View, ViewBlock } from './view.ts';

type BlockOf<Kind extends ViewBlock['kind']> = Extract<ViewBlock, { readonly kind: Kind }>;

const COLORS = {
  pass: 'green',
  fail: 'red',
  known: 'magenta',
  inconclusive: 'yellow',
  skip: 'yellow',
  observed: 'cyan',
  absent: 'dim',
} as const satisfies Record<Tone, string>;

/** Returns the colour of a tone; a sign or a word always says the same. */
const paintOf = (tone: Tone, { colors }: Style): ((text: string) => string) => colors[COLORS[tone]];

const GAP = 2;
const INDENT = 4;

const spaces = (count: number): string => ' '.repeat(Math.max(0, count));
const padded = (text: string, width: number): string => text + spaces(width - columnsOf(text));

/** Returns sign, subject, change and result of an entry. */
function entryLine({ about, tone, change, worse, seen }: Entry, style: Style): string[] {
  const words = [change, worse ? 'worse' : ''].filter((word) => word !== '').join('; ');
  const head = [about.join(', '), about.length > 0 && words !== '' ? `(${words})` : words];
  const paint = paintOf(tone, style);
  const [line = '', ...more] = style.hang(
    `${tones[tone].sign} `,
    head.filter((part) => part !== '').join('  '),
    {
      paintLead: paint,
      paint,
    },
  );
  const width = columnsOf(stripVTControlCharacters(line) + seen) + GAP;
  if (more.length === 0 && seen !== '' && width <= style.width) return [`${line}  ${seen}`];
  return [line, ...more, ...(seen === '' ? [] : style.hang(spaces(INDENT), seen))];
}

/** Returns an entry with its details, unless texts omit them. */
function entryLines(entry: Entry, style: Style): string[] {
  const { statement, details, folded } = entry;
  if (folded === 'left out of texts') return entryLine(entry, style);
  const labels = GAP + Math.max(...details.map(({ label }) => columnsOf(label)));
  return [
    ...entryLine(details.length === 0 ? entry : { ...entry, seen: '' }, style),
    ...(statement === '' ? [] : style.hang('  ', statement)),
    ...details.flatMap(({ label, text }) =>
      style.hang(`  ${padded(label, labels)}`, text, { paintLead: style.colors.dim }),
    ),
  ];
}

/** Returns entries; those of several lines are separated by empty lines. */
function entriesLines({ title, entries }: BlockOf<'entries'>, style: Style): string[] {
  return [
    ...(title !== '' && entries[0]?.folded === 'nowhere' ? [''] : []),
    ...(title === '' ? [] : style.hang('', title, { paint: style.colors.bold })),
    ...entries.flatMap((entry, index) => [
      ...(index > 0 && entry.folded !== 'left out of texts' && entry.details.length > 0 ? [''] : []),
      ...entryLines(entry, style),
    ]),
  ];
}

/** Returns rows in columns, or one cell a line if the columns do not fit. */
function tableLines({ heads, rows }: BlockOf<'table'>, style: Style): string[] {
  const { bold, dim } = style.colors;
  const widths = heads.map((head, column) =>
    Math.max(columnsOf(head), ...rows.map((row) => columnsOf(row[column]?.text ?? ''))),
  );
  const fits = widths.reduce((sum, width) => sum + width + GAP, -GAP) <= style.width;
  if (!fits)
    return rows.flatMap(([first, ...cells]) => [
      ...style.hang('', first?.text ?? '', { paint: bold, keepWords: true }),
      ...style.hang(
        '  ',
        cells
          .flatMap(({ text }, index) => (text === '' ? [] : [`${heads[index + 1] ?? ''} ${text}`]))
          .join('; '),
      ),
    ]);
  const line = (texts: readonly string[]): string =>
    texts
      .map((text, column) => padded(text, (widths[column] ?? 0) + GAP))
      .join('')
      .trimEnd();
  return [dim(line(heads)), ...rows.map((cells) => line(cells.map(({ text }) => text)))];
}

const nameOf = ({ id, differs }: GridRow): string => (differs ? '≠ ' : '  ') + id;

/** Returns the signs of a row below its name, in filled lines. Each sign follows the letter of its target. */
function stacked(row: GridRow, heads: readonly GridHead[], style: Style): string[] {
  const width = Math.max(...heads.map(({ letter }) => letter.length)) + GAP;
  const perLine = Math.max(1, Math.floor((style.width - INDENT + GAP) / (width + GAP)));
  const cells = row.cells.map(
    ({ tone }, index) =>
      style.colors.dim(padded(heads[index]?.letter ?? '', width - 1)) +
      paintOf(tone, style)(tones[tone].sign),
  );
  const lines = style.hang('', nameOf(row));
  for (let from = 0; from < cells.length; from += perLine)
    lines.push(spaces(INDENT) + cells.slice(from, from + perLine).join(spaces(GAP)));
  return lines;
}

/**
 * Returns the signs in columns below headings or letters. If neither fits, signs are listed below the name of
 * the row.
 */
function gridLines({ heads, topics }: BlockOf<'grid'>, style: Style): string[] {
  const { bold, dim } = style.colors;
  const rows = topics.flatMap(({ members }) => members);
  const first = GAP + Math.max(...rows.map((row) => columnsOf(nameOf(row))));
  const names = [
    heads.map(({ letter, label }) => `${letter} ${label}`),
    heads.map(({ letter }) => letter),
  ].find((some) => some.reduce((sum, name) => sum + columnsOf(name) + GAP, first - GAP) <= style.width);
  const rowLines = (row: GridRow): string[] => {
    if (names === undefined) return stacked(row, heads, style);
    const cells = row.cells.map(({ tone }, index) => {
      const { sign } = tones[tone];
      return paintOf(tone, style)(sign) + spaces(columnsOf(names[index] ?? '') + GAP - columnsOf(sign));
    });
    return [(padded(nameOf(row), first) + cells.join('')).trimEnd()];
  };
  return [
    ...(names === undefined ? [] : [bold((spaces(first) + names.join(spaces(GAP))).trimEnd())]),
    ...topics.flatMap(({ title, members }) => [dim(title), ...members.flatMap(rowLines)]),
  ];
}

function blockLines(block: ViewBlock, style: Style): string[] {
  switch (block.kind) {
    case 'entries':
      return entriesLines(block, style);
    case 'table':
      return tableLines(block, style);
    case 'legend': {
      const signs = block.tones.map((tone) => `${tones[tone].sign} ${tones[tone].word}`);
      return style.hang('', [...signs, '≠ targets differ'].join(', '));
    }
    case 'grid':
      return gridLines(block, style);
    case 'rest':
      return style.hang('', `Left out: ${block.title}.`, { paint: style.colors.dim });
  }
}

const remarkLines = ({ about, text, quoted }: Remark, style: Style): string[] =>
  style.hang('! ', `${about === '' ? '' : `${about}: `}${text} ${quoted}`.trimEnd(), {
    paintLead: style.colors.yellow,
  });

/** Renders a comparison for a terminal. */
export function viewText(view: View, options: { readonly color: boolean; readonly width: number }): string {
  const style = styleFor(options);
  const { bold, dim } = style.colors;
  const { tone, title, sentences, remarks, parts, worst } = view;
  const paint = tone === null ? bold : (lead: string): string => bold(paintOf(tone, style)(lead));
  const said = [
    style.hang(`${title}: `, sentences.join(' '), { paintLead: paint }),
    ...remarks.map((remark) => remarkLines(remark, style)),
    ...parts.map(({ title: name, tone: of, note, blocks }) =>
      style.hang('', name, { paint: (line) => bold(paintOf(of, style)(line)) }).concat(
        note === '' ? [] : style.hang('', note, { paint: dim }),
        blocks.flatMap((block) => blockLines(block, style)),
      ),
    ),
  ];
  if (tone !== null)
    said.push(
      style
        .hang(`${title}: `, sentences[0] ?? '', { paintLead: paint })
        .concat(worst.flatMap((entry) => entryLine(entry, style))),
    );
  return breakInText(`${said.map((lines) => lines.join('\n')).join('\n\n')}\n`);
}
