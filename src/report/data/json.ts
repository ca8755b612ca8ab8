import type { Report } from '../model.ts';
import { breakInJson } from '../runner-commands.ts';
import { HARMFUL } from '../text.ts';

const escaped = (text: string): string =>
  text
    .split('')
    .map((unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/**
 * Renders a report as `conformance.json`. Control and invisible characters become JSON escapes, so the file
 * can be printed and reads back the same.
 */
export function json(report: Report): string {
  // A hostile target can send millions of such characters, but few different ones.
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

/** Temporary key for `tried`; its value is the index of the rule. */
const INLINE = 'tried (inline)';
/** Matches the temporary keys only: texts in JSON hold no line breaks and no unescaped quotes. */
const INLINES = /^( {6})"tried \(inline\)": (\d+)/gm;

/** Writes `tried` of each rule on one line. Indented, it would take half of the file. */
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
