import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { expect } from 'vitest';
import { markdown } from '../../src/report/markdown/markdown.ts';
import type { Report, RuleReport } from '../../src/report/model.ts';

/** GitHub refuses a comment of more than 65,536 characters; this leaves room for a line of somebody's own. */
const MOST_BYTES = 60_000;
const OUR_HTML = new Set([
  '<details>\n<summary>Observed, not judged</summary>',
  '<details>\n<summary>Reproduce</summary>',
  '</details>',
]);
/** Begins and ends within a paragraph of its own. */
const PLACE = /^<a id="(failure-[1-9]\d*)">$/;
const PLACE_END = '</a>';
const OUR_NODES = new Set([
  'root',
  'heading',
  'paragraph',
  'text',
  'strong',
  'inlineCode',
  'link',
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

const isOpen = ({ verdict }: RuleReport): boolean => verdict === 'inconclusive' || verdict === 'skip';

const isFailure = ({ verdict, known }: RuleReport): boolean => verdict === 'fail' && known !== true;

/** How many headings of the second and third level the parts of a report have. */
function partsOf({ rules, staleBaseline = [] }: Report): { title: number; part: number } {
  const held = [
    rules.some(isFailure),
    staleBaseline.length > 0,
    rules.some(({ verdict, known }) => verdict === 'fail' && known === true),
    rules.some((rule) => isOpen(rule) && rule.known !== true && rule.level !== 'observed'),
    rules.some((rule) => isOpen(rule) && rule.known === true),
    rules.some(({ listed }) => listed?.state === 'expired'),
    rules.some(({ listed }) => listed?.state === 'passes'),
    rules.some(({ pin }) => pin !== undefined && pin.state !== 'held'),
    rules.some(({ pin }) => pin?.state === 'held'),
  ];
  return { title: 1, part: held.filter(Boolean).length };
}

/** Mentions, references, addresses, formulas, short names of emoji, what is struck out: GitHub's, and unknown to the parser. */
const MEANS_MORE = /[@#$~<>[\]|`*_^\\]|:\/\/|www\.|:[\w+-]+:/i;

const isOurHtml = (value: string): boolean => OUR_HTML.has(value) || PLACE.test(value) || value === PLACE_END;

/** Says what is neither text nor code in a node, nor one that we put there. */
function wrongIn(node: Nodes): string[] {
  const isWrong =
    !OUR_NODES.has(node.type) ||
    (node.type === 'html' && !isOurHtml(node.value)) ||
    (node.type === 'text' && MEANS_MORE.test(node.value)) ||
    (node.type === 'code' && !/^(diff|sh)$/.test(node.lang ?? '')) ||
    (node.type === 'table' && !node.children.every(({ children }) => children.length === 2));
  return isWrong ? [`${node.type}: ${'value' in node ? node.value : wordsIn(node)}`] : [];
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
  const places = nodes.flatMap((node) => (node.type === 'html' ? (PLACE.exec(node.value)?.[1] ?? []) : []));
  expect(new Set(places).size).toBe(places.length);
  expect(nodes.filter((node) => node.type === 'html' && node.value === PLACE_END)).toHaveLength(
    places.length,
  );
  // A card has one place, and is led to from the list above it.
  expect(places).toHaveLength(headings(4));
  const targets = nodes.flatMap((node) => (node.type === 'link' ? node.url : []));
  expect(new Set(targets)).toEqual(new Set(places.map((place) => `#${place}`)));
  // One expectation of all nodes, since each costs more than to look at a node.
  expect(nodes.flatMap(wrongIn)).toEqual([]);
  return { text, nodes };
}
