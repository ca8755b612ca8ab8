import type { ListedReport, PinReport, RuleReport } from './model.ts';
import { shown } from './shown.ts';

const PROSE = 600;
const ADDRESS = 300;
const KIND = 40;

const inBrackets = (parts: readonly string[]): string => (parts.length === 0 ? '' : ` (${parts.join(', ')})`);

/** Why something is expected, with where it is followed up: `the gateway cuts it (ISSUE-7, until 2026-12-31)`. */
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
  undecided: (listed) => `listed to fail, but undecided: ${reasonOf(listed)}`,
  expired: (listed) => `expired: ${reasonOf(listed)}`,
};

/** What the baseline says of a rule and whether it is so, on one line and safe to show; `null` where it says nothing. */
export const listedWords = (rule: RuleReport): string | null =>
  rule.listed === undefined ? null : STATES[rule.listed.state](rule.listed, rule);

/** Why an observation is pinned, on one line and safe to show. */
export const pinReason = (pin: PinReport): string => reasonOf(pin);
