import type { ListItem } from 'mdast';
import { countOf } from '../count-of.ts';
import { knownFailures, knownUndecided, listedRules, pinnedRules } from '../failures.ts';
import { listedWords, pinReason } from '../listed.ts';
import type { Report, RuleReport } from '../model.ts';
import { type Filling, filling } from './filling.ts';
import { heading, inFull, item, list, type Phrase, paragraph } from './nodes.ts';
import { prose, value } from './prose.ts';

const ENTRY = 200;
const SEEN = 100;

const more = (left: number): Phrase[] => [`… and ${left.toLocaleString('en')} more in `, inFull, '.'];

/** A rule with what the baseline says of it behind other words. */
function listedItem(rule: RuleReport, words = ''): ListItem {
  const why = listedWords(rule) ?? '';
  const text = [words, why].filter(Boolean).join('; ');
  return item(value(rule.id, ENTRY), ...(text === '' ? [] : [': ', ...prose(text, 2 * ENTRY)]));
}

interface Part {
  readonly title: string;
  readonly note?: string;
  readonly rules: readonly RuleReport[];
  readonly itemOf: (rule: RuleReport) => ListItem;
}

const partOf = ({ title, note, rules, itemOf }: Part): Filling =>
  filling({
    before: [heading(3, title), ...(note === undefined ? [] : [paragraph(note)])],
    sources: rules,
    itemOf,
    wrap: list,
    more,
  });

/** Failures that the baseline lists, each with why. */
export function knownEntries({ rules }: Report): Filling {
  const known = knownFailures(rules);
  return partOf({
    title: `Known failures, which the baseline lists: ${countOf(known.length, 'rule')}`,
    rules: known,
    itemOf: (rule) => listedItem(rule, (rule.failure?.actual ?? rule.statement).slice(0, SEEN)),
  });
}

/** Rules that are undecided as the baseline says. */
export function knownUndecidedEntries({ rules }: Report): Filling {
  const undecided = knownUndecided(rules);
  return partOf({
    title: `Undecided, as the baseline lists: ${countOf(undecided.length, 'rule')}`,
    rules: undecided,
    itemOf: (rule) => listedItem(rule),
  });
}

/** Entries of the baseline that are no longer needed, and fail nothing. */
export function needlessEntries({ rules }: Report): Filling {
  const passing = listedRules(rules, 'passes');
  return partOf({
    title: `Listed as undecided, and passing: ${countOf(passing.length, 'rule')}`,
    note: 'Take them out of the baseline.',
    rules: passing,
    itemOf: (rule) => listedItem(rule),
  });
}

/** Entries of the baseline that are to be taken out of it. */
export function staleEntries({ staleBaseline = [] }: Report): Filling {
  return filling({
    before: [
      heading(3, `Stale in the baseline: ${countOf(staleBaseline.length, 'entry', 'entries')}`),
      paragraph('These rules do not fail any more: take them out, so that they cannot break again unseen.'),
    ],
    sources: staleBaseline,
    itemOf: (entry) => item(value(entry, ENTRY)),
    wrap: list,
    more,
  });
}

/** Entries of the baseline whose date is past. */
export function expiredEntries({ rules }: Report): Filling {
  const expired = listedRules(rules, 'expired');
  return partOf({
    title: `Past their date in the baseline: ${countOf(expired.length, 'entry', 'entries')}`,
    note: 'Look at them again.',
    rules: expired,
    itemOf: (rule) => listedItem(rule),
  });
}

/** Pinned observations that changed, or were not made. */
export function unmetPins({ rules }: Report): Filling {
  const unmet = [...pinnedRules(rules, 'changed'), ...pinnedRules(rules, 'unobserved')];
  return partOf({
    title: `Pinned observations that changed, or were not made: ${unmet.length.toLocaleString('en')}`,
    note: 'Expectations of the team, pinned in the baseline. The specification leaves them open.',
    rules: unmet,
    itemOf: ({ id, pin, observation, reason }) =>
      item(
        value(id, ENTRY),
        ': pinned ',
        value(pin?.value ?? '', ENTRY),
        ...(pin?.state === 'changed'
          ? [', observed ', value(observation?.value ?? '', ENTRY)]
          : [', not observed: ', ...prose(reason ?? 'no reason was given', ENTRY)]),
        '; ',
        ...prose(pin === undefined ? '' : pinReason(pin), ENTRY),
      ),
  });
}
