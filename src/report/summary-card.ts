import { cardLines } from './card.ts';
import type { RuleReport } from './model.ts';
import { shellLines } from './shell-lines.ts';
import type { Style } from './style.ts';

const LABEL = 18;
const INDENT = ' '.repeat(LABEL);

/** The failure card of a rule on a terminal. */
export function summaryCard(rule: RuleReport, style: Style): string[] {
  const { bold, dim, green, red } = style.colors;
  return cardLines(rule).flatMap(({ part, label, text }) => {
    const lead = `  ${label}`.padEnd(LABEL);
    switch (part) {
      case 'rule':
        return style.hang('✗ ', text, { paint: (line) => bold(red(line)), paintLead: red });
      case 'statement':
        return [...style.hang('  ', text), ''];
      case 'curl':
        return shellLines(text, style.width - LABEL).map(
          (line, index) => (index === 0 ? dim(lead) : INDENT) + line,
        );
      case 'exchange':
        return style.hang(lead, text, { paintLead: dim, keepWords: true });
      case 'expected':
        return style.hang(lead, text, { paintLead: dim, paint: green });
      case 'actual':
        return style.hang(lead, text, { paintLead: dim, paint: red });
      case 'means':
      case 'counterexample':
      case 'reproduced':
        return style.hang(lead, text, { paintLead: dim });
    }
  });
}
