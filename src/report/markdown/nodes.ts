import type {
  Code,
  Heading,
  Html,
  List,
  ListItem,
  Paragraph,
  PhrasingContent,
  Strong,
  Table,
  TableRow,
} from 'mdast';

/** Words of ours as they are, beside nodes that hold what a report says. */
export type Phrase = string | PhrasingContent;

const phrasing = (parts: readonly Phrase[]): PhrasingContent[] =>
  parts.map((part) => (typeof part === 'string' ? { type: 'text', value: part } : part));

export const heading = (depth: Heading['depth'], ...parts: readonly Phrase[]): Heading => ({
  type: 'heading',
  depth,
  children: phrasing(parts),
});

export const paragraph = (...parts: readonly Phrase[]): Paragraph => ({
  type: 'paragraph',
  children: phrasing(parts),
});

export const strong = (...parts: readonly Phrase[]): Strong => ({
  type: 'strong',
  children: phrasing(parts),
});

/** A fenced block; the lines are separated by line breaks. */
export const fenced = (lang: 'diff' | 'sh', text: string): Code => ({ type: 'code', lang, value: text });

export const item = (...parts: readonly Phrase[]): ListItem => ({
  type: 'listItem',
  spread: false,
  children: [paragraph(...parts)],
});

export const list = (items: readonly ListItem[]): List => ({
  type: 'list',
  ordered: false,
  spread: false,
  children: [...items],
});

export const row = (...cells: readonly (readonly Phrase[])[]): TableRow => ({
  type: 'tableRow',
  children: cells.map((parts) => ({ type: 'tableCell', children: phrasing(parts) })),
});

export const table = (head: TableRow, rows: readonly TableRow[]): Table => ({
  type: 'table',
  align: head.children.map(() => null),
  children: [head, ...rows],
});

/** The file that holds what is left out elsewhere. */
export const inFull: Phrase = { type: 'inlineCode', value: 'conformance.json' };

/** HTML of ours; what a report says never goes through here. */
export const html = (markup: '<details>\n<summary>Observed, not judged</summary>' | '</details>'): Html => ({
  type: 'html',
  value: markup,
});

/** What stands between `separator`. */
export function between(separator: string, parts: readonly (readonly Phrase[])[]): Phrase[] {
  return parts.flatMap((part, index) => (index === 0 ? [...part] : [separator, ...part]));
}
