import { escapeHarmful, shorten } from '../model/text.ts';
import type { VerdictStyle } from '../report/verdict-styles.ts';
import { breakInText } from './runner-commands.ts';

/** Longest texts of a report, in UTF-16 units, by the way in which they are used. */
const LONGEST = { name: 200, value: 500, sentence: 600, body: 2500 } as const;

/** Words of a report, which may be the target's: truncated, and without characters that a program obeys. */
interface Quoted {
  readonly said: string;
  readonly as: keyof typeof LONGEST;
}

/** A link to a place in the document (`#…`), or to another file of this program. */
interface Link {
  readonly to: string;
  readonly words: RichText;
}

/** The results of rules, a sign each, grouped by section of the specification. Only a page shows it. */
export interface Strip {
  readonly groups: readonly {
    readonly section: Quoted;
    readonly cells: readonly {
      readonly mark: VerdictStyle;
      readonly title: Quoted;
      readonly to: string | null;
    }[];
  }[];
}

/** A string is ours; a text of a report enters only through the quoting functions below. */
export type RichText = readonly (string | Quoted | Link | Strip)[];

const quoting =
  (as: Quoted['as']) =>
  (text: string, most: number = LONGEST[as]): Quoted => {
    const said = shorten(escapeHarmful(shorten(text, most), { keepNewlines: as === 'body' }), most);
    return { said: said.trim() === '' ? '(blank)' : said, as };
  };
/** An id, an address, a version. */
export const name = quoting('name');
/** A value that people compare or copy. */
export const value = quoting('value');
export const sentence = quoting('sentence');
/** Lines of a request or response. */
export const body = quoting('body');

/** One line of a list, with its blocks. */
export interface Item {
  readonly mark?: VerdictStyle;
  /** Place that links lead to. */
  readonly id?: string;
  readonly words: RichText;
  readonly blocks?: readonly Block[];
}

interface Cell {
  readonly mark?: VerdictStyle;
  readonly id?: string;
  readonly words: RichText;
}

export type Fact = readonly [label: string, words: RichText, mark?: VerdictStyle];

type Shape =
  | { readonly is: 'text'; readonly words: RichText; readonly mark?: VerdictStyle }
  | { readonly is: 'facts'; readonly facts: readonly Fact[] }
  /** A terminal shows the beginning of a short list. */
  | { readonly is: 'list'; readonly items: readonly Item[]; readonly short?: boolean }
  | {
      readonly is: 'table';
      /** Accessible name. */
      readonly name: string;
      readonly heads: readonly RichText[];
      readonly rows: readonly (readonly Cell[])[];
    }
  /** A line for a shell: shown whole or not at all, because a part of it would do something else. */
  | { readonly is: 'command'; readonly text: string; readonly title?: string }
  /** A title says that the text is for copying. */
  | { readonly is: 'code'; readonly text: Quoted; readonly title?: string }
  /** `open` names the formats in which it is open; a terminal shows only the title of others. */
  | ({ readonly is: 'fold'; readonly open?: readonly Format[] } & Item);

/** A block; `only` names the formats that show it, if not all do. */
export type Block = Shape & { readonly only?: readonly Format[] };

export type Format = 'terminal' | 'markdown' | 'page';

export interface Part {
  readonly id: string;
  readonly title: string;
  readonly mark?: VerdictStyle;
  readonly blocks: readonly Block[];
  readonly only?: readonly Format[];
}

/** A document for people, in any format: a report, the changes between two reports, a matrix, or a site. */
export interface Document {
  /** The kind of document, above the title. */
  readonly kind: string;
  readonly mark: VerdictStyle;
  readonly title: string;
  /** The result in sentences, the most important first. */
  readonly lead: readonly RichText[];
  /** Lines on what the document is about: a target, counts. */
  readonly about: readonly RichText[];
  /** All gating rules, under the headline of a page, and how to read them. */
  readonly overview?: { readonly strip: Strip; readonly legend: RichText };
  /** Remarks to read before all else. */
  readonly notices: readonly Block[];
  readonly parts: readonly Part[];
  /** Blocks that a terminal shows last, before the result. */
  readonly last: readonly Block[];
  readonly foot: RichText;
}

export const isIn =
  (format: Format) =>
  ({ only }: { readonly only?: readonly Format[] }): boolean =>
    only === undefined || only.includes(format);

/** Returns the places that links of a format can lead to. */
export function placesIn({ parts }: Pick<Document, 'parts'>, format: Format): ReadonlySet<string> {
  const found = new Set<string | undefined>();
  const note = ({ id, blocks = [] }: Pick<Item, 'id' | 'blocks'>): void => {
    found.add(id);
    for (const block of blocks.filter(isIn(format))) {
      if (block.is === 'fold') note(block);
      if (block.is === 'list') block.items.forEach(note);
      if (block.is === 'table' && format === 'page') for (const [first] of block.rows) found.add(first?.id);
    }
  };
  parts.filter(isIn(format)).forEach(note);
  return new Set([...found].filter((id) => id !== undefined));
}

/** True if a link leads out of the document, or to one of its places. */
export const isLive = (to: string, places: ReadonlySet<string>): boolean =>
  !to.startsWith('#') || places.has(to.slice(1));

export const plain = (words: RichText): string =>
  words
    .map((word) => {
      if (typeof word === 'string') return word;
      if ('groups' in word) return '';
      return 'said' in word ? word.said : plain(word.words);
    })
    .join('');

export const joined = (parts: readonly RichText[], separator: string): RichText =>
  parts.flatMap((part, index) => (index === 0 ? part : [separator, ...part]));

export const text = (words: RichText, mark?: VerdictStyle): Block => ({
  is: 'text',
  words,
  ...(mark === undefined ? {} : { mark }),
});

const COMMAND = 3000;

/** True if a command can be shown whole and unchanged. */
export const isShowable = (command: string): boolean =>
  command.length <= COMMAND && breakInText(escapeHarmful(command)) === command;
