import { actualInShort, gravestFirst, groupFailures } from '../report/groups.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { knownFailures, unexpectedFailures } from '../report/strict-exit-status.ts';
import { verdictStyleOf } from '../report/verdict-styles.ts';
import { cardBlocks, specificationOf } from './card.ts';
import {
  type Block,
  body,
  type Format,
  type Item,
  name,
  type Part,
  type RichText,
  sentence,
  text,
} from './document.ts';
import { listedWords } from './lists.ts';
import { markdownOf } from './markdown.ts';
import { anchor, only } from './parts.ts';

/** Groups of failures that a terminal shows in full; elsewhere only the first card is open. */
const OPEN_GROUPS = 5;
/** UTF-16 units of a text to paste into an issue tracker. */
const ISSUE = 8000;

/** Returns a line on a failed rule. */
const failureItem = (rule: RuleReport): Item => ({
  mark: verdictStyleOf(rule),
  words: [name(rule.id), ': ', sentence(actualInShort(rule), 300)],
});

/** Returns a failed rule as Markdown to paste into an issue tracker, in a fold. */
function issueFold(rule: RuleReport, report: Report, blocks: readonly Block[]): Block {
  const stated = specificationOf(rule);
  const { baseUrl, owner, repo } = report.target;
  const target = [name(baseUrl), ', repository ', name(`${owner}/${repo}`)];
  const all = [
    text(target),
    ...(stated.length === 0 ? [] : [text(['The specification:']), ...stated]),
    ...blocks,
  ];
  const said = markdownOf(failureItem(rule).words, all);
  return {
    is: 'fold',
    only: ['page'],
    words: ['Copy as an issue'],
    blocks: [{ is: 'code', title: 'Markdown', text: body(said, ISSUE) }],
  };
}

/** Returns the card of a failed rule. @param words what is said after its result */
function cardFold(rule: RuleReport, report: Report, words: RichText = []): Block & { is: 'fold' } {
  const blocks = cardBlocks(rule, report);
  const item = failureItem(rule);
  return {
    is: 'fold',
    id: anchor(rule.id),
    ...item,
    words: [...item.words, ...words],
    blocks: [...blocks, issueFold(rule, report, blocks)],
  };
}

export const failureLines = (report: Report): readonly Item[] =>
  gravestFirst(unexpectedFailures(report.rules)).map(failureItem);

/** Returns a card for each failed rule. A terminal shows the gravest card of some groups, and a line for each other rule. */
export function failuresPart(report: Report, file: RichText): Part[] {
  const groups = groupFailures(unexpectedFailures(report.rules));
  const all = groups.flat();
  if (all.length === 0) return [];
  const cards = groups.flatMap(([first, ...others], nth): Block[] => {
    const why: RichText = ['; probably for the same reason as ', name(first.id)];
    const open: Format[] = nth < OPEN_GROUPS ? ['terminal'] : [];
    return [
      { ...cardFold(first, report), open: nth === 0 ? ['terminal', 'markdown', 'page'] : open },
      ...others.map((rule) => cardFold(rule, report, why)),
    ];
  });
  const shown = Math.min(OPEN_GROUPS, groups.length);
  const more = only(['terminal'], text([`${shown} of ${all.length} shown; all: `, ...file]));
  const title = 'Failed rules, with the evidence';
  return [{ id: 'failures', mark: 'fail', title, blocks: shown < all.length ? [...cards, more] : cards }];
}

export function knownPart(report: Report): Part[] {
  const blocks = gravestFirst(knownFailures(report.rules)).map((rule) =>
    cardFold(rule, report, ['; ', sentence(listedWords(rule) ?? 'in the baseline')]),
  );
  return blocks.length === 0
    ? []
    : [{ id: 'known', mark: 'known', title: 'Known failures, in the baseline', blocks }];
}
