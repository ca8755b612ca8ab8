import { sanitise } from '../model/text.ts';
import { rulesByState } from '../report/exit-status.ts';
import type { ListedReport, Report, RuleReport } from '../report/model.ts';
import type { VerdictStyle } from '../report/verdict-styles.ts';
import { type Item, name, type RichText, sentence } from './document.ts';

const PROSE = 600;

const inBrackets = (parts: readonly string[]): string => (parts.length === 0 ? '' : ` (${parts.join(', ')})`);

/** Returns the reason of an entry with its ticket and date: `the gateway cuts it (ISSUE-7, until 2026-12-31)`. */
function reasonOf({ reason, issue, expires }: Partial<Omit<ListedReport, 'state'>>): string {
  const where = [issue ?? [], expires === undefined ? [] : `until ${expires}`].flat();
  return sanitise(`${reason ?? 'no reason given'}${inBrackets(where)}`, PROSE);
}

function stateWords({ state, expect, kind, cause: named }: ListedReport, rule: RuleReport): string {
  const { verdict, failure, cause = 'unclear' } = rule;
  const entry = `listed to ${expect === 'fail' ? 'fail' : 'be undecided'}${inBrackets(kind ?? named ?? [])}`;
  const way = expect === 'fail' ? ' in a way that it does not cover' : '';
  return {
    'as-listed': verdict === 'fail' ? 'known failure' : 'undecided as listed',
    otherwise: `${entry}, but fails${way}${inBrackets(failure?.kind === undefined ? [] : [failure.kind])}`,
    stale: 'stale, the rule passes now',
    passes: 'no longer needed, the rule passes now',
    undecided: `${entry}, but undecided with the cause ${cause}`,
    expired: 'expired',
  }[state];
}

/** Returns the baseline entry of a rule and its state, on one line and safe to show; `null` without an entry. */
export const listedWords = (rule: RuleReport): string | null =>
  rule.listed === undefined ? null : `${stateWords(rule.listed, rule)}: ${reasonOf(rule.listed)}`;

function entryOf(rule: RuleReport): Item & { readonly id: string } {
  const { id, pin, observation, verdict, reason = '' } = rule;
  if (pin === undefined) return { id, words: [name(id), ': ', sentence(listedWords(rule) ?? '')] };
  const now: RichText =
    verdict === 'observed'
      ? ['; observed ', name(observation?.value ?? '')]
      : ['; not observed: ', sentence(reason)];
  return { id, words: [name(id), ': pinned ', name(pin.value), ...now, '; ', sentence(reasonOf(pin))] };
}

const PINS = 'The team relies on these values, as its baseline says; the specification leaves them open.';
const STALE = 'These rules pass now. Remove the entries, so that they hide no new failure.';
const EXPIRED = 'Review them: extend the date, or remove the entry.';
const UNDECIDED = 'The baseline expects them to be undecided.';
const NEEDLESS = 'They expect undecided rules, which pass now. Remove them.';

/**
 * Returns what is to be said of a baseline besides failures that it lists: entries or pins in the same state.
 * @param areProblems true for what fails a run, or leaves it incomplete; false for the rest
 */
export function baselineLists(report: Report, areProblems: boolean) {
  const { changedPins, missedPins, stale, expired, knownUndecided, needless, heldPins } =
    rulesByState(report);
  type Row = readonly [id: string, VerdictStyle, title: string, note: string, readonly RuleReport[]];
  const problems: readonly Row[] = [
    ['changed-pins', 'fail', 'Pinned observations that changed', PINS, changedPins],
    ['missed-pins', 'inconclusive', 'Pinned observations that were not made', PINS, missedPins],
    ['stale', 'fail', 'Stale baseline entries', STALE, stale],
    ['expired', 'fail', 'Expired baseline entries', EXPIRED, expired],
  ];
  const others: readonly Row[] = [
    ['known-undecided', 'known', 'Undecided, as the baseline says', UNDECIDED, knownUndecided],
    ['needless', 'pass', 'Baseline entries no longer needed', NEEDLESS, needless],
    ['held-pins', 'observed', 'Pinned observations, unchanged', PINS, heldPins],
  ];
  return (areProblems ? problems : others).flatMap(([id, mark, title, note, rules]) =>
    rules.length === 0 ? [] : [{ id, mark, title, note, items: rules.map(entryOf) }],
  );
}
