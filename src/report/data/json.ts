import type { Report } from '../model.ts';
import { breakInJson } from '../runner-commands.ts';
import { HARMFUL } from '../text.ts';

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
  return breakInJson(`${withTriedInline(report).replace(HARMFUL, shown)}\n`);
}

/** Stands for how a rule was tried, by the place of the rule. */
const INLINE = 'tried (inline)';
/** No text of a report has a line of its own, or quotes that are not escaped. */
const INLINES = /^( {6})"tried \(inline\)": (\d+)/gm;

/** How a rule was tried stands on one line: set out as all else is, it would take half of the report. */
function withTriedInline(report: Report): string {
  const rules = report.rules.map(({ tried, ...rule }, index) =>
    tried === undefined ? rule : { ...rule, [INLINE]: index },
  );
  return JSON.stringify({ ...report, rules }, null, 2).replace(
    INLINES,
    (_, indent: string, index: string) =>
      `${indent}"tried": ${JSON.stringify(report.rules[Number(index)]?.tried)}`,
  );
}
