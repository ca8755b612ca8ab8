import { becauseOf } from '../../engine/causes.ts';
import { isGating } from '../../engine/words.ts';
import type { Report, RuleReport } from '../model.ts';
import { reasonIn } from './standing.ts';

/** Rules that one thing would decide. */
export interface UndecidedGroup {
  readonly verdict: 'inconclusive' | 'skip';
  /** What would decide them, in sentences; empty where the head of the report says it. */
  readonly reason: string;
  readonly gating: readonly RuleReport[];
  readonly observed: readonly RuleReport[];
}

/** Rules that are open, under what would decide them. */
export interface UndecidedBlock {
  readonly kind: 'undecided';
  /** Those with gating rules among them; inconclusive ones first. */
  readonly groups: readonly UndecidedGroup[];
  /** Observations that were not made, by their reasons, where no gating rule has the same. */
  readonly notObserved: readonly UndecidedGroup[];
  readonly gating: number;
  readonly observed: number;
}

/** Rules that one broken rule leaves undecided, each in another way, have that in common. */
function inOneSentence(group: UndecidedGroup): UndecidedGroup {
  const [first, ...others] = [...group.gating, ...group.observed];
  if (first?.because === undefined || others.every(({ reason }) => reason === first.reason)) return group;
  const reason = `${first.because} failed, so nothing follows from what these were answered. ${becauseOf(first.because)}`;
  return { ...group, reason };
}

/** A reason leaves so many gating rules undecided, and this part of all undecided ones, to be said at the head of a report. */
const MANY = 5;
const MOST = 0.5;

/** The reason that leaves most undecided gating rules so, and how many; `null` if none does, or another rule is the reason. */
export function mainReason(rules: readonly RuleReport[]): { reason: string; count: number } | null {
  const open = rules.filter(
    (rule) => isGating(rule) && rule.verdict === 'inconclusive' && rule.known !== true,
  );
  const counts = new Map<string, number>();
  for (const rule of open)
    if (rule.because === undefined) counts.set(reasonIn(rule), (counts.get(reasonIn(rule)) ?? 0) + 1);
  const main = [...counts].find(([, count]) => count >= MANY && count >= MOST * open.length);
  return main === undefined ? null : { reason: main[0], count: main[1] };
}

/** What was not decided, but for what the baseline lists as such, by what would decide it, in the catalogue's order. */
export function undecidedOf({
  rules,
  problem,
}: Pick<Report, 'rules'> & { readonly problem?: string | undefined }): UndecidedBlock {
  const atTop = problem ?? mainReason(rules)?.reason;
  const groups = new Map<string, UndecidedGroup & { gating: RuleReport[]; observed: RuleReport[] }>();
  for (const rule of rules) {
    const { verdict, known } = rule;
    const reason = reasonIn(rule);
    if ((verdict !== 'inconclusive' && verdict !== 'skip') || known === true) continue;
    const key = `${verdict} ${rule.because ?? reason}`;
    const group = groups.get(key) ?? {
      verdict,
      reason: reason === atTop ? '' : reason,
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
