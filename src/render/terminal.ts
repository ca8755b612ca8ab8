import { createColors } from 'picocolors';
import { type VerdictStyle, verdictStyles } from '../report/verdict-styles.ts';
import { type Block, blocksIn, type Document, type Item, partsIn, plain, type RichText } from './document.ts';
import { breakInText } from './runner-commands.ts';

/** A blank at which no line breaks. */
const HELD = '\0';

/** Breaks a text between words, but in no command between backquotes and in no long word, because people copy or click these. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  const held = text.replaceAll(/`[^`]*`/g, (command) => command.replaceAll(' ', HELD));
  for (const word of held.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.map((line) => line.trimEnd().replaceAll(HELD, ' '));
}

const [NARROWEST, USUAL, WIDEST] = [40, 80, 120];

type StyleOptions = ReturnType<typeof styleOptions>;

/** Returns the style of output: in colours on a terminal unless NO_COLOR is set, and anywhere with FORCE_COLOR. */
export const styleOptions = (stream: { readonly columns?: number; hasColors?(): boolean }) => ({
  color: stream.hasColors?.() ?? !['', '0'].includes(process.env['FORCE_COLOR'] ?? ''),
  /** In columns. */
  width: Math.min(WIDEST, Math.max(NARROWEST, stream.columns || USUAL)),
});

type Paint = (text: string) => string;

export type Style = ReturnType<typeof styleFor>;

const BENEATH = 4;

export const styleFor = ({ color, width }: StyleOptions) => ({
  color,
  width,
  colors: createColors(color),
  /** Returns lines of a text behind `lead`, with later lines indented by its width. A long lead has its own line. */
  hang: (
    lead: string,
    text: string,
    { paint = String, paintLead = String }: { readonly paint?: Paint; readonly paintLead?: Paint } = {},
  ): string[] => {
    if (text === '') return [paintLead(lead.trimEnd())];
    const isLong = lead.length > width / 2;
    const indent = ' '.repeat(isLong ? BENEATH : lead.length);
    const lines = wrap(text, width - indent.length).map((line) => paint(line));
    const head = isLong ? wrap(lead.trimEnd(), width).map((line) => paintLead(line)) : [];
    return [...head, ...lines.map((line, at) => (at === 0 && !isLong ? paintLead(lead) : indent) + line)];
  },
});

const GAP = 2;

const paintOf = (mark: VerdictStyle | undefined, { colors }: Style): ((text: string) => string) =>
  mark === undefined ? String : colors[verdictStyles[mark].color];

const signOf = (mark: VerdictStyle | undefined, without = ''): string =>
  mark === undefined ? without : `${verdictStyles[mark].sign} `;

const lineOf = ({ mark, words }: Item, style: Style, bullet = ''): string[] =>
  style.hang(signOf(mark, bullet), plain(words), { paintLead: paintOf(mark, style) });

/** Returns rows in columns, or one row a paragraph if the columns do not fit. */
function tableLines({ heads, rows }: Block & { is: 'table' }, style: Style): string[] {
  const { bold, dim } = style.colors;
  const hasHeads = heads.length > 0;
  const lines = hasHeads ? [heads.map((words): Item => ({ words })), ...rows] : rows;
  const texts = lines.map((cells) => cells.map(({ mark, words }) => (signOf(mark) + plain(words)).trimEnd()));
  const widths = (texts[0] ?? []).map((_, at) => GAP + Math.max(...texts.map((row) => row[at]?.length ?? 0)));
  const last = widths.pop() ?? 0;
  const before = widths.reduce((sum, width) => sum + width, 0);
  if (hasHeads && before > (style.width * 3) / 4 && before + last - GAP > style.width)
    return texts.slice(1).flatMap(([first = '', ...others]) => {
      const said = others.flatMap((text, at) => (text === '' ? [] : [`${texts[0]?.[at + 1] ?? ''} ${text}`]));
      return style.hang('', first, { paint: bold }).concat(style.hang('  ', said.join('; ')));
    });
  return texts.flatMap((row, nth) => {
    const paint = (text: string, at: number): string =>
      (hasHeads && nth === 0 ? dim : paintOf(lines[nth]?.[at]?.mark, style))(text);
    const lead = widths.map((width, at) => paint((row[at] ?? '').padEnd(width), at)).join('');
    return wrap(row.at(-1) ?? '', style.width - before).map((line, at) =>
      ((at === 0 ? lead : ' '.repeat(before)) + paint(line, widths.length)).trimEnd(),
    );
  });
}

function foldLines({ blocks, open, ...line }: Block & { is: 'fold' }, style: Style): string[] {
  const head = lineOf(line, style);
  if (line.mark === undefined) return head;
  const inner = styleFor({ color: style.color, width: style.width - GAP });
  const shown = open === true ? blocksLines(blocks, inner) : [];
  const indented = shown.map((each) => (each === '' ? '' : ' '.repeat(GAP) + each));
  return [style.colors.bold(head[0] ?? ''), ...head.slice(1), ...indented];
}

const MOST_LINES = 12;

function blockLines(block: Block, style: Style): string[] {
  switch (block.is) {
    case 'text':
      return lineOf(block, style);
    case 'list': {
      const left = block.short === true ? block.items.length - MOST_LINES : 0;
      const shown = left > 0 ? block.items.slice(0, MOST_LINES) : block.items;
      const lines = shown.flatMap((item) => lineOf(item, style, '- '));
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
  block?.is === 'table' || (block?.is === 'fold' && block.open === true);

/** Returns lines of blocks, with blank lines around open folds and tables. */
const blocksLines = (blocks: readonly Block[], style: Style): string[] =>
  blocksIn('terminal', blocks).flatMap((block, at, all) => {
    const isAfter = at > 0 && (isApart(block) || isApart(all[at - 1]));
    return (isAfter ? [''] : []).concat(blockLines(block, style));
  });

export const blocksText = (
  blocks: readonly Block[],
  style = styleFor({ color: false, width: 120 }),
): string => blocksLines(blocks, style).join('\n');

/** Lays a document out for a terminal. The result stands at both ends, unless it is short. */
export function terminal(
  { mark, title, lead, about, notices, parts, foot }: Document,
  options: Parameters<typeof styleFor>[0],
): string {
  const style = styleFor(options);
  const { bold, dim } = style.colors;
  const boldly = (of: VerdictStyle | undefined) => (text: string) => bold(paintOf(of, style)(text));
  const lines = (all: readonly RichText[]): string[] =>
    all.flatMap((words, at) =>
      style.hang(at === 0 ? `${title}: ` : '', plain(words), { paintLead: boldly(mark) }),
    );
  const sections = [
    lines(about),
    ...notices.map((words) => lineOf({ mark: 'error', words }, style)),
    ...partsIn('terminal', parts).map((part) =>
      style.hang('', part.title, { paint: boldly(part.mark) }).concat(blocksLines(part.blocks, style)),
    ),
    style.hang('', plain(foot), { paint: dim }),
    lines(lead),
  ].filter((section) => section.length > 0);
  return breakInText(`${sections.map((section) => section.join('\n')).join('\n\n')}\n`);
}
