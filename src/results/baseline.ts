import type { ListedReport, PinReport, Report, RuleReport } from '../report/model.ts';
import { countOf, shown } from '../report/text.ts';
import { knownUndecided, listedRules, pinnedRules, reasonIn } from './standing.ts';
import type { Tone } from './tones.ts';

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

/** Returns the reason of a pin, on one line and safe to show. */
export const pinReason = (pin: PinReport): string => reasonOf(pin);

/** A line of a list; its texts may come from a target or a team. */
export interface ListItem {
  readonly id: string;
  /** The rule with this id; absent if the report has none. */
  readonly rule?: RuleReport;
  /** Details; empty if the id says enough. */
  readonly text: string;
  /** Values side by side: the pinned one and the observed one. */
  readonly values: readonly { readonly label: string; readonly value: string; readonly tone: Tone }[];
}

/** A list of baseline entries that need attention or explain the exit status. */
export interface ListBlock {
  readonly kind: 'list';
  readonly id: string;
  readonly tone: Tone;
  /** Title with the number of items. */
  readonly title: string;
  /** Title in the contents, without the number. */
  readonly short: string;
  /** A sentence that explains the items or says what to do; empty if none is needed. */
  readonly note: string;
  readonly items: readonly ListItem[];
  /** True if the report shows these rules nowhere else. */
  readonly isHome: boolean;
}

const plain = (rule: RuleReport, text = listedWords(rule) ?? ''): ListItem => ({
  id: rule.id,
  rule,
  text,
  values: [],
});

function pinItem(rule: RuleReport): ListItem {
  const { id, pin, observation } = rule;
  if (pin === undefined) return plain(rule, '');
  const isChanged = pin.state === 'changed';
  return {
    id,
    rule,
    text: pinReason(pin),
    values: [
      { label: 'pinned', value: pin.value, tone: 'pass' },
      isChanged
        ? { label: 'observed', value: observation?.value ?? '', tone: 'fail' }
        : { label: 'not observed', value: reasonIn(rule), tone: 'inconclusive' },
    ],
  };
}

type Words = Pick<ListBlock, 'id' | 'tone' | 'short' | 'note'> & { readonly title: string };

const block = (words: Words, items: readonly ListItem[], isHome = false): readonly ListBlock[] =>
  items.length === 0 ? [] : [{ kind: 'list', ...words, items, isHome }];

/**
 * Returns the lists that fail a run besides broken rules: changed or missing pins, and outdated baseline
 * entries.
 */
export function unmetLists({ rules, staleBaseline = [] }: Report): readonly ListBlock[] {
  const changed = pinnedRules(rules, 'changed');
  const missed = pinnedRules(rules, 'unobserved');
  const expired = listedRules(rules, 'expired');
  return [
    ...block(
      {
        id: 'pins',
        tone: changed.length > 0 ? 'fail' : 'inconclusive',
        title: `Pinned observations that changed or were not made: ${(changed.length + missed.length).toLocaleString('en')}`,
        short: 'Pinned observations',
        note: 'The team relies on these values, as its baseline says; the specification leaves them open.',
      },
      [...changed, ...missed].map(pinItem),
    ),
    ...block(
      {
        id: 'stale',
        tone: 'fail',
        title: `Stale baseline entries: ${staleBaseline.length.toLocaleString('en')}`,
        short: 'Stale entries',
        note: 'These rules pass now: remove the entries, so that a new failure is not hidden by them.',
      },
      staleBaseline.map((id) => ({ id, text: '', values: [] })),
    ),
    ...block(
      {
        id: 'expired',
        tone: 'fail',
        title: `Expired baseline entries: ${expired.length.toLocaleString('en')}`,
        short: 'Expired entries',
        note: 'Review them: extend the date, or remove the entry.',
      },
      expired.map((rule) => plain(rule)),
    ),
  ];
}

/** Returns the lists that fail nothing: entries and pins that hold, and entries that are no longer needed. */
export function metLists({ rules }: Report): readonly ListBlock[] {
  const undecided = knownUndecided(rules);
  const passing = listedRules(rules, 'passes');
  const held = pinnedRules(rules, 'held');
  return [
    ...block(
      {
        id: 'known-undecided',
        tone: 'inconclusive',
        title: `Undecided, as the baseline says: ${countOf(undecided.length, 'rule')}`,
        short: 'Undecided as listed',
        note: '',
      },
      undecided.map((rule) => plain(rule, listedWords(rule) ?? rule.reason ?? '')),
      true,
    ),
    ...block(
      {
        id: 'needless',
        tone: 'pass',
        title: `Baseline entries no longer needed: ${passing.length.toLocaleString('en')}`,
        short: 'Entries not needed',
        note: 'They say that a rule is undecided, and it passes: remove them.',
      },
      passing.map((rule) => plain(rule)),
    ),
    ...block(
      {
        id: 'held-pins',
        tone: 'observed',
        title: `Pinned observations, unchanged: ${held.length.toLocaleString('en')}`,
        short: 'Pins unchanged',
        note: '',
      },
      held.map((rule) => plain(rule, '')),
    ),
  ];
}
