import { isHarmless } from '../client/doubt.ts';
import { openRules, pinnedRules } from './failures.ts';
import type { Report, RuleReport } from './model.ts';
import { isAnyDecided } from './standing.ts';

/**
 * Whether `--allow-incomplete` accepts that a rule is open: a setting is missing, or the target holds no data that would
 * decide it. Anything else may be a service that is dead or broken, and so may a cause that an older report does not name.
 */
export const isAcceptable = ({ cause }: RuleReport): boolean => cause !== undefined && isHarmless(cause);

/**
 * Whether `--allow-incomplete` lets a run that is open exit with 0: never one that was interrupted, that decided nothing, in
 * which something is open that may not be accepted, or that did not observe what a team relies on.
 */
export function mayBeAllowed(report: Report): boolean {
  const { rules, run } = report;
  return (
    isAnyDecided(report) &&
    run.interrupted !== true &&
    pinnedRules(rules, 'unobserved').length === 0 &&
    openRules(rules).every(isAcceptable)
  );
}

/** What `--allow-incomplete` accepts of the rules that are open, and what it does not; behind "… are undecided". */
export function acceptedText(report: Report): string {
  const open = openRules(report.rules);
  const acceptable = open.filter(isAcceptable).length;
  const others = open.length - acceptable;
  if (others === 0)
    return mayBeAllowed(report)
      ? ' because settings or data in the target are missing, which --allow-incomplete accepts'
      : '';
  return acceptable === 0
    ? ' for reasons that --allow-incomplete does not accept'
    : `: ${acceptable} because settings or data in the target are missing, which --allow-incomplete accepts, and ${others} for other reasons, which it does not accept`;
}
