import { pinReason } from '../report/listed.ts';
import type { RuleReport } from '../report/model.ts';
import { shown } from '../report/shown.ts';
import { type Tone, toneNames, toneOf, tones } from '../report/tones.ts';
import { type CardRow, cardOf } from '../report/view/card.ts';
import { isWorse, type RulePair } from './change-kind.ts';
import type { ObservationChange, Observed } from './observation-change.ts';

/** A line of an entry; its text may be the target's. */
interface EntryLine {
  readonly label: string;
  readonly text: string;
}

/** One rule of a section, or several that have all in common. */
export interface Entry {
  readonly ids: readonly string[];
  readonly tone: Tone;
  /** `pass → fail`; empty where the section says it all. */
  readonly change: string;
  readonly worse: boolean;
  /** Empty where it needs not be read here. */
  readonly statement: string;
  readonly lines: readonly EntryLine[];
}

const NAME = 200;
const PROSE = 600;

export const reasonOf = ({ reason }: RuleReport): string => shown(reason ?? 'No reason was given.', PROSE);

function changeOf({ before, after }: RulePair): string {
  const [was, is] = [toneOf(before), toneOf(after)];
  return was === is ? tones[is].word : `${tones[was].word} → ${tones[is].word}`;
}

const entryOf = (pair: RulePair, part: Partial<Entry>): Entry => ({
  ids: [shown(pair.after.id, NAME)],
  tone: toneOf(pair.after),
  change: changeOf(pair),
  worse: isWorse(pair),
  statement: '',
  lines: [],
  ...part,
});

/** The rule and what it says, and of a failure those parts of its card that are named. */
export function ruleEntry(pair: RulePair, parts: readonly CardRow['part'][] = []): Entry {
  const lines = cardOf(pair.after).rows.filter(({ part }) => parts.includes(part));
  return entryOf(pair, {
    statement: shown(pair.after.statement, PROSE),
    lines: lines.map(({ label, text }) => ({ label, text: shown(text, PROSE) })),
  });
}

/** The rule and what is seen in the place of what it demands, of one that fails in both. */
export function briefEntry(pair: RulePair): Entry {
  const { before, after } = pair;
  const seen =
    after.failure === undefined ? [] : [{ label: 'actual', text: shown(after.failure.actual, PROSE) }];
  const same = toneOf(before) === toneOf(after) ? '' : changeOf(pair);
  return entryOf(pair, { change: same === '' && after.known === true ? 'known' : same, lines: seen });
}

/** Rules for which one sentence is true together, in their order. */
export function sharedEntries(
  pairs: readonly RulePair[],
  label: string,
  sentenceOf: (pair: RulePair) => string,
): readonly Entry[] {
  const entries = new Map<string, Entry & { readonly ids: string[] }>();
  for (const pair of pairs) {
    const entry = {
      ...entryOf(pair, { lines: [{ label, text: sentenceOf(pair) }] }),
      ids: [shown(pair.after.id, NAME)],
    };
    const key = JSON.stringify([entry.change, entry.lines]);
    const earlier = entries.get(key);
    if (earlier === undefined) entries.set(key, entry);
    else earlier.ids.push(...entry.ids);
  }
  return [...entries.values()];
}

const seenAs = (observed: Observed): string =>
  observed.seen ? shown(observed.value) : `not observed: ${shown(observed.reason, PROSE)}`;

/** That the team relies on the observation, which is no rule. */
function pinLine({ pin }: RuleReport): readonly EntryLine[] {
  return pin === undefined ? [] : [{ label: 'pinned', text: `${shown(pin.value)}: ${pinReason(pin)}` }];
}

/** An observation as it was and as it is. */
export function observationEntry(change: ObservationChange): Entry {
  return entryOf(change, {
    tone: 'observed',
    change: '',
    worse: false,
    lines: [
      { label: 'before', text: seenAs(change.was) },
      { label: 'now', text: seenAs(change.is) },
      ...pinLine(change.after),
    ],
  });
}

/** A rule that one report judges and the other does not. */
export const unjudgedEntry = (pair: RulePair): Entry => entryOf(pair, { tone: 'absent', worse: false });

/** Rules that one report alone has, by what it says of them. */
export function aloneEntries(rules: readonly RuleReport[]): readonly Entry[] {
  return toneNames.flatMap((tone) => {
    const members = rules.filter((rule) => toneOf(rule) === tone);
    if (members.length === 0) return [];
    const ids = members.map(({ id }) => shown(id, NAME));
    return [{ ids, tone, change: tones[tone].word, worse: false, statement: '', lines: [] }];
  });
}
