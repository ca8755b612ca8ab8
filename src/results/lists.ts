import type { ListedReport, Report, RuleReport } from '../report/model.ts';
import { shown } from '../report/text.ts';
import type { Mark } from './marks.ts';
import { knownUndecided, listedRules, pinnedRules, reasonIn } from './standing.ts';

const PROSE = 600;
const ADDRESS = 300;
const KIND = 40;

const inBrackets = (parts: readonly string[]): string => (parts.length === 0 ? '' : ` (${parts.join(', ')})`);

/**
 * Returns the reason of a baseline entry with its ticket and date: `the gateway cuts it (ISSUE-7, until
 * 2026-12-31)`.
 */
function reasonOf({
  reason,
  issue,
  expires,
}: Partial<Pick<ListedReport, 'reason' | 'issue' | 'expires'>>): string {
  const where = inBrackets([
    ...(issue === undefined ? [] : [shown(issue, ADDRESS)]),
    ...(expires === undefined ? [] : [`until ${shown(expires, KIND)}`]),
  ]);
  return `${reason === undefined ? 'no reason given' : shown(reason, PROSE)}${where}`;
}

const STATES: Readonly<Record<ListedReport['state'], (listed: ListedReport, rule: RuleReport) => string>> = {
  'as-listed': (listed, { verdict }) =>
    `${verdict === 'fail' ? 'known failure' : 'undecided as listed'}: ${reasonOf(listed)}`,
  otherwise: (listed, { failure }) => {
    const { expect, kind = [] } = listed;
    const way = expect === 'fail' ? `fail${inBrackets(kind)}` : 'be undecided';
    const is = failure?.kind === undefined ? '' : inBrackets([failure.kind]);
    return `listed to ${way}, but fails in another way${is}: ${reasonOf(listed)}`;
  },
  stale: (listed) => `stale, the rule passes now: ${reasonOf(listed)}`,
  passes: (listed) => `no longer needed, the rule passes now: ${reasonOf(listed)}`,
  undecided: (listed, { cause = 'unclear' }) => {
    const { expect, cause: named = [] } = listed;
    const is =
      expect === 'fail'
        ? 'listed to fail, but undecided'
        : `listed as undecided${inBrackets(named)}, but the cause is another one (${cause})`;
    return `${is}: ${reasonOf(listed)}`;
  },
  expired: (listed) => `expired: ${reasonOf(listed)}`,
};

/**
 * Returns the baseline entry of a rule and its state, on one line and safe to show; `null` without an entry.
 */
export const listedWords = (rule: RuleReport): string | null =>
  rule.listed === undefined ? null : STATES[rule.listed.state](rule.listed, rule);

/** A line of a list; its texts may come from a target or a team. */
interface ListItem {
  readonly id: string;
  /** Details; empty if the id says enough. */
  readonly text: string;
  /** Values side by side: the pinned one and the observed one. */
  readonly values: readonly { readonly label: string; readonly value: string }[];
}

/** Baseline entries or pins in one state. */
export interface BaselineList {
  readonly id: string;
  readonly mark: Mark;
  readonly title: string;
  /** A sentence that says what to do; empty if nothing is to be done. */
  readonly note: string;
  readonly items: readonly ListItem[];
}

const listed = (rule: RuleReport): ListItem => ({ id: rule.id, text: listedWords(rule) ?? '', values: [] });

function pinned(rule: RuleReport): ListItem {
  const { id, pin, observation, verdict } = rule;
  if (pin === undefined) return { id, text: '', values: [] };
  const now =
    verdict === 'observed'
      ? { label: 'observed', value: observation?.value ?? '' }
      : { label: 'not observed', value: reasonIn(rule) };
  return {
    id,
    text: reasonOf(pin),
    values: [{ label: 'pinned', value: pin.value }, ...(pin.state === 'held' ? [] : [now])],
  };
}

type Row = readonly [BaselineList['id'], Mark, title: string, note: string, items: readonly ListItem[]];

const listsOf = (rows: readonly Row[]): readonly BaselineList[] =>
  rows.flatMap(([id, mark, title, note, items]) =>
    items.length === 0 ? [] : [{ id, mark, title, note, items }],
  );

const PINS = 'The team relies on these values, as its baseline says; the specification leaves them open.';
const STALE = 'These rules pass now: remove the entries, so that a new failure is not hidden by them.';
const EXPIRED = 'Review them: extend the date, or remove the entry.';
const NEEDLESS = 'They say that a rule is undecided, and it passes: remove them.';

/**
 * Returns the lists that fail a run besides broken rules: changed or missing pins, and outdated baseline
 * entries.
 */
export function baselineProblems({ rules, staleBaseline = [] }: Report): readonly BaselineList[] {
  const [changed, missed] = (['changed', 'unobserved'] as const).map((state) =>
    pinnedRules(rules, state).map(pinned),
  );
  const stale = staleBaseline.map((id) => ({ id, text: '', values: [] }));
  return listsOf([
    ['changed-pins', 'fail', 'Pinned observations that changed', PINS, changed ?? []],
    ['missed-pins', 'inconclusive', 'Pinned observations that were not made', PINS, missed ?? []],
    ['stale', 'fail', 'Stale baseline entries', STALE, stale],
    ['expired', 'fail', 'Expired baseline entries', EXPIRED, listedRules(rules, 'expired').map(listed)],
  ]);
}

/** Returns the lists that fail nothing: entries and pins that hold, and entries that are no longer needed. */
export function baselineAsExpected({ rules }: Report): readonly BaselineList[] {
  const [excused, passing] = [knownUndecided(rules), listedRules(rules, 'passes')];
  const held = pinnedRules(rules, 'held').map(pinned);
  return listsOf([
    ['known-undecided', 'inconclusive', 'Undecided, as the baseline says', '', excused.map(listed)],
    ['needless', 'pass', 'Baseline entries no longer needed', NEEDLESS, passing.map(listed)],
    ['held-pins', 'observed', 'Pinned observations, unchanged', '', held],
  ]);
}
