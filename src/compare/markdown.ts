import type { ListItem, Paragraph, PhrasingContent, RootContent } from 'mdast';
import { isRuleId } from '../model/rule-ids.ts';
import * as nodes from '../report/markdown/nodes.ts';
import { countOf } from '../report/text.ts';
import { tones } from '../results/tones.ts';
import type { Entry, GridRow, Remark, View, ViewBlock, ViewPart } from './view.ts';

type Phrase = nodes.Phrase;
type Row = readonly (readonly Phrase[])[];

/** Returns foreign text as inline code, in which nothing is markup, a mention, a reference or a link. */
const code = (text: string): PhrasingContent => ({
  type: 'inlineCode',
  value: text === '' ? '(empty)' : text,
});

/** Matches text that Markdown renders unchanged: no mention, reference, link or markup. */
const PLAIN = /^[\p{L}\p{N} .,;:'"()=/_…?-]*$/u;

/**
 * Returns the statement of a rule as prose with inline code. Anything but a plain sentence becomes code as a
 * whole.
 */
function statementOf(id: string, text: string): Phrase[] {
  const parts = text.split('`');
  const isProse = isRuleId(id) && parts.every((part) => PLAIN.test(part)) && !/www\.|:\/\//i.test(text);
  return isProse ? parts.map((part, index) => (index % 2 === 0 ? part : code(part))) : [code(text)];
}

function entryItem({ about, tone, change, worse, seen, statement, details, folded }: Entry): ListItem {
  const names = about.map((name) => [code(name)]);
  const words = [
    ...(names.length === 0 ? [] : [nodes.between(', ', names)]),
    ...(change === '' ? [] : [[change]]),
    ...(worse ? [[nodes.strong('worse')]] : []),
    ...(seen === '' ? [] : [[code(seen)]]),
  ];
  const first = nodes.item(`${tones[tone].sign} `, ...nodes.between(': ', words));
  if (folded === 'left out of texts') return first;
  const said: Paragraph[] =
    statement === '' ? [] : [nodes.paragraph(...statementOf(about[0] ?? '', statement))];
  const beneath = details.map(({ label, text }) => nodes.item(code(label), ': ', code(text)));
  const list = beneath.length === 0 ? [] : [nodes.list(beneath)];
  return { ...first, children: [...first.children, ...said, ...list] };
}

const remarkItem = ({ about, text, quoted }: Remark): ListItem =>
  nodes.item(
    ...(about === '' ? [] : [code(about), ': ']),
    ...(quoted === '' ? [text] : [`${text} `, code(quoted)]),
  );

/** A list or table that can be shortened. */
interface Lines {
  readonly before: readonly RootContent[];
  readonly count: number;
  /** Returns the first `count` lines; `count` is at least 1. */
  readonly of: (count: number) => RootContent;
}

const tableLines = (before: readonly RootContent[], heads: Row, rows: readonly Row[]): Lines => ({
  before,
  count: rows.length,
  of: (count) =>
    nodes.table(
      nodes.row(...heads),
      rows.slice(0, count).map((cells) => nodes.row(...cells)),
    ),
});

const listLines = (before: readonly RootContent[], items: readonly ListItem[]): Lines => ({
  before,
  count: items.length,
  of: (count) => nodes.list(items.slice(0, count)),
});

const gridRow = ({ id, differs, cells }: GridRow): Row => [
  [...(differs ? ['≠ '] : []), code(id)],
  ...cells.map(({ tone }) => [tones[tone].sign]),
];

/** @param before blocks before the first line */
function linesOf(block: Exclude<ViewBlock, { kind: 'rest' }>, before: readonly RootContent[]): Lines {
  switch (block.kind) {
    case 'entries': {
      const { title, quoted, entries } = block;
      const head = title === '' ? [] : [nodes.heading(3, quoted === true ? code(title) : title)];
      return listLines([...before, ...head], entries.map(entryItem));
    }
    case 'legend': {
      const signs = block.tones.map((tone) => `${tones[tone].sign} ${tones[tone].word}`);
      return listLines(before, [nodes.item([...signs, '≠ targets differ'].join(' · '))]);
    }
    case 'table': {
      const rows = block.rows.map((cells) =>
        cells.map(({ text, quoted }) => [quoted === true ? code(text) : text]),
      );
      return tableLines(
        before,
        block.heads.map((head) => [head]),
        rows,
      );
    }
    case 'grid': {
      const heads = [['rule'], ...block.heads.map(({ letter, label }) => [`${letter} `, code(label)])];
      const rows = block.topics.flatMap(({ title, members }): readonly Row[] => [
        heads.map((_, index) => (index === 0 ? [nodes.strong(title)] : [])),
        ...members.map(gridRow),
      ]);
      return tableLines(before, heads, rows);
    }
  }
}

/** Returns the lines of all blocks. Blocks of kind `rest` come last, because they matter least. */
function allLines(parts: readonly Pick<ViewPart, 'title' | 'note' | 'blocks'>[]): readonly Lines[] {
  const rest = parts.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'rest'));
  const lines = parts.flatMap(({ title, note, blocks }) => {
    const before = [nodes.heading(2, title), ...(note === '' ? [] : [nodes.paragraph(note)])];
    return blocks
      .filter((block) => block.kind !== 'rest')
      .map((block, index) => linesOf(block, index === 0 ? before : []));
  });
  const later = rest.map(({ title, blocks }) => ({ title, note: '', blocks }));
  return rest.length === 0 ? lines : [...lines, ...allLines(later)];
}

const OMISSION_NOTE_BYTES = 100;

/** Returns the number of lines that fit into `most` bytes. */
function fitting({ before, count, of }: Lines, most: number): number {
  const bytes = (lines: number): number => nodes.bytesOf([...before, of(lines)]);
  if (bytes(count) <= most) return count;
  let [fits, tooMany] = [0, count];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (bytes(middle) <= most) fits = middle;
    else tooMany = middle;
  }
  return fits;
}

/** Renders a comparison as Markdown of at most 60,000 bytes. Lines that do not fit are counted. */
export function viewMarkdown({ title, sentences, remarks, parts }: View): string {
  const [first = '', ...others] = sentences;
  const blocks: RootContent[] = [
    nodes.heading(1, title),
    nodes.paragraph(nodes.strong(first), ...others.map((sentence) => ` ${sentence}`)),
  ];
  let room = nodes.COMMENT_BYTES - OMISSION_NOTE_BYTES - nodes.bytesOf(blocks);
  let left = 0;
  for (const lines of [listLines([], remarks.map(remarkItem)), ...allLines(parts)]) {
    const taken = left > 0 || lines.count === 0 ? 0 : fitting(lines, room);
    left += lines.count - taken;
    if (taken === 0) continue;
    const more = [...lines.before, lines.of(taken)];
    room -= nodes.bytesOf(more);
    blocks.push(...more);
  }
  if (left > 0) blocks.push(nodes.paragraph(`${countOf(left, 'line')} more: --format html has them all.`));
  return nodes.serialise(blocks);
}
