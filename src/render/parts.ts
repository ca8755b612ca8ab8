import type { Report, RuleReport } from '../report/model.ts';
import type { VerdictStyle } from '../report/verdict-styles.ts';
import {
  type Block,
  type Fact,
  type Format,
  type Item,
  name,
  type Part,
  type RichText,
  text,
} from './document.ts';

type Table = Block & { readonly is: 'table' };

export const anchor = (id: string): string => `rule-${id.slice(0, 100).replaceAll(/[^\w.-]/g, '_')}`;

export const linked = ({ id }: Pick<RuleReport, 'id'>): RichText => [
  { to: `#${anchor(id)}`, words: [name(id)] },
];

/** Returns the version of the service that answered a run, for the end of a line. */
export const versionOf = (report: Report | undefined): RichText =>
  report?.run.targetVersion === undefined ? [] : [', version ', name(report.run.targetVersion)];

export const list = (items: readonly Item[], short = false): Block => ({ is: 'list', items, short });

export const only = (formats: readonly Format[], block: Block): Block => ({ ...block, only: formats });

/** Returns a table. @param label for readers who do not see it */
export const table = (label: string, heads: readonly (string | RichText)[], rows: Table['rows']): Table => ({
  is: 'table',
  name: label,
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
  note = '',
): Part[] =>
  items.length === 0
    ? []
    : [
        {
          id,
          mark,
          title: `${title}: ${items.length.toLocaleString('en')}`,
          blocks: [...(note === '' ? [] : [text([note])]), list(items)],
        },
      ];

export const tablePart = (
  id: string,
  title: string,
  heads: readonly (string | RichText)[],
  rows: Table['rows'],
): Part[] => (rows.length === 0 ? [] : [{ id, title, blocks: [table(title, heads, rows)] }]);
