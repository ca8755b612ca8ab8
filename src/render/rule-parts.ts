import { isGating } from '../model/rule-metadata.ts';
import { fixFirstText } from '../model/verdict.ts';
import { rulesByState } from '../report/exit-status.ts';
import { actualInShort, grouped, groupFailures } from '../report/groups.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { verdictStyleOf } from '../report/verdict-styles.ts';
import { listedWords } from './baseline-lists.ts';
import { cardBlocks } from './card.ts';
import { type Block, type Item, joined, name, type Part, type RichText, sentence, text } from './document.ts';
import { anchor, linked } from './parts.ts';

/** Groups of failures whose first card is open. */
const OPEN_GROUPS = 5;

const failureItem = (rule: RuleReport): Item => ({
  mark: verdictStyleOf(rule),
  words: [name(rule.id), ': ', sentence(actualInShort(rule), 300)],
});

/** Returns the card of a failed rule. @param words what is said after its result */
function cardFold(rule: RuleReport, report: Report, words: RichText): Block & { is: 'fold' } {
  const item = failureItem(rule);
  const blocks = cardBlocks(rule, report);
  return { ...item, is: 'fold', id: anchor(rule.id), words: [...item.words, ...words], blocks };
}

/**
 * Returns a card for each failed rule, of which the gravest of some groups are open; a line for each, on the last screen of a
 * terminal; and a card for each known failure.
 *
 * @param file the report that has all cards
 */
export function failedParts(report: Report, file: RichText) {
  const { failures, knownFailures } = rulesByState(report);
  const groups = groupFailures(failures);
  const all = groups.flat();
  const cards = groups.flatMap(([first, ...others], nth): Block[] => {
    const why: RichText = ['; probably for the same reason as ', name(first.id)];
    const card: Block = { ...cardFold(first, report, []), open: nth < OPEN_GROUPS };
    return [card, ...others.map((rule) => cardFold(rule, report, why))];
  });
  const shown = Math.min(OPEN_GROUPS, groups.length);
  if (shown < all.length)
    cards.push({ ...text([`${shown} of ${all.length} shown; all: `, ...file]), only: ['terminal'] });
  const lines = [{ is: 'list', items: all.map(failureItem), short: true } as const];
  const known = groupFailures(knownFailures)
    .flat()
    .map((rule) => cardFold(rule, report, ['; ', sentence(listedWords(rule) ?? 'in the baseline')]));
  return {
    cards: { id: 'failures', mark: 'fail', title: 'Failed rules, with the evidence', blocks: cards },
    lines: { id: 'failed', mark: 'fail', title: 'Failed rules', only: ['terminal'], blocks: lines },
    known: { id: 'known', mark: 'known', title: 'Known failures, in the baseline', blocks: known },
  } satisfies Readonly<Record<string, Part>>;
}

/** Returns a line for undecided rules with the same remedy: inconclusive rules first, then the largest group. */
export const undecidedItems = (
  undecided: readonly RuleReport[],
): readonly (Item & { readonly rules: readonly RuleReport[] })[] =>
  grouped(undecided, ({ verdict, because, reason = '' }) => `${verdict} ${because ?? reason}`)
    .toSorted(
      ([a, ...some], [b, ...more]) =>
        Number(a.verdict === 'skip') - Number(b.verdict === 'skip') || more.length - some.length,
    )
    .map((rules) => {
      const [first] = rules;
      const { verdict, because = '', reason = '' } = first;
      const isOneReason = rules.every((rule) => rule.reason === first.reason);
      const said = isOneReason ? reason : `${because} failed. ${fixFirstText(because)}`;
      const ids = rules.map((rule) => (isGating(rule) ? linked(rule) : [name(rule.id)]));
      return { mark: verdict, rules, words: [sentence(said), ' (', ...joined(ids, ', '), ')'] };
    });
