import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { expect } from 'vitest';
import { markdown } from '../../src/report/markdown/markdown.ts';
import type { Report, RuleReport } from '../../src/report/model.ts';

/** GitHub limits comments to 65,536 characters; this leaves room for an added line. */
const MOST_BYTES = 60_000;
const OUR_HTML = new Set([
  '<details>\n<summary>Observed, not judged</summary>',
  '<details>\n<summary>Reproduce</summary>',
  '</details>',
]);
/** Matches an anchor that forms a paragraph of its own. */
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

/** Parses Markdown as GitHub does. */
export const treeOf = (text: string): Root =>
  fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });

/** Returns a node and all its descendants. */
export function within(node: Nodes): Nodes[] {
  return 'children' in node ? [node, ...node.children.flatMap(within)] : [node];
}

const wordsIn = (node: Nodes): string =>
  within(node)
    .map((each) => ('value' in each ? each.value : ''))
    .join('');

const isOpen = ({ verdict }: RuleReport): boolean => verdict === 'inconclusive' || verdict === 'skip';

const isFailure = ({ verdict, known }: RuleReport): boolean => verdict === 'fail' && known !== true;

/** Returns the expected numbers of headings of the second and third level. */
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

/**
 * Matches text that GitHub interprets beyond the parser: mentions, references, addresses, formulas, emoji
 * names, strikethrough.
 */
const MEANS_MORE = /[@#$~<>[\]|`*_^\\]|:\/\/|www\.|:[\w+-]+:/i;

const isOurHtml = (value: string): boolean => OUR_HTML.has(value) || PLACE.test(value) || value === PLACE_END;

/** Returns nodes that are neither text, code, nor our own markup. */
function wrongIn(node: Nodes): string[] {
  const isWrong =
    !OUR_NODES.has(node.type) ||
    (node.type === 'html' && !isOurHtml(node.value)) ||
    (node.type === 'text' && MEANS_MORE.test(node.value)) ||
    (node.type === 'code' && !/^(diff|sh)$/.test(node.lang ?? '')) ||
    (node.type === 'table' && !node.children.every(({ children }) => children.length === 2));
  return isWrong ? [`${node.type}: ${'value' in node ? node.value : wordsIn(node)}`] : [];
}

/** Renders a report, parses it as GitHub does, and expects only text, code and our own markup. */
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
  // Each card has one anchor, which the list above links to.
  expect(places).toHaveLength(headings(4));
  const targets = nodes.flatMap((node) => (node.type === 'link' ? node.url : []));
  expect(new Set(targets)).toEqual(new Set(places.map((place) => `#${place}`)));
  // One expectation for all nodes, because expectations are slower than the checks.
  expect(nodes.flatMap(wrongIn)).toEqual([]);
  return { text, nodes };
}
