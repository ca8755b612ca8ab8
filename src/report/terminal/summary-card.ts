import { type CardLine, cardLines } from '../card.ts';
import type { RuleReport } from '../model.ts';
import { shellLines } from './shell-lines.ts';
import type { Style } from './style.ts';

const LABEL = 18;
const INDENT = ' '.repeat(LABEL);

function linesOf({ part, label, text }: CardLine, style: Style): string[] {
  const { bold, dim, green, red } = style.colors;
  const lead = `  ${label}`.padEnd(LABEL);
  if (part === 'rule') return style.hang('✗ ', text, { paint: (line) => bold(red(line)), paintLead: red });
  if (part === 'statement') return style.hang('  ', text).concat('');
  if (part === 'curl')
    return shellLines(text, style.width - LABEL).map(
      (line, index) => (index === 0 ? dim(lead) : INDENT) + line,
    );
  const how = { paintLead: dim, keepWords: part === 'exchange' };
  if (part === 'expected') return style.hang(lead, text, { ...how, paint: green });
  if (part === 'actual') return style.hang(lead, text, { ...how, paint: red });
  return style.hang(lead, text, how);
}

/** The failure card of a rule on a terminal. */
export function summaryCard(rule: RuleReport, style: Style): string[] {
  return cardLines(rule).flatMap((line) => linesOf(line, style));
}
