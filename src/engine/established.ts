import { readsRequests } from './preconditions.ts';
import type { Rule } from './rule.ts';
import type { RuleAttempt } from './rule-attempt.ts';
import type { Verdict } from './verdict.ts';

/** If another rule keeps this one undecided, and the doubt does not say which, all that may explain it are blamed. */
export function withBlames(verdict: Verdict, rule: Rule): Verdict {
  const isOpen = verdict.verdict === 'inconclusive' && verdict.cause === 'other-rule';
  return isOpen && verdict.blames === undefined && rule.level !== 'observed'
    ? { ...verdict, blames: rule.explainedBy }
    : verdict;
}

/** Finds out whether what a rule takes for granted holds. @throws {Stopped} */
export async function establish({ rule, t }: RuleAttempt): Promise<void> {
  if (rule.level === 'observed') return;
  for (const { establish: find } of rule.preconditions) {
    const doubt = await find(t);
    if (doubt !== null) t.unmet(doubt);
  }
}

/** Finds out whether a rule that would pass was tried on a service that could have failed it. @throws {Stopped} */
export async function control({ rule, trial: t, results }: RuleAttempt): Promise<void> {
  if (rule.level === 'observed' || t === null) return;
  const isDecided = results.some(({ kind }) => kind === 'violated' || kind === 'undecided');
  if (isDecided || t.doubts.length > 0) return;
  const doubt = await (rule.control ?? readsRequests).establish(t);
  if (doubt !== null) t.unmet(doubt);
}
