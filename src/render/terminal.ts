import { type VerdictStyle, verdictStyles } from '../report/verdict-styles.ts';
import { type Block, blocksIn, type Document, type Item, partsIn, plain, type RichText } from './document.ts';
import { breakInText } from './runner-commands.ts';
import { columnsOf, type Style, styleFor, wrap } from './style.ts';

const GAP = 2;

const padded = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - columnsOf(text)));

type Paint = (text: string) => string;
const paintOf = (mark: VerdictStyle | undefined, { colors }: Style): Paint =>
  mark === undefined ? (text) => text : colors[verdictStyles[mark].color];

const signOf = (mark: VerdictStyle | undefined, without = ''): string =>
  mark === undefined ? without : `${verdictStyles[mark].sign} `;

const lineOf = ({ mark, words }: Item, style: Style, bullet = ''): string[] =>
  style.hang(signOf(mark, bullet), plain(words), { paintLead: paintOf(mark, style) });

/** Returns rows in columns, or one row a paragraph if the columns do not fit. */
function tableLines({ heads, rows }: Block & { is: 'table' }, style: Style): string[] {
  const { bold, dim } = style.colors;
  const shown = [
    heads.map((words) => ({ text: plain(words), paint: dim })),
    ...rows.map((cells) =>
      cells.map(({ mark, words }) => ({
        text: `${signOf(mark)}${plain(words)}`.trimEnd(),
        paint: paintOf(mark, style),
      })),
    ),
  ];
  const widths = heads.map((_, at) => Math.max(...shown.map((cells) => columnsOf(cells[at]?.text ?? ''))));
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + GAP, 0);
  if (before <= (style.width * 2) / 3 || before + (widths.at(-1) ?? 0) <= style.width)
    return shown.flatMap((cells) => {
      const lead = cells
        .slice(0, -1)
        .map(({ text, paint }, at) => paint(padded(text, (widths[at] ?? 0) + GAP)));
      const { text = '', paint = dim } = cells.at(-1) ?? {};
      return wrap(text, style.width - before).map((line, at) =>
        (at === 0 ? `${lead.join('')}${paint(line)}` : ' '.repeat(before) + paint(line)).trimEnd(),
      );
    });
  return shown.slice(1).flatMap(([first, ...cells]) => {
    const named = cells.flatMap(({ text }, at) =>
      text === '' ? [] : [`${plain(heads[at + 1] ?? [])} ${text}`],
    );
    return style.hang('', first?.text ?? '', { paint: bold }).concat(style.hang('  ', named.join('; ')));
  });
}

/** Returns a fold, or its line alone. */
function foldLines({ blocks, open, ...line }: Block & { is: 'fold' }, style: Style): string[] {
  if (line.mark === undefined) return lineOf(line, style);
  const inner = styleFor({ color: style.colors.isColorSupported, width: style.width - GAP });
  const [first = '', ...others] = lineOf(line, style);
  return [
    style.colors.bold(first),
    ...others,
    ...(open === undefined ? [] : blocksLines(blocks, inner)).map((each) =>
      each === '' ? '' : ' '.repeat(GAP) + each,
    ),
  ];
}

/** Entries of a short list. */
const MOST_LINES = 12;

function blockLines(block: Block, style: Style): string[] {
  switch (block.is) {
    case 'text':
      return lineOf(block, style);
    case 'facts': {
      const width = Math.max(...block.facts.map(([label]) => columnsOf(label))) + GAP;
      return block.facts.flatMap(([label, words, mark]) =>
        style.hang(padded(label, width), plain(words), {
          paintLead: style.colors.dim,
          paint: paintOf(mark, style),
        }),
      );
    }
    case 'list': {
      const left = block.short === true ? block.items.length - MOST_LINES : 0;
      const lines = block.items
        .slice(0, left > 0 ? MOST_LINES : undefined)
        .flatMap((item) => lineOf(item, style, '- '));
      return left > 0 ? [...lines, `… and ${left.toLocaleString('en')} more in report.html`] : lines;
    }
    case 'table':
      return tableLines(block, style);
    case 'code':
      return block.text.split('\n');
    case 'fold':
      return foldLines(block, style);
  }
}

const isApart = (block: Block | undefined): boolean =>
  block?.is === 'facts' || block?.is === 'table' || (block?.is === 'fold' && block.open !== undefined);

/** Returns lines of blocks, with blank lines around facts, open folds and tables. */
function blocksLines(blocks: readonly Block[], style: Style): string[] {
  return blocksIn('terminal', blocks).flatMap((block, at, all) => {
    const lines = blockLines(block, style);
    const isAfter = at > 0 && (isApart(block) || isApart(all[at - 1]));
    return isAfter ? [''].concat(lines) : lines;
  });
}

/** Returns blocks as plain text. */
export const blocksText = (blocks: readonly Block[]): string =>
  blocksLines(blocks, styleFor({ color: false, width: 120 })).join('\n');

/** Lays a document out for a terminal. The result stands at both ends, unless it is short. */
export function terminal(
  { mark, title, lead, about, notices, parts, foot }: Document,
  options: { readonly color: boolean; readonly width: number },
): string {
  const style = styleFor(options);
  const { bold } = style.colors;
  const paintLead = (text: string): string => bold(paintOf(mark, style)(text));
  const lines = (all: readonly RichText[]): string[] =>
    all.flatMap((words, at) => style.hang(at === 0 ? `${title}: ` : '', plain(words), { paintLead }));
  const sections = [
    lines(about),
    ...notices.map((words) => lineOf({ mark: 'error', words }, style)),
    ...partsIn('terminal', parts).map((part) => {
      const paint = (text: string): string => bold(paintOf(part.mark, style)(text));
      const note = part.note === undefined ? [] : style.hang('', part.note);
      return [style.hang('', part.title, { paint }), note, blocksLines(part.blocks, style)].flat();
    }),
    style.hang('', plain(foot), { paint: style.colors.dim }),
    lines(lead),
  ].filter((section) => section.length > 0);
  return breakInText(`${sections.map((section) => section.join('\n')).join('\n\n')}\n`);
}
