import { type VerdictStyle, verdictStyles } from '../report/verdict-styles.ts';
import { type Block, type Document, type Item, isIn, isShowable, plain } from './document.ts';
import { breakInText } from './runner-commands.ts';
import { columnsOf, type Style, styleFor, wrap } from './style.ts';

const GAP = 2;

const shows = isIn('terminal');
const padded = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - columnsOf(text)));

type Paint = (text: string) => string;
const paintOf = (mark: VerdictStyle | undefined, { colors }: Style): Paint =>
  mark === undefined ? (text) => text : colors[verdictStyles[mark].color];

function beneath(blocks: readonly Block[], style: Style): string[] {
  const inner = styleFor({ color: style.colors.isColorSupported, width: style.width - GAP });
  return blocksLines(blocks, inner).map((line) => (line === '' ? '' : ' '.repeat(GAP) + line));
}

function itemLines({ mark, words, blocks = [] }: Item, style: Style): string[] {
  const lead = mark === undefined ? '- ' : `${verdictStyles[mark].sign} `;
  return [...style.hang(lead, plain(words), { paintLead: paintOf(mark, style) }), ...beneath(blocks, style)];
}

/** Returns rows in columns, or one cell a line if the columns do not fit. */
function tableLines({ heads, rows }: Block & { is: 'table' }, style: Style): string[] {
  const { bold, dim } = style.colors;
  const shown = [
    heads.map((words) => ({ text: plain(words), paint: dim })),
    ...rows.map((cells) =>
      cells.map(({ mark, words }) => ({
        text: `${mark === undefined ? '' : `${verdictStyles[mark].sign} `}${plain(words)}`.trimEnd(),
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

const isOpen = ({ open = [] }: Block & { is: 'fold' }): boolean => open.includes('terminal');

/** Entries of a short list. */
const MOST_LINES = 12;

const NOT_SHOWN = 'not shown here; see conformance.json';

function blockLines(block: Block, style: Style): string[] {
  const { bold, dim } = style.colors;
  switch (block.is) {
    case 'text':
      return style.hang(block.mark === undefined ? '' : '! ', plain(block.words), {
        paintLead: paintOf(block.mark, style),
        keepWords: true,
      });
    case 'facts': {
      const width = Math.max(...block.facts.map(([label]) => columnsOf(label))) + GAP;
      return block.facts.flatMap(([label, words, mark]) =>
        style.hang(padded(label, width), plain(words), {
          paintLead: dim,
          paint: paintOf(mark, style),
          // A path is copied.
          keepWords: !plain(words).includes(' '),
        }),
      );
    }
    case 'list': {
      const left = block.short === true ? block.items.length - MOST_LINES : 0;
      const lines = block.items
        .slice(0, left > 0 ? MOST_LINES : undefined)
        .flatMap((item) => itemLines(item, style));
      return left > 0 ? [...lines, `… and ${left.toLocaleString('en')} more in report.html`] : lines;
    }
    case 'table':
      return tableLines(block, style);
    case 'command':
      return isShowable(block.text) ? [block.text] : [dim(NOT_SHOWN)];
    case 'code':
      return block.text.said.split('\n').flatMap((line) => style.hang('  ', line));
    case 'fold': {
      const { mark, words, blocks = [] } = block;
      return itemLines(
        { ...(mark === undefined ? {} : { mark }), words, blocks: isOpen(block) ? blocks : [] },
        style,
      ).map((line, at) => (at === 0 ? bold(line) : line));
    }
  }
}

const isApart = (block: Block | undefined): boolean =>
  block?.is === 'facts' || block?.is === 'table' || (block?.is === 'fold' && isOpen(block));

function blocksLines(blocks: readonly Block[], style: Style): string[] {
  const shown = blocks.filter(shows);
  return shown.flatMap((block, at) => {
    const isAfterGap = at > 0 && (isApart(block) || isApart(shown[at - 1]));
    return (isAfterGap ? [''] : []).concat(blockLines(block, style));
  });
}

/** Returns blocks as a terminal shows them, without colours. */
export const blocksText = (blocks: readonly Block[]): string =>
  blocksLines(blocks, styleFor({ color: false, width: 120 })).join('\n');

/** Lays a document out for a terminal. The result stands at both ends, unless it is short. */
export function terminal(
  { mark, title, lead, about, notices, parts, last }: Document,
  options: { readonly color: boolean; readonly width: number },
): string {
  const style = styleFor(options);
  const { bold } = style.colors;
  const paintLead = (text: string): string => bold(paintOf(mark, style)(text));
  const [first = [], ...others] = about;
  const sections = [
    about.length === 0
      ? []
      : [
          ...style.hang(`${title}: `, plain(first), { paintLead, keepWords: true }),
          ...others.flatMap((words) => style.hang('', plain(words))),
        ],
    ...notices.filter(shows).map((notice) => blockLines(notice, style)),
    ...parts.filter(shows).map(({ title: name, mark: of, blocks }) => {
      const head = style.hang('', name, { paint: (text) => bold(paintOf(of, style)(text)) });
      return head.concat(blocksLines(blocks, style));
    }),
    ...last.filter(shows).map((block) => blockLines(block, style)),
    lead.flatMap((words, at) => style.hang(at === 0 ? `${title}: ` : '', plain(words), { paintLead })),
  ].filter((lines) => lines.length > 0);
  return breakInText(`${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`);
}
