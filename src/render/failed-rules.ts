import { actualInShort, gravestFirst, groupFailures } from '../report/groups.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { knownFailures, unexpectedFailures } from '../report/strict-exit-status.ts';
import { verdictStyleOf } from '../report/verdict-styles.ts';
import { cardBlocks, specificationOf } from './card.ts';
import { type Block, body, type Item, name, type Part, type RichText, sentence, text } from './document.ts';
import { listedWords } from './lists.ts';
import { markdownOf } from './markdown.ts';
import { anchor, list, only } from './parts.ts';

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

/** Returns the card of a failed rule. @param notes what is to be said before the evidence */
function cardFold(rule: RuleReport, report: Report, notes: readonly Block[] = []): Block & { is: 'fold' } {
  const blocks = cardBlocks(rule, report);
  return {
    is: 'fold',
    id: anchor(rule.id),
    ...failureItem(rule),
    blocks: [...notes, ...blocks, issueFold(rule, report, blocks)],
  };
}

/** Entries of a list on a terminal. */
const MOST_LINES = 12;

/** Returns a list, of which a terminal shows the first items and the number of the others. */
export function shortList(items: readonly Item[]): Block[] {
  const left = items.length - MOST_LINES;
  const more = `… and ${left.toLocaleString('en')} more in report.html`;
  if (left <= 0) return [list(items)];
  const short = [list(items.slice(0, MOST_LINES)), text([more])];
  return [only(['markdown', 'page'], list(items)), ...short.map((block) => only(['terminal'], block))];
}

export const failureLines = (report: Report): readonly Item[] =>
  gravestFirst(unexpectedFailures(report.rules)).map(failureItem);

/** Returns a card for each failed rule. A terminal shows the gravest card of some groups, and a line for each other rule. */
export function failuresPart(report: Report, file: RichText): Part[] {
  const groups = groupFailures(unexpectedFailures(report.rules));
  const all = groups.flat();
  if (all.length === 0) return [];
  const cards = groups.flatMap(([first, ...others], nth): Block[] => {
    const rest = others.map(failureItem);
    const card = cardFold(first, report, []);
    const same = text(['Failed with it, probably for the same reason:']);
    const beneath = rest.length === 0 ? [] : [same, list(rest)].map((block) => only(['terminal'], block));
    const note = text(['Failed with ', name(first.id), ', probably for the same reason.']);
    return [
      {
        ...card,
        open: nth === 0 ? ['terminal', 'markdown', 'page'] : nth < OPEN_GROUPS ? ['terminal'] : [],
        blocks: [...(card.blocks ?? []), ...beneath],
      },
      ...others.map((rule) => only(['markdown', 'page'], cardFold(rule, report, [note]))),
    ];
  });
  const shown = Math.min(OPEN_GROUPS, groups.length);
  const more = text([`${shown} of ${all.length} shown; all: `, ...file]);
  const title = 'Failed rules, with the evidence';
  const blocks = [...cards, ...(shown < all.length ? [only(['terminal'], more)] : [])];
  return [{ id: 'failures', mark: 'fail', title, blocks }];
}

export function knownPart(report: Report): Part[] {
  const rules = gravestFirst(knownFailures(report.rules));
  if (rules.length === 0) return [];
  const items = rules.map((rule): Item => {
    const item = failureItem(rule);
    return { ...item, words: [...item.words, '; ', sentence(listedWords(rule) ?? 'in the baseline')] };
  });
  return [
    {
      id: 'known',
      mark: 'known',
      title: 'Known failures, in the baseline',
      blocks: [
        only(['terminal', 'markdown'], list(items)),
        ...rules.map((rule, at) => only(['page'], { ...cardFold(rule, report), ...items[at] })),
      ],
    },
  ];
}
