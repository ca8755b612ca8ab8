import type { Style } from '../../report/terminal/style.ts';
import { tones } from '../../report/tones.ts';
import type { Entry } from '../entries.ts';
import { paintOf } from './paint.ts';

const LABEL = 18;

/** An entry of a section: the rule behind its sign, what became of it, and what is said of it. */
export function entryLines(entry: Entry, style: Style): string[] {
  const { dim } = style.colors;
  const paint = paintOf(entry.tone, style);
  const words = [entry.change, ...(entry.worse ? ['worse'] : [])].filter((word) => word !== '').join('; ');
  const change = words === '' ? '' : `  (${words})`;
  return [
    ...style.hang(`${tones[entry.tone].sign} `, entry.ids.join(', ') + change, {
      paintLead: paint,
      paint,
    }),
    ...(entry.statement === '' ? [] : style.hang('  ', entry.statement)),
    ...entry.lines.flatMap(({ label, text }) =>
      style.hang(`  ${label}`.padEnd(LABEL), text, { paintLead: dim }),
    ),
  ];
}
