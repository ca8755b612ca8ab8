import { countOfRules } from '../count-of-rules.ts';
import type { Report, RuleReport } from '../model.ts';
import { shown } from '../shown.ts';
import { undecidedGroups } from '../undecided.ts';
import type { Style } from './style.ts';

const REASON = 600;
const NAME = 200;

const isObserved = ({ level }: RuleReport): boolean => level === 'observed';
const idsOf = (rules: readonly RuleReport[]): string => rules.map(({ id }) => shown(id, NAME)).join(', ');

/**
 * What was not decided, and is not listed as such by the baseline, the rules that share a reason under that reason.
 *
 * @param verdict which of the two kinds
 */
export function summaryUndecided(report: Report, verdict: 'inconclusive' | 'skip', style: Style): string[] {
  const { bold, dim, yellow } = style.colors;
  const undecided = report.rules.filter((rule) => rule.verdict === verdict && rule.known !== true);
  if (undecided.length === 0) return [];
  const title = verdict === 'inconclusive' ? 'Undecided' : 'Not tried';
  const lines = [bold(yellow(`${title}: ${countOfRules(undecided)}`))];
  for (const { reason, rules } of undecidedGroups(report, verdict)) {
    const text = reason === report.problem ? 'For the reason at the top:' : shown(reason, REASON);
    lines.push('', ...style.hang('? ', text, { paintLead: yellow }));
    if (rules.length === report.rules.length && rules.length > 1) {
      lines.push(`    all ${countOfRules(rules)} of this run`);
      continue;
    }
    const gating = rules.filter((rule) => !isObserved(rule));
    const observed = rules.filter(isObserved);
    if (gating.length > 0) lines.push(...style.hang('    ', idsOf(gating)));
    if (observed.length > 0) lines.push(...style.hang('    ', idsOf(observed), { paint: dim }));
  }
  return lines;
}
