import { catalogue } from '../../suites/catalogue.ts';
import type { Style } from '../render/style.ts';

const GAP = 2;
const HEAD = ['RULE', 'LEVEL', '§', 'STATEMENT'] as const;

/** Returns the catalogue for people or programs, in order. */
export function rulesText(format: 'table' | 'json' | 'markdown', { hang }: Style): string {
  if (format === 'json') return JSON.stringify(catalogue, null, 2);
  const rows = catalogue.map(
    ({ id, level, sections, statement }) => [id, level, sections.join(', '), statement] as const,
  );
  if (format === 'markdown')
    return [
      ['rule', 'level', '§', 'statement'],
      ['---', '---', '---', '---'],
      ...rows.map(([id, ...row]) => [`\`${id}\``, ...row]),
    ]
      .map((row) => `| ${row.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`)
      .join('\n');
  const all = [HEAD, ...rows];
  const widths = HEAD.map((_, column) => GAP + Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all
    .flatMap((row) => {
      const lead = row.slice(0, -1).map((cell, column) => cell.padEnd(widths[column] ?? 0));
      return hang(lead.join(''), row[3]);
    })
    .join('\n');
}
