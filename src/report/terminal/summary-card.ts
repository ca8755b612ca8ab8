import { type CardLine, cardLines } from '../card.ts';
import type { RuleReport } from '../model.ts';
import { shellLines } from './shell-lines.ts';
import type { Style } from './style.ts';

const LABEL = 18;
/** In fewer columns than this a label has a line of its own, and what it names stands beneath it. */
const BESIDE = 64;
const BENEATH = 4;

function labelled({ part, label, text }: CardLine, style: Style): string[] {
  const { dim, green, red } = style.colors;
  const isBeside = style.width >= BESIDE;
  const above = isBeside ? [] : [dim(`  ${label}`)];
  const indent = ' '.repeat(isBeside ? LABEL : BENEATH);
  const lead = isBeside ? `  ${label}`.padEnd(LABEL) : indent;
  if (part === 'curl') {
    const lines = shellLines(text, style.width - lead.length);
    return [...above, ...lines.map((line, index) => (index === 0 ? dim(lead) : indent) + line)];
  }
  const how = { paintLead: dim, keepWords: part === 'exchange' };
  const paint = part === 'expected' ? green : part === 'actual' ? red : String;
  return [...above, ...style.hang(lead, text, { ...how, paint })];
}

function linesOf(line: CardLine, style: Style): string[] {
  const { bold, red } = style.colors;
  if (line.part === 'rule')
    return style.hang('✗ ', line.text, { paint: (text) => bold(red(text)), paintLead: red });
  if (line.part === 'statement') return style.hang('  ', line.text).concat('');
  return labelled(line, style);
}

/** The failure card of a rule on a terminal. */
export function summaryCard(rule: RuleReport, style: Style): string[] {
  return cardLines(rule).flatMap((line) => linesOf(line, style));
}
