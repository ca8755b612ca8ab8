import type { List, ListItem, Paragraph, PhrasingContent, Table } from 'mdast';
import { entryOf, isRuleId } from '../../catalogue/index.ts';
import * as nodes from '../../report/markdown/nodes.ts';
import { shown } from '../../report/shown.ts';

export { heading, type Phrase, paragraph, strong } from '../../report/markdown/nodes.ts';

type Phrase = nodes.Phrase;

/** What may be the target's, as code: nothing in it is markup, a mention, a reference or a link. */
export const code = (text: string): PhrasingContent => ({
  type: 'inlineCode',
  value: text === '' ? '(empty)' : text,
});

/** A statement as prose where it is the catalogue's, whose code is between backticks; else as code. */
export function statement(id: string, text: string): Phrase[] {
  if (!isRuleId(id) || shown(entryOf(id).statement, text.length) !== text) return [code(text)];
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : code(part)));
}

/** An item of a list, with other blocks beneath its first line. */
export function item(parts: readonly Phrase[], ...beneath: readonly (Paragraph | List)[]): ListItem {
  const first = nodes.item(...parts);
  return { ...first, children: [...first.children, ...beneath] };
}

/** Items one beneath the other; none is no list at all. */
export const list = (items: readonly ListItem[]): List[] => (items.length === 0 ? [] : [nodes.list(items)]);

/** A table, its first row the heads. */
export function table([head = [], ...rows]: readonly (readonly (readonly Phrase[])[])[]): Table {
  return nodes.table(
    nodes.row(...head),
    rows.map((cells) => nodes.row(...cells)),
  );
}
