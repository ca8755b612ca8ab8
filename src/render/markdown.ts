import type { InlineCode, ListItem, PhrasingContent, RootContent, Text } from 'mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toMarkdown } from 'mdast-util-to-markdown';
import { shorten } from '../model/text.ts';
import { type VerdictStyle, verdictStyles } from '../report/verdict-styles.ts';
import {
  type Block,
  type Document,
  type Item,
  isIn,
  isLive,
  isShowable,
  joined,
  placesIn,
  type RichText,
} from './document.ts';
import { breakInText } from './runner-commands.ts';

type Word = Text | InlineCode;

/** Matches words of letters, digits and punctuation that have no meaning in Markdown. */
const HARMLESS = /^[\p{L}\p{M}\p{N}.,;!?'"()\-–—…/%§→’“”]+$/u;
/** Matches what GitHub links (addresses, references such as `GH-1`, commits), and command line options. */
const LINKED_BY_GITHUB = /www\.|[a-z]-\d|[0-9a-f]{7}|^--/i;
/** A word, with the punctuation before and after it that stays outside the code. */
const WORD = /^(["'(]*)(.*?)([.,:;!?)"']*)$/su;

const textOf = (value: string): Text => ({ type: 'text', value });
const code = (value: string): Word => ({ type: 'inlineCode', value });

/** Returns a word or white space as text, or as code if GitHub could give it a meaning. */
function wordsOf(part: string): Word[] {
  if (part.trim() === '') return [textOf(part === '' ? '' : ' ')];
  const [, before = '', core = '', after = ''] = WORD.exec(part) ?? [];
  if (core === '' || (HARMLESS.test(core) && !LINKED_BY_GITHUB.test(core))) return [textOf(part)];
  return [textOf(before), code(core), textOf(after)];
}

/** Merges neighbours of one kind, because adjacent inline codes would be parsed as one with other ends. */
function merged(words: readonly Word[]): Word[] {
  const kept: Word[] = [];
  for (const word of words) {
    if (word.value === '') continue;
    const [last, blank] = [kept.at(-1), kept.at(-2)];
    if (last?.type === word.type) last.value += word.value;
    else if (word.type === 'inlineCode' && last?.value === ' ' && blank !== undefined) {
      kept.pop();
      blank.value += ` ${word.value}`;
    } else kept.push({ ...word });
  }
  return kept;
}

/** Returns a sentence of a report as text and code: nothing in it is markup, a mention, a reference or a link. */
const prose = (said: string): PhrasingContent[] =>
  merged(
    said
      .trim()
      // A credential is described in angle brackets.
      .split(/(`[^`]+`|<[^<>`]+>)/)
      .flatMap((piece, at) =>
        at % 2 === 1 ? [code(piece.replaceAll('`', ''))] : piece.split(/(\s+)/).flatMap(wordsOf),
      ),
  );

/** GitHub limits comments to 65,536 characters; this leaves room for a line of whoever posts it. */
const COMMENT_BYTES = 60_000;

/** Room for a document: entries of each list, and UTF-16 units of each text of a report. */
interface Room {
  readonly entries: number;
  readonly text: number;
  /** True if folds are lines without their blocks. */
  readonly short?: boolean;
  /** Places of the document that links may lead to. */
  readonly places?: ReadonlySet<string>;
}

const NOWHERE: ReadonlySet<string> = new Set();
const shows = isIn('markdown');
const html = (said: string): RootContent => ({ type: 'html', value: said });
const paragraph = (...children: PhrasingContent[]): RootContent => ({ type: 'paragraph', children });
const heading = (depth: 2 | 3, ...children: PhrasingContent[]): RootContent => ({
  type: 'heading',
  depth,
  children,
});

const signed = (mark: VerdictStyle | undefined): PhrasingContent[] =>
  mark === undefined ? [] : [textOf(`${verdictStyles[mark].emoji} `)];

/** Foreign words are code, in which nothing is markup, a mention, a reference or a link. */
function phrases(words: RichText, room: Room): PhrasingContent[] {
  return words.slice(0, 4 * room.entries).flatMap((word): PhrasingContent[] => {
    if (typeof word === 'string') return [textOf(word)];
    if ('groups' in word) return [];
    if ('to' in word) {
      const children = phrases(word.words, room);
      return isLive(word.to, room.places ?? NOWHERE) ? [{ type: 'link', url: word.to, children }] : children;
    }
    const said = shorten(word.said, room.text);
    return word.as === 'sentence' ? prose(said) : [{ type: 'inlineCode', value: said }];
  });
}

const place = (id: string | undefined): PhrasingContent[] =>
  id === undefined ? [] : [{ type: 'html', value: `<a id="${id}"></a>` }];

const line = ({ mark, id, words }: Item, room: Room): RootContent =>
  paragraph(...place(id), ...signed(mark), ...phrases(words, room));

const itemOf = (item: Item, room: Room): ListItem => ({
  type: 'listItem',
  spread: false,
  children: [line(item, room) as never, ...(blocksOf(item.blocks ?? [], room) as never[])],
});

const listOf = (items: readonly Item[], room: Room): RootContent => ({
  type: 'list',
  ordered: false,
  spread: false,
  children: items.map((item) => itemOf(item, room)),
});

/** Returns the entries that there is room for, and the number of the others. */
function entriesOf<Entry>(all: readonly Entry[], { entries }: Room): [readonly Entry[], RootContent[]] {
  const left = all.length - entries;
  const more = `… and ${left.toLocaleString('en')} more in conformance.json`;
  return [all.slice(0, entries), left > 0 ? [paragraph(textOf(more))] : []];
}

function blockOf(block: Block, room: Room): RootContent[] {
  switch (block.is) {
    case 'text':
      return [line(block, room)];
    case 'facts': {
      const items = block.facts.map(([label, words]) => ({ words: [`${label}: `, ...words] }));
      return [listOf(items, room)];
    }
    case 'list': {
      const [items, more] = entriesOf(block.items, room);
      return [listOf(items, room), ...more];
    }
    case 'table': {
      const [rows, more] = entriesOf(block.rows, room);
      const cells = rows.map((row) =>
        row.map(({ mark, words }) => signed(mark).concat(phrases(words, room))),
      );
      const children = [block.heads.map((words) => phrases(words, room)), ...cells].map((row) => ({
        type: 'tableRow' as const,
        children: row.map((cell) => ({ type: 'tableCell' as const, children: cell })),
      }));
      return [{ type: 'table', children }, ...more];
    }
    case 'command':
      return [
        ...(block.title === undefined ? [] : [paragraph(textOf(`${block.title}:`))]),
        isShowable(block.text)
          ? { type: 'code', lang: 'sh', value: block.text }
          : paragraph(textOf('not shown here; see conformance.json')),
      ];
    case 'code':
      return [{ type: 'code', value: block.text.said }];
    case 'fold':
      if (room.short === true) return [line(block, room)];
      return [
        html(`<details${block.open?.includes('markdown') === true ? ' open' : ''}>\n<summary>`),
        line(block, room),
        html('</summary>'),
        ...blocksOf(block.blocks ?? [], room),
        html('</details>'),
      ];
  }
}

function blocksOf(blocks: readonly Block[], room: Room): RootContent[] {
  const [shown, more] = entriesOf(blocks.filter(shows), room);
  return [...shown.flatMap((block) => blockOf(block, room)), ...more];
}

const serialised = (children: RootContent[]): string =>
  breakInText(
    toMarkdown(
      { type: 'root', children },
      { bullet: '-', rule: '-', extensions: [gfmTableToMarkdown({ tablePipeAlign: false })] },
    ),
  );

const WHOLE: Room = { entries: 10_000, text: 1000 };
/** Rooms that are tried until all fits. */
const ROOMS: readonly Room[] = [
  WHOLE,
  { entries: 100, text: 200, short: true },
  { entries: 3, text: 60, short: true },
];

/** Returns blocks under a heading, as Markdown to paste. */
export const markdownOf = (title: RichText, blocks: readonly Block[]): string =>
  serialised([heading(3, ...phrases(title, WHOLE)), ...blocksOf(blocks, WHOLE)]);

/** Lays a document out as Markdown, of at most 60,000 bytes; what is left out is counted. */
export function markdown({ mark, title, lead, about, notices, parts, foot }: Document): string {
  let said = '';
  const places = placesIn({ parts }, 'markdown');
  for (const [nth, given] of ROOMS.entries()) {
    const room = { ...given, places };
    said = serialised([
      heading(2, ...signed(mark), textOf(`${title}: `), ...phrases(joined(lead, ' '), room)),
      ...about.map((words) => paragraph(...phrases(words, room))),
      ...blocksOf(notices, room),
      ...(nth === 0 ? [] : [paragraph(textOf('Truncated; conformance.json has the rest.'))]),
      ...parts.filter(shows).flatMap((part) => {
        const head = [html(`<a id="${part.id}"></a>`), heading(3, ...signed(part.mark), textOf(part.title))];
        return head.concat(blocksOf(part.blocks, room));
      }),
      { type: 'thematicBreak' },
      paragraph(...phrases(foot, room)),
    ]);
    if (Buffer.byteLength(said) <= COMMENT_BYTES) break;
  }
  return said;
}
