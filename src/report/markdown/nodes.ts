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

/** What is folded away begins with a title of ours; what a report says never goes through here. */
export const folded = (title: 'Observed, not judged' | 'Reproduce'): Html => ({
  type: 'html',
  value: `<details>\n<summary>${title}</summary>`,
});

export const foldEnd: Html = { type: 'html', value: '</details>' };

/** The place of a failure that a link leads to. */
export const place = (number: number): Html => ({ type: 'html', value: `<a id="failure-${number}"></a>` });

/** A link to the place of a failure. */
export const linkTo = (number: number, ...parts: readonly Phrase[]): Link => ({
  type: 'link',
  url: `#failure-${number}`,
  children: phrasing(parts),
});

/** What stands between `separator`. */
export function between(separator: string, parts: readonly (readonly Phrase[])[]): Phrase[] {
  return parts.flatMap((part, index) => (index === 0 ? [...part] : [separator, ...part]));
}

// Columns are not padded: the padding of long ones would be most of the file.
const extensions = [gfmTableToMarkdown({ tablePipeAlign: false })];

/** Blocks as Markdown with GFM tables, ending in a line break. */
export const serialise = (blocks: readonly RootContent[]): string =>
  breakInText(toMarkdown({ type: 'root', children: [...blocks] }, { bullet: '-', rule: '-', extensions }));

/** GitHub takes no comment of more than 65,536 characters; whoever posts one of ours may want to add a line. */
export const COMMENT_BYTES = 60_000;

/** How many bytes blocks take in a document, the empty line before them included. */
export const bytesOf = (blocks: readonly RootContent[]): number =>
  blocks.length === 0 ? 0 : Buffer.byteLength(serialise(blocks)) + 1;

/** Counts the characters of the texts in some blocks, without any markup. */
export const charactersOf = (nodes: readonly Nodes[]): number =>
  nodes.reduce(
    (sum, node) =>
      sum + ('value' in node ? node.value.length : 'children' in node ? charactersOf(node.children) : 0),
    0,
  );
