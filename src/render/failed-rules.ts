import { rulesByState } from '../report/exit-status.ts';
import { actualInShort, groupFailures } from '../report/groups.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { verdictStyleOf } from '../report/verdict-styles.ts';
import { cardBlocks } from './card.ts';
import { type Block, code, type Item, name, type Part, type RichText, sentence, text } from './document.ts';
import { listedWords } from './lists.ts';
import { markdownOf } from './markdown.ts';
import { anchor } from './parts.ts';

/** Groups of failures whose first card a terminal shows. */
const OPEN_GROUPS = 5;
/** UTF-16 units of a text to paste into an issue tracker. */
const ISSUE = 8000;

/** Returns a line on a failed rule. */
const failureItem = (rule: RuleReport): Item => ({
  mark: verdictStyleOf(rule),
  words: [name(rule.id), ': ', sentence(actualInShort(rule), 300)],
});

/** Returns the card of a failed rule, in which a page has a text for an issue tracker. @param words what is said after its result */
function cardFold(rule: RuleReport, report: Report, words: RichText): Block & { is: 'fold' } {
  const { baseUrl, owner, repo } = report.target;
  const blocks = cardBlocks(rule, report);
  const [stated] = blocks;
  const item = failureItem(rule);
  const issue = markdownOf(item.words, [
    text([name(baseUrl), ', repository ', name(`${owner}/${repo}`)]),
    ...(stated?.is === 'fold' ? [text(['The specification:']), ...stated.blocks] : []),
    ...blocks,
  ]);
  const copied: Block = {
    is: 'fold',
    only: ['page'],
    words: ['Copy as an issue'],
    blocks: [code(issue, ISSUE, 'Markdown')],
  };
  return {
    ...item,
    is: 'fold',
    id: anchor(rule.id),
    words: [...item.words, ...words],
    blocks: [...blocks, copied],
  };
}

/** Returns a card for each failed rule; the gravest of some groups are open. @param file the report that has all */
export function failuresPart(report: Report, file: RichText): Part {
  const groups = groupFailures(rulesByState(report).failures);
  const all = groups.flat();
  const blocks = groups.flatMap(([first, ...others], nth): Block[] => {
    const why: RichText = ['; probably for the same reason as ', name(first.id)];
    const open = nth === 0 ? 'everywhere' : nth < OPEN_GROUPS ? 'in terminals' : undefined;
    return [{ ...cardFold(first, report, []), open }, ...others.map((rule) => cardFold(rule, report, why))];
  });
  const shown = Math.min(OPEN_GROUPS, groups.length);
  if (shown < all.length)
    blocks.push({ ...text([`${shown} of ${all.length} shown; all: `, ...file]), only: ['terminal'] });
  return { id: 'failures', mark: 'fail', title: 'Failed rules, with the evidence', blocks };
}

/** Returns a line for each failed rule, on the last screen of a terminal. */
export function failureLines(report: Report): Part {
  const items = groupFailures(rulesByState(report).failures).flat().map(failureItem);
  const blocks = [{ is: 'list', items, short: true } as const];
  return { id: 'failed', mark: 'fail', title: 'Failed rules', only: ['terminal'], blocks };
}

export function knownPart(report: Report): Part {
  const known = groupFailures(rulesByState(report).knownFailures).flat();
  const blocks = known.map((rule) =>
    cardFold(rule, report, ['; ', sentence(listedWords(rule) ?? 'in the baseline')]),
  );
  return { id: 'known', mark: 'known', title: 'Known failures, in the baseline', blocks };
}
