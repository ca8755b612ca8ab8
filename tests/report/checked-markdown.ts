import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { expect } from 'vitest';
import { markdown } from '../../src/report/markdown/markdown.ts';
import type { Report, RuleReport } from '../../src/report/model.ts';

/** GitHub refuses a comment of more than 65,536 characters; this leaves room for a line of somebody's own. */
const MOST_BYTES = 60_000;
const OUR_HTML = new Set(['<details>\n<summary>Observed, not judged</summary>', '</details>']);
const OUR_NODES = new Set([
  'root',
  'heading',
  'paragraph',
  'text',
  'strong',
  'inlineCode',
  'code',
  'list',
  'listItem',
  'break',
  'html',
  'table',
  'tableRow',
  'tableCell',
  'thematicBreak',
]);

const treeOf = (text: string): Root =>
  fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });

/** A node and all that is in it. */
function within(node: Nodes): Nodes[] {
  return 'children' in node ? [node, ...node.children.flatMap(within)] : [node];
}

export const wordsIn = (node: Nodes): string =>
  within(node)
    .map((each) => ('value' in each ? each.value : ''))
    .join('');

const isFailure = ({ verdict, known }: RuleReport): boolean => verdict === 'fail' && known !== true;

/** How many headings of the second and third level the parts of a report have. */
function partsOf({ rules, staleBaseline = [] }: Report): { title: number; part: number } {
  const held = [
    rules.some(isFailure),
    staleBaseline.length > 0,
    rules.some(({ verdict, known }) => verdict === 'fail' && known === true),
    rules.some(({ verdict, known }) => verdict === 'inconclusive' && known !== true),
    rules.some(({ verdict, known }) => verdict === 'skip' && known !== true),
    rules.some(({ verdict, known }) => ['inconclusive', 'skip'].includes(verdict) && known === true),
    rules.some(({ listed }) => listed?.state === 'expired'),
    rules.some(({ listed }) => listed?.state === 'passes'),
    rules.some(({ pin }) => pin !== undefined && pin.state !== 'held'),
  ];
  return { title: 1, part: held.filter(Boolean).length };
}

/** Renders a report, reads it back as GitHub does, and sees that nothing in it is anything but text, code and what we put there. */
export function checkedMarkdown(report: Report): { text: string; nodes: Nodes[] } {
  const text = markdown(report);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_BYTES);
  const nodes = within(treeOf(text));
  const headings = (depth: number): number =>
    nodes.filter((node) => node.type === 'heading' && node.depth === depth).length;
  expect({ title: headings(2), part: headings(3) }).toEqual(partsOf(report));
  expect(headings(4)).toBeLessThanOrEqual(report.rules.filter(isFailure).length);
  expect(headings(1) + headings(5) + headings(6)).toBe(0);
  for (const node of nodes) {
    if (!OUR_NODES.has(node.type)) expect(node.type).toBe('one of ours');
    if (node.type === 'html' && !OUR_HTML.has(node.value)) expect(node.value).toBe('one of ours');
    // Mentions, references, addresses, formulas, short names of emoji, what is struck out: GitHub's, and unknown to the parser.
    if (node.type === 'text') expect(node.value).not.toMatch(/[@#$~<>[\]|`*_^\\]|:\/\/|www\.|:[\w+-]+:/i);
    if (node.type === 'code') expect(node.lang).toMatch(/^(diff|sh)$/);
    if (node.type === 'table')
      expect(node.children.every(({ children }) => children.length === 2)).toBe(true);
  }
  return { text, nodes };
}
