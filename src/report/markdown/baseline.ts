import { countOf } from '../count-of.ts';
import { knownFailures } from '../failures.ts';
import type { Report } from '../model.ts';
import { failureLine } from './failure-card.ts';
import { type Filling, filling } from './filling.ts';
import { heading, inFull, item, list, type Phrase, paragraph } from './nodes.ts';
import { value } from './prose.ts';

const ENTRY = 200;

const more = (left: number): Phrase[] => [`… and ${left.toLocaleString('en')} more in `, inFull, '.'];

/** Failures that the baseline lists. */
export function knownEntries({ rules }: Report): Filling {
  const known = knownFailures(rules);
  return filling({
    before: [heading(3, `Known failures, which the baseline lists: ${countOf(known.length, 'rule')}`)],
    sources: known,
    itemOf: failureLine,
    wrap: list,
    more,
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
