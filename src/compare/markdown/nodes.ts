import type { List, ListItem, Paragraph, PhrasingContent, Table } from 'mdast';
import { isRuleId } from '../../engine/rule-ids.ts';
import * as nodes from '../../report/markdown/nodes.ts';
import { shown } from '../../report/shown.ts';

export { heading, type Phrase, paragraph, strong } from '../../report/markdown/nodes.ts';

type Phrase = nodes.Phrase;

/** What may be the target's, as code: nothing in it is markup, a mention, a reference or a link. */
export const code = (text: string): PhrasingContent => ({
  type: 'inlineCode',
  value: text === '' ? '(empty)' : text,
});

/** Nothing that a renderer of Markdown takes for more than words: no mention, no reference, no link, no markup. */
const PLAIN = /^[\p{L}\p{N} .,;:'"()=/_…?-]*$/u;

/** The statement of a rule as prose, its code between backticks as code; as code where it is no plain sentence. */
export function statement(id: string, text: string): Phrase[] {
  const parts = shown(text, text.length).split('`');
  const isProse = isRuleId(id) && parts.every((part) => PLAIN.test(part)) && !/www\.|:\/\//i.test(text);
  return isProse ? parts.map((part, index) => (index % 2 === 0 ? part : code(part))) : [code(text)];
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
