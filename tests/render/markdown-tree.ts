import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';

/** Returns a node and all its descendants. */
function within(node: Nodes): Nodes[] {
  return 'children' in node ? [node, ...node.children.flatMap(within)] : [node];
}

const OURS = new Set('root heading paragraph text code html'.split(' '));
const OUR_HTML =
  /^(?:<!-- Report of issue-conformance -->|<details(?: open)?>\n<summary>(?:\S+ )?<code>[^<>\n]*<\/code><\/summary>|<\/details>)$/;

/**
 * Matches text that GitHub interprets beyond the parser: mentions, references, addresses, formulas, emoji
 * names, strikethrough.
 */
const MEANS_MORE = /[@#$~<>[\]|`*_^\\]|:\/\/|www\.|:[\w+-]+:/i;

/** Returns the nodes, as GitHub parses them, that are neither text without a meaning, nor code, nor our own markup. */
export const strangeNodes = (text: string): string[] =>
  within(fromMarkdown(text))
    .filter(
      (node) =>
        !OURS.has(node.type) ||
        (node.type === 'html' && !OUR_HTML.test(node.value)) ||
        (node.type === 'text' && MEANS_MORE.test(node.value)),
    )
    .map((node) => `${node.type}: ${'value' in node ? node.value : ''}`);
