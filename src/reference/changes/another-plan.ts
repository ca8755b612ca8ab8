import type { Issue } from '../world/issue.ts';

/** The order by creation where a tie is broken by whatever the plan of the query happens to be. */
export function anotherPlan(issues: readonly Issue[]): readonly Issue[] {
  return issues.toSorted((a, b) => b.created_at.localeCompare(a.created_at) || a.number - b.number);
}
