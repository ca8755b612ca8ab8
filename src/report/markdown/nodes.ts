import type {
  Code,
  Heading,
  Html,
  Link,
  List,
  ListItem,
  Nodes,
  Paragraph,
  PhrasingContent,
  RootContent,
  Strong,
  Table,
  TableRow,
} from 'mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toMarkdown } from 'mdast-util-to-markdown';
import { breakInText } from '../runner-commands.ts';

/** Our own words as a string, or nodes that hold text of a report. */
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

/** Returns a fenced code block; `text` may have several lines. */
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

/** Name of the file that holds what other formats leave out. */
export const inFull: Phrase = { type: 'inlineCode', value: 'conformance.json' };

/** Opens a folded part. The title is ours, because HTML must never hold text of a report. */
export const folded = (title: 'Observed, not judged' | 'Reproduce'): Html => ({
  type: 'html',
  value: `<details>\n<summary>${title}</summary>`,
});

export const foldEnd: Html = { type: 'html', value: '</details>' };

/** Returns the anchor of a failure. */
export const place = (number: number): Html => ({ type: 'html', value: `<a id="failure-${number}"></a>` });

/** Returns a link to the anchor of a failure. */
export const linkTo = (number: number, ...parts: readonly Phrase[]): Link => ({
  type: 'link',
  url: `#failure-${number}`,
  children: phrasing(parts),
});

/** Joins parts by `separator`. */
export function between(separator: string, parts: readonly (readonly Phrase[])[]): Phrase[] {
  return parts.flatMap((part, index) => (index === 0 ? [...part] : [separator, ...part]));
}

// Table columns are not padded, because padding would make up most of the file.
const extensions = [gfmTableToMarkdown({ tablePipeAlign: false })];

/** Serialises blocks as Markdown with GFM tables, ending in a line break. */
export const serialise = (blocks: readonly RootContent[]): string =>
  breakInText(toMarkdown({ type: 'root', children: [...blocks] }, { bullet: '-', rule: '-', extensions }));

/** GitHub limits comments to 65,536 characters; this leaves room for a line of whoever posts it. */
export const COMMENT_BYTES = 60_000;

/** Returns the bytes of blocks in a document, the empty line before them included. */
export const bytesOf = (blocks: readonly RootContent[]): number =>
  blocks.length === 0 ? 0 : Buffer.byteLength(serialise(blocks)) + 1;

/** Counts the characters of all texts in some nodes, without markup. */
export const charactersOf = (nodes: readonly Nodes[]): number =>
  nodes.reduce(
    (sum, node) =>
      sum + ('value' in node ? node.value.length : 'children' in node ? charactersOf(node.children) : 0),
    0,
  );
