import type { ListItem, PhrasingContent, RootContent } from 'mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toMarkdown } from 'mdast-util-to-markdown';
import { breakInText } from '../report/runner-commands.ts';
import { shorten } from '../report/text.ts';
import { type Mark, marks } from '../results/marks.ts';
import {
  type Block,
  type Document,
  type Item,
  isIn,
  isShowable,
  joined,
  type Part,
  type Words,
} from './document.ts';
import { prose } from './prose.ts';

/** GitHub limits comments to 65,536 characters; this leaves room for a line of whoever posts it. */
const COMMENT_BYTES = 60_000;

const shows = isIn('markdown');
const textOf = (said: string): PhrasingContent => ({ type: 'text', value: said });
const html = (said: string): RootContent => ({ type: 'html', value: said });
const paragraph = (...children: PhrasingContent[]): RootContent => ({ type: 'paragraph', children });
const heading = (depth: 2 | 3, ...children: PhrasingContent[]): RootContent => ({
  type: 'heading',
  depth,
  children,
});

const signed = (mark: Mark | undefined): PhrasingContent[] =>
  mark === undefined ? [] : [textOf(`${marks[mark].emoji} `)];

/** Foreign words are code, in which nothing is markup, a mention, a reference or a link. */
function phrases(words: Words): PhrasingContent[] {
  return words.flatMap((word): PhrasingContent[] => {
    if (typeof word === 'string') return [textOf(word)];
    if ('to' in word) return [{ type: 'link', url: word.to, children: phrases(word.words) }];
    return word.as === 'sentence' ? prose(word.said) : [{ type: 'inlineCode', value: word.said }];
  });
}

/** Returns the place that links lead to. */
const place = (id: string | undefined): PhrasingContent[] =>
  id === undefined ? [] : [{ type: 'html', value: `<a id="${id}"></a>` }];

const itemOf = ({ mark, id, words, blocks = [] }: Item): ListItem => ({
  type: 'listItem',
  spread: false,
  children: [
    paragraph(...place(id), ...signed(mark), ...phrases(words)) as never,
    ...(blocksOf(blocks) as never[]),
  ],
});

const listOf = (items: readonly ListItem[]): RootContent => ({
  type: 'list',
  ordered: false,
  spread: false,
  children: [...items],
});

function blockOf(block: Block): RootContent[] {
  switch (block.is) {
    case 'text':
      return [paragraph(...signed(block.mark), ...phrases(block.words))];
    case 'facts':
      return [listOf(block.facts.map(([label, words]) => itemOf({ words: [`${label}: `, ...words] })))];
    case 'list':
      return [listOf(block.items.map(itemOf))];
    case 'table': {
      const rows = block.rows.map((cells) =>
        cells.map(({ mark, words }) => [...signed(mark), ...phrases(words)]),
      );
      const children = [block.heads.map(phrases), ...rows].map((cells) => ({
        type: 'tableRow' as const,
        children: cells.map((cell) => ({ type: 'tableCell' as const, children: cell })),
      }));
      return [{ type: 'table', children }];
    }
    case 'command':
      return [
        isShowable(block.text)
          ? { type: 'code', lang: 'sh', value: block.text }
          : paragraph(textOf('not fit to be shown; see conformance.json')),
      ];
    case 'code':
      return [{ type: 'code', value: block.text.said }];
    case 'fold':
      return [
        html(`<details${block.open?.includes('markdown') === true ? ' open' : ''}>\n<summary>`),
        paragraph(...place(block.id), ...signed(block.mark), ...phrases(block.words)),
        html('</summary>'),
        ...blocksOf(block.blocks ?? []),
        html('</details>'),
      ];
  }
}

const blocksOf = (blocks: readonly Block[]): RootContent[] => blocks.filter(shows).flatMap(blockOf);

const serialised = (children: RootContent[]): string =>
  breakInText(
    toMarkdown(
      { type: 'root', children },
      { bullet: '-', rule: '-', extensions: [gfmTableToMarkdown({ tablePipeAlign: false })] },
    ),
  );

/** Room for a document: entries of each list, and UTF-16 units of each text of a report. */
interface Room {
  readonly entries: number;
  readonly text: number;
}

const wordsIn = (words: Words, { entries, text: most }: Room): Words =>
  words
    .slice(0, 4 * entries)
    .map((word) =>
      typeof word === 'string' || 'to' in word ? word : { said: shorten(word.said, most), as: word.as },
    );

/** Returns a block that takes no more than its room; entries that are left out are counted. */
function shortened(block: Block, room: Room): Block[] {
  const within = (blocks: readonly Block[] = []): Block[] => blocks.flatMap((each) => shortened(each, room));
  const itemIn = (item: Item): Item => ({
    ...item,
    words: wordsIn(item.words, room),
    blocks: within(item.blocks),
  });
  const more = (all: readonly unknown[]): Block[] => {
    const left = all.length - room.entries;
    return left > 0
      ? [{ is: 'text', words: [`… and ${left.toLocaleString('en')} more in conformance.json`] }]
      : [];
  };
  switch (block.is) {
    case 'text':
      return [{ ...block, words: wordsIn(block.words, room) }];
    case 'facts':
      return [{ ...block, facts: block.facts.map(([label, words]) => [label, wordsIn(words, room)]) }];
    case 'list':
      return [{ ...block, items: block.items.slice(0, room.entries).map(itemIn) }, ...more(block.items)];
    case 'table': {
      const rows = block.rows
        .slice(0, room.entries)
        .map((cells) => cells.map((cell) => ({ ...cell, words: wordsIn(cell.words, room) })));
      return [{ ...block, rows }, ...more(block.rows)];
    }
    case 'fold':
      return [{ ...block, ...itemIn(block) }];
    case 'command':
    case 'code':
      return [block];
  }
}

function partOf({ id, title, mark, blocks }: Part, room: Room): RootContent[] {
  const shown = blocks.filter(shows);
  return [
    html(`<a id="${id}"></a>`),
    heading(3, ...signed(mark), textOf(title)),
    ...blocksOf(shown.slice(0, room.entries).flatMap((block) => shortened(block, room))),
  ];
}

/** Rooms that are tried until all fits; parts of a higher rank are left out. */
const TRIES: readonly (Room & { readonly rank: number })[] = [
  { entries: 10_000, text: 1000, rank: 9 },
  { entries: 10_000, text: 1000, rank: 8 },
  { entries: 100, text: 300, rank: 8 },
  { entries: 100, text: 100, rank: 1 },
  { entries: 30, text: 200, rank: 8 },
  { entries: 10, text: 100, rank: 8 },
  { entries: 3, text: 60, rank: 8 },
];

/** Lays a document out as Markdown, of at most 60,000 bytes; what is left out is counted. */
export function markdown({ mark, title, lead, about, notices, parts, foot }: Document): string {
  const shown = parts.filter(shows);
  let said = '';
  for (const [nth, room] of TRIES.entries()) {
    const kept = shown.filter((part) => (part.rank ?? 0) <= room.rank);
    said = serialised([
      heading(2, ...signed(mark), textOf(`${title}: `), ...phrases(wordsIn(joined(lead, ' '), room))),
      ...about.map((words) => paragraph(...phrases(wordsIn(words, room)))),
      ...blocksOf(notices.flatMap((notice) => shortened(notice, room))),
      ...(nth === 0 ? [] : [paragraph(textOf('Truncated: the rest stands in conformance.json.'))]),
      ...kept.flatMap((part) => partOf(part, room)),
      { type: 'thematicBreak' },
      paragraph(...phrases(wordsIn(foot, room))),
    ]);
    if (Buffer.byteLength(said) <= COMMENT_BYTES) break;
  }
  return said;
}
