import { HARMFUL } from '../inert.ts';
import type { Report } from '../model.ts';

const escaped = (text: string): string =>
  text
    .split('')
    .map((unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/**
 * The report as it stands in `conformance.json`. Characters that a terminal obeys or nobody sees are written as JSON's own
 * escapes: it reads back the same, and can be printed.
 */
export function json(report: Report): string {
  // A hostile target can send millions of them, of which few are different.
  const known = new Map([['\n', '\n']]);
  const shown = (found: string): string => {
    const before = known.get(found);
    if (before !== undefined) return before;
    const now = escaped(found);
    known.set(found, now);
    return now;
  };
  return `${JSON.stringify(report, null, 2).replace(HARMFUL, shown)}\n`;
}
