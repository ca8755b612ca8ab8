import type { RootContent } from 'mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toMarkdown } from 'mdast-util-to-markdown';

// Columns are not padded: the padding of long ones would be most of the file.
const extensions = [gfmTableToMarkdown({ tablePipeAlign: false })];

/** Blocks as Markdown with GFM tables, ending in a line break. */
export const serialise = (blocks: readonly RootContent[]): string =>
  toMarkdown({ type: 'root', children: [...blocks] }, { bullet: '-', rule: '-', extensions });

/** How many bytes blocks take in a document, the empty line before them included. */
export const bytesOf = (blocks: readonly RootContent[]): number =>
  blocks.length === 0 ? 0 : Buffer.byteLength(serialise(blocks)) + 1;
