import type { Heading, List, ListItem, Paragraph, PhrasingContent, RootContent, Table } from 'mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toMarkdown } from 'mdast-util-to-markdown';
import { entryOf, isRuleId } from '../../catalogue/index.ts';
import { shown } from '../shown.ts';

/** Words of ours as they are, beside nodes for what a report says. */
export type Phrase = string | PhrasingContent;

/** What may be the target's, as code: nothing in it is markup, a mention, a reference or a link. */
export const code = (text: string): PhrasingContent => ({
  type: 'inlineCode',
  value: text === '' ? '(empty)' : text,
});

const phrasing = (parts: readonly Phrase[]): PhrasingContent[] =>
  parts.map((part) => (typeof part === 'string' ? { type: 'text', value: part } : part));

/** A statement as prose where it is the catalogue's, whose code is between backticks; else as code. */
export function statement(id: string, text: string): Phrase[] {
  if (!isRuleId(id) || shown(entryOf(id).statement, text.length) !== text) return [code(text)];
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : code(part)));
}

export const heading = (depth: Heading['depth'], ...parts: readonly Phrase[]): Heading => ({
  type: 'heading',
  depth,
  children: phrasing(parts),
});

export const paragraph = (...parts: readonly Phrase[]): Paragraph => ({
  type: 'paragraph',
  children: phrasing(parts),
});

export const strong = (text: string): PhrasingContent => ({ type: 'strong', children: phrasing([text]) });

/** An item of a list, with other blocks beneath its first line. */
export const item = (parts: readonly Phrase[], ...beneath: readonly (Paragraph | List)[]): ListItem => ({
  type: 'listItem',
  spread: false,
  children: [paragraph(...parts), ...beneath],
});

/** Items one beneath the other; none is no list at all. */
export const list = (items: readonly ListItem[]): List[] =>
  items.length === 0 ? [] : [{ type: 'list', ordered: false, spread: false, children: [...items] }];

/** A table, its first row the heads. */
export const table = (rows: readonly (readonly (readonly Phrase[])[])[]): Table => ({
  type: 'table',
  align: [],
  children: rows.map((cells) => ({
    type: 'tableRow',
    children: cells.map((parts) => ({ type: 'tableCell', children: phrasing(parts) })),
  })),
});

// Columns are not padded: the padding of long ones would be most of the file.
const extensions = [gfmTableToMarkdown({ tablePipeAlign: false })];

export const markdownOf = (blocks: readonly RootContent[]): string =>
  toMarkdown({ type: 'root', children: [...blocks] }, { bullet: '-', extensions });
