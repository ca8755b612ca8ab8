import type { Issue } from '../world/issue.ts';

// Issues never change in place, so their text holds for as long as they do.
const rendered = new WeakMap<Issue, string>();

/** The JSON text of one issue; section 2 leaves its fields open. */
export function renderRecord(issue: Issue): string {
  const known = rendered.get(issue);
  if (known !== undefined) return known;
  const text = JSON.stringify(issue);
  rendered.set(issue, text);
  return text;
}
