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
  const text = JSON.stringify(report, null, 2);
  return `${text.replace(HARMFUL, (found) => (found === '\n' ? found : escaped(found)))}\n`;
}
