import { becauseOf } from '../model/causes.ts';
import { isGating } from '../model/words.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { openRules, reasonIn } from './standing.ts';

/** Rules that the same step would decide. */
export interface UndecidedGroup {
  readonly verdict: 'inconclusive' | 'skip';
  /** Sentences that say what would decide them; empty if the head of the report says it. */
  readonly reason: string;
  readonly gating: readonly RuleReport[];
  readonly observed: readonly RuleReport[];
}

/** Undecided rules, grouped by what would decide them. */
export interface UndecidedBlock {
  readonly kind: 'undecided';
  /** Groups with gating rules; inconclusive ones first. */
  readonly groups: readonly UndecidedGroup[];
  /** Missing observations by reason, except reasons that gating rules share. */
  readonly notObserved: readonly UndecidedGroup[];
  readonly gating: number;
  readonly observed: number;
}

/**
 * Returns the group with one common reason, if one broken rule leaves its rules undecided in different ways.
 */
function inOneSentence(group: UndecidedGroup): UndecidedGroup {
  const [first, ...others] = [...group.gating, ...group.observed];
  if (first?.because === undefined || others.every(({ reason }) => reason === first.reason)) return group;
  const reason = `${first.because} failed, so nothing follows from what these were answered. ${becauseOf(first.because)}`;
  return { ...group, reason };
}

/**
 * The head of a report names a reason that leaves at least this many gating rules undecided. It must also
 * cover at least this share of all undecided ones.
 */
const MIN_RULES_OF_MAIN_REASON = 5;
const MIN_SHARE_OF_MAIN_REASON = 0.5;

/**
 * Returns the reason that leaves most undecided gating rules so, with their number; it may be their only one.
 * `null` if no reason is frequent enough; reasons caused by another rule do not count.
 */
export function mainReason(
  rules: readonly RuleReport[],
): { reason: string; count: number; isOnly: boolean } | null {
  const open = rules.filter(
    (rule) => isGating(rule) && rule.verdict === 'inconclusive' && rule.known !== true,
  );
  const counts = new Map<string, number>();
  for (const rule of open)
    if (rule.because === undefined) counts.set(reasonIn(rule), (counts.get(reasonIn(rule)) ?? 0) + 1);
  const main = [...counts].find(
    ([, count]) => count >= MIN_RULES_OF_MAIN_REASON && count >= MIN_SHARE_OF_MAIN_REASON * open.length,
  );
  if (main === undefined) return null;
  const [reason, count] = main;
  return { reason, count, isOnly: count === openRules(rules).length };
}

/** Returns the undecided gating rules that errors by chance leave so, and that the baseline does not list. */
export const undecidedByChance = ({ rules }: Pick<Report, 'rules'>): RuleReport[] =>
  openRules(rules).filter(({ errorsByChance }) => errorsByChance);

/**
 * Returns the undecided rules that the baseline does not list, grouped by what would decide them, in the
 * catalogue's order.
 */
export function undecidedOf({
  rules,
  problem,
}: Pick<Report, 'rules'> & { readonly problem?: string | undefined }): UndecidedBlock {
  const main = problem ?? mainReason(rules)?.reason;
  const isAtTop = (rule: RuleReport): boolean => reasonIn(rule) === main || rule.errorsByChance === true;
  const groups = new Map<string, UndecidedGroup & { gating: RuleReport[]; observed: RuleReport[] }>();
  for (const rule of rules) {
    const { verdict, known } = rule;
    const reason = reasonIn(rule);
    if ((verdict !== 'inconclusive' && verdict !== 'skip') || known === true) continue;
    const isSaid = isAtTop(rule);
    const key = `${verdict} ${isSaid ? '' : (rule.because ?? reason)}`;
    const group = groups.get(key) ?? {
      verdict,
      reason: isSaid ? '' : reason,
      gating: [],
      observed: [],
    };
    groups.set(key, group);
    (isGating(rule) ? group.gating : group.observed).push(rule);
  }
  const all = [...groups.values()]
    .map(inOneSentence)
    .toSorted((a, b) => Number(a.verdict === 'skip') - Number(b.verdict === 'skip'));
  const count = (of: 'gating' | 'observed'): number => all.reduce((sum, group) => sum + group[of].length, 0);
  return {
    kind: 'undecided',
    groups: all.filter(({ gating }) => gating.length > 0),
    notObserved: all.filter(({ gating }) => gating.length === 0),
    gating: count('gating'),
    observed: count('observed'),
  };
}
