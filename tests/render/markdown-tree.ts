import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';

/** Parses Markdown as GitHub does. */
const treeOf = (text: string): Root =>
  fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });

/** Returns a node and all its descendants. */
function within(node: Nodes): Nodes[] {
  return 'children' in node ? [node, ...node.children.flatMap(within)] : [node];
}

/** Returns all nodes of a text. */
export const nodesOf = (text: string): Nodes[] => within(treeOf(text));

const OURS = new Set(
  'root heading paragraph text inlineCode link code list listItem html table tableRow tableCell thematicBreak break'.split(
    ' ',
  ),
);
const OUR_HTML =
  /^(?:<details(?: open)?>\n<summary>|<\/summary>|<\/details>|<a id="[\w.-]+">|<\/a>|<a id="[\w.-]+"><\/a>)$/;

/**
 * Matches text that GitHub interprets beyond the parser: mentions, references, addresses, formulas, emoji
 * names, strikethrough.
 */
const MEANS_MORE = /[@#$~<>[\]|`*_^\\]|:\/\/|www\.|:[\w+-]+:/i;

/** Returns nodes that are neither text without a meaning, nor code, nor our own markup. */
export const strangeNodes = (nodes: readonly Nodes[]): string[] =>
  nodes
    .filter(
      (node) =>
        !OURS.has(node.type) ||
        (node.type === 'html' && !OUR_HTML.test(node.value)) ||
        (node.type === 'text' && MEANS_MORE.test(node.value)) ||
        (node.type === 'table' && new Set(node.children.map(({ children }) => children.length)).size > 1),
    )
    .map((node) => `${node.type}: ${'value' in node ? node.value : ''}`);
