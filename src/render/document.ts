import { escapeHarmful, shorten } from '../model/text.ts';
import type { VerdictStyle } from '../report/verdict-styles.ts';
import { breakInText } from './runner-commands.ts';

/** Words of a report, which may be the target's: truncated, and without characters that a program obeys. */
interface Quoted {
  readonly said: string;
  /** False for a sentence, in which only words between backticks are code. */
  readonly isCode: boolean;
}

/** A link to a place in the document (`#…`), or to another file of this program. Only a page has links. */
interface Link {
  readonly to: string;
  /** A page shows the sign of this mark, and the words as its title. */
  readonly mark?: VerdictStyle;
  readonly words: RichText;
}

/** A string is ours; a text of a report enters only through the quoting functions below. */
export type RichText = readonly (string | Quoted | Link)[];

function quoted(text: string, most: number, keepNewlines = false): string {
  const said = shorten(escapeHarmful(shorten(text, most), { keepNewlines }), most);
  return said.trim() === '' ? '(blank)' : said;
}

/** Quotes a name or a value that people compare or copy, of at most `most` UTF-16 units. */
export const name = (text: string, most = 300): Quoted => ({ said: quoted(text, most), isCode: true });
export const sentence = (text: string, most = 600): Quoted => ({ said: quoted(text, most), isCode: false });

/** A line with the sign of its mark. */
export interface Item {
  readonly mark?: VerdictStyle | undefined;
  /** Place that links lead to. */
  readonly id?: string | undefined;
  readonly words: RichText;
}

type Shape =
  | ({ readonly is: 'text' } & Item)
  /** A terminal shows the beginning of a short list. */
  | { readonly is: 'list'; readonly items: readonly Item[]; readonly short?: boolean }
  | {
      readonly is: 'table';
      /** Accessible name. */
      readonly name: string;
      /** None in a table of facts. */
      readonly heads: readonly RichText[];
      readonly rows: readonly (readonly Item[])[];
    }
  /** Lines that are shown as they are. A title says that they are for copying. */
  | { readonly is: 'code'; readonly text: string; readonly title?: string | undefined }
  /** Blocks under a line. A terminal shows them if they are open; without a mark, only a page does. */
  | ({
      readonly is: 'fold';
      readonly blocks: readonly Block[];
      readonly open?: boolean;
    } & Item);

/** A block; `only` names the formats that show it, if not all do. */
export type Block = Shape & { readonly only?: readonly Format[] };

type Format = 'terminal' | 'markdown' | 'page';

/** Blocks under a heading. Without blocks, a part is not shown. */
export interface Part {
  readonly id: string;
  readonly title: string;
  readonly mark?: VerdictStyle | undefined;
  readonly blocks: readonly Block[];
  readonly only?: readonly Format[];
}

/** A document for people, in any format: a report, the changes between two reports, a matrix, or a site. */
export interface Document {
  readonly kind: string;
  readonly mark: VerdictStyle;
  readonly title: string;
  /** The result in sentences, the most important first. */
  readonly lead: readonly RichText[];
  /** Lines on what the document is about. */
  readonly about: readonly RichText[];
  /** Remarks to read before all else. */
  readonly notices: readonly RichText[];
  readonly parts: readonly Part[];
  readonly foot: RichText;
}

const isIn = (format: Format, { only }: Pick<Part, 'only'>): boolean => only?.includes(format) ?? true;

/** Returns the blocks that a format shows; no list and no table without entries. */
export const blocksIn = (format: Format, blocks: readonly Block[]): readonly Block[] =>
  blocks.filter((block) => {
    const isEmpty =
      (block.is === 'list' && block.items.length === 0) || (block.is === 'table' && block.rows.length === 0);
    return isIn(format, block) && !isEmpty;
  });

export const partsIn = (format: Format, parts: readonly Part[]): readonly Part[] =>
  parts.filter((part) => isIn(format, part) && blocksIn(format, part.blocks).length > 0);

export const plain = (words: RichText): string =>
  words
    .map((word) => {
      if (typeof word === 'string') return word;
      return 'said' in word ? word.said : plain(word.words);
    })
    .join('');

export const joined = (parts: readonly RichText[], separator: string): RichText =>
  parts.flatMap((part, index) => (index === 0 ? part : [separator, ...part]));

export const text = (words: RichText): Block => ({ is: 'text', words });

export const list = (items: readonly Item[]): Block => ({ is: 'list', items });

type Table = Block & { readonly is: 'table' };

/** Returns a table. @param label for readers who do not see it */
export const table = (label: string, heads: readonly (string | RichText)[], rows: Table['rows']): Table => ({
  is: 'table',
  name: label,
  heads: heads.map((head) => (typeof head === 'string' ? [head] : head)),
  rows,
});

/** Returns a table, without heads, of those facts that have words. */
export const facts = (rows: readonly (readonly [label: string, RichText | null, VerdictStyle?])[]): Block =>
  table(
    'Facts',
    [],
    rows.flatMap(([label, words, mark]) => (words === null ? [] : [[{ words: [label] }, { mark, words }]])),
  );

/** Returns lines of a request or response of at most `most` UTF-16 units. */
export const code = (lines: string, most: number): Block => ({
  is: 'code',
  text: quoted(lines, most, true),
});

const COMMAND = 3000;

/** Returns a line for a shell, whole or not at all, because a part of it would do something else. */
export const command = (title: string, line: string): Block =>
  line.length <= COMMAND && breakInText(escapeHarmful(line)) === line
    ? { is: 'code', title, text: line }
    : text([`${title}: not shown here; see conformance.json`]);

/** Returns a part with a list, whose title counts the items. */
export const listPart = ({ title, ...part }: Omit<Part, 'blocks'>, items: readonly Item[]): Part => ({
  ...part,
  title: `${title}: ${items.length.toLocaleString('en')}`,
  blocks: [list(items)],
});
