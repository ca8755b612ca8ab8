import type { InlineCode, PhrasingContent, RootContent, Text } from 'mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toMarkdown } from 'mdast-util-to-markdown';
import { verdictStyles } from '../report/verdict-styles.ts';
import {
  type Block,
  blocksIn,
  type Document,
  type Item,
  joined,
  partsIn,
  type RichText,
} from './document.ts';
import { breakInText } from './runner-commands.ts';

/** Matches words of letters, digits and punctuation that have no meaning in Markdown. */
const HARMLESS = /^[\p{L}\p{M}\p{N}.,;!?'"()\-–—…/%§→’“”]+$/u;
/** Matches what GitHub links (addresses, references such as `GH-1`, commits), and command line options. */
const LINKED_BY_GITHUB = /www\.|[a-z]-\d|[0-9a-f]{7}|^--/i;
/** A word, with the punctuation before and after it that stays outside the code. */
const WORD = /^(["'(]*)(.*?)([.,:;!?)"']*)$/su;

const text = (value: string): Text => ({ type: 'text', value });
const code = (value: string): InlineCode => ({ type: 'inlineCode', value });

/** Puts a word in backticks if GitHub could give it a meaning. */
function marked(word: string): string {
  const [, before = '', core = '', after = ''] = WORD.exec(word) ?? [];
  const isHarmless = core === '' || (HARMLESS.test(core) && !LINKED_BY_GITHUB.test(core));
  return isHarmless ? word : `${before}\`${core}\`${after}`;
}

/** Returns a sentence of a report as text and code: nothing in it is markup, a mention, a reference or a link. */
const prose = (said: string): PhrasingContent[] =>
  said
    .trim()
    // A credential is described in angle brackets.
    .split(/(`[^`]+`|<[^<>`]+>)/)
    .map((piece, at) => {
      const words = piece.replaceAll('`', '');
      return at % 2 === 1 ? `\`${words}\`` : words.replaceAll(/\s+/g, ' ').replaceAll(/[^ ]+/g, marked);
    })
    .join('')
    // Adjacent codes become one, because they would be parsed as one with other ends.
    .replaceAll(/` ?`/g, (between) => between.replaceAll('`', ''))
    .split('`')
    .map((part, at) => (at % 2 === 1 ? code(part) : text(part)))
    .filter(({ value }) => value !== '');

/** Foreign words are code, in which nothing is markup, a mention, a reference or a link. */
const phrases = (words: RichText): PhrasingContent[] =>
  words.flatMap((word): PhrasingContent[] => {
    if (typeof word === 'string') return [text(word)];
    if ('to' in word) return phrases(word.words);
    return word.isCode ? [code(word.said)] : prose(word.said);
  });

type Line = Pick<Item, 'mark' | 'words'>;

const line = ({ mark, words }: Line): PhrasingContent[] =>
  phrases(mark === undefined ? words : [`${verdictStyles[mark].emoji} `, ...words]);

const html = (value: string): RootContent => ({ type: 'html', value });
const paragraph = (said: Line): RootContent => ({ type: 'paragraph', children: line(said) });
const heading = (depth: 2 | 3, said: Line): RootContent => ({ type: 'heading', depth, children: line(said) });

const listOf = (items: readonly Item[]): RootContent => ({
  type: 'list',
  ordered: false,
  spread: false,
  children: items.map((item) => ({
    type: 'listItem',
    spread: false,
    children: [{ type: 'paragraph', children: line(item) }],
  })),
});

function blockOf(block: Block, isShort: boolean): RootContent[] {
  switch (block.is) {
    case 'text':
      return [paragraph(block)];
    case 'facts':
      return [listOf(block.facts.map(([label, words]) => ({ words: [`${label}: `, ...words] })))];
    case 'list':
      return [listOf(block.items)];
    case 'table': {
      const rows = [block.heads.map((words) => ({ words })), ...block.rows];
      const children = rows.map((row) => ({
        type: 'tableRow' as const,
        children: row.map((cell) => ({ type: 'tableCell' as const, children: line(cell) })),
      }));
      return [{ type: 'table', children }];
    }
    case 'code': {
      const shown: RootContent = { type: 'code', lang: 'sh', value: block.text };
      return block.title === undefined ? [shown] : [paragraph({ words: [`${block.title}:`] }), shown];
    }
    case 'fold':
      if (isShort || block.mark === undefined) return [paragraph(block)];
      return [
        html(`<details${block.open === true ? ' open' : ''}>\n<summary>`),
        paragraph(block),
        html('</summary>'),
        ...blocksOf(block.blocks, isShort),
        html('</details>'),
      ];
  }
}

const blocksOf = (blocks: readonly Block[], isShort: boolean): RootContent[] =>
  blocksIn('markdown', blocks).flatMap((block) => blockOf(block, isShort));

const serialised = (children: RootContent[]): string =>
  breakInText(
    toMarkdown(
      { type: 'root', children },
      { bullet: '-', rule: '-', extensions: [gfmTableToMarkdown({ tablePipeAlign: false })] },
    ),
  );

/** GitHub limits comments to 65,536 characters; this leaves room for a line of whoever posts it. */
const COMMENT_BYTES = 60_000;

/** Returns the whole document, or the beginning of the short one, in which folds are lines without their blocks. */
export function markdown({ mark, title, lead, about, notices, parts, foot }: Document): string {
  const head = [
    heading(2, { mark, words: [`${title}: `, ...joined(lead, ' ')] }),
    ...about.map((words) => paragraph({ words })),
    ...notices.map((words) => paragraph({ mark: 'error', words })),
  ];
  const body = (isShort: boolean): RootContent[] =>
    partsIn('markdown', parts).flatMap((part) =>
      [heading(3, { mark: part.mark, words: [part.title] })].concat(blocksOf(part.blocks, isShort)),
    );
  const end: RootContent[] = [{ type: 'thematicBreak' }, paragraph({ words: foot })];
  const whole = serialised([...head, ...body(false), ...end]);
  if (Buffer.byteLength(whole) <= COMMENT_BYTES) return whole;
  const note = paragraph({ words: ['Truncated; conformance.json has the rest.'] });
  const all = [...head, note, ...body(true), ...end];
  let bytes = 0;
  const cut = all.findIndex((child) => {
    bytes += Buffer.byteLength(serialised([child])) + 1;
    return bytes > COMMENT_BYTES;
  });
  return serialised(cut === -1 ? all : all.slice(0, cut));
}
