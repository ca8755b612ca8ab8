import type { VerdictStyle } from '../report/verdict-styles.ts';
import { type Block, type Fact, type Format, type Item, type Part, type RichText, text } from './document.ts';

type Table = Block & { readonly is: 'table' };

export const list = (items: readonly Item[]): Block => ({ is: 'list', items });

export const only = (formats: readonly Format[], block: Block): Block => ({ ...block, only: formats });

/** Returns a table. @param name for readers who do not see it */
export const table = (name: string, heads: readonly (string | RichText)[], rows: Table['rows']): Table => ({
  is: 'table',
  name,
  heads: heads.map((head) => (typeof head === 'string' ? [head] : head)),
  rows,
});

export const fact = (label: string, words: RichText | null): Fact[] =>
  words === null ? [] : [[label, words]];

/** Returns a part with a list, whose title counts the items; nothing without items. */
export const listPart = (
  id: string,
  mark: VerdictStyle,
  title: string,
  items: readonly Item[],
  { note = '', rank = 0 } = {},
): Part[] =>
  items.length === 0
    ? []
    : [
        {
          id,
          mark,
          title: `${title}: ${items.length.toLocaleString('en')}`,
          rank,
          blocks: [...(note === '' ? [] : [text([note])]), list(items)],
        },
      ];

export const tablePart = (
  id: string,
  title: string,
  heads: readonly (string | RichText)[],
  rows: Table['rows'],
): Part[] => (rows.length === 0 ? [] : [{ id, title, blocks: [table(title, heads, rows)] }]);
