import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';

/** Returns a node and all its descendants. */
function within(node: Nodes): Nodes[] {
  return 'children' in node ? [node, ...node.children.flatMap(within)] : [node];
}

const OURS = new Set(
  'root heading paragraph text inlineCode code list listItem html table tableRow tableCell thematicBreak break'.split(
    ' ',
  ),
);
const OUR_HTML = /^(?:<details(?: open)?>\n<summary>|<\/summary>|<\/details>)$/;

/**
 * Matches text that GitHub interprets beyond the parser: mentions, references, addresses, formulas, emoji
 * names, strikethrough.
 */
const MEANS_MORE = /[@#$~<>[\]|`*_^\\]|:\/\/|www\.|:[\w+-]+:/i;

/** Returns the nodes, as GitHub parses them, that are neither text without a meaning, nor code, nor our own markup. */
export const strangeNodes = (text: string): string[] =>
  within(fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] }))
    .filter(
      (node) =>
        !OURS.has(node.type) ||
        (node.type === 'html' && !OUR_HTML.test(node.value)) ||
        (node.type === 'text' && MEANS_MORE.test(node.value)) ||
        (node.type === 'table' && new Set(node.children.map(({ children }) => children.length)).size > 1),
    )
    .map((node) => `${node.type}: ${'value' in node ? node.value : ''}`);
