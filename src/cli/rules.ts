import { styleFor } from '../document/style.ts';
import { type CatalogueRule, catalogue } from '../model/catalogue.ts';

const GAP = 2;

const listed = ({ sections }: CatalogueRule): string => sections.join(', ');

function table(width: number): string {
  const style = styleFor({ color: false, width });
  const rows = catalogue.map((entry) => [entry.id, entry.level, listed(entry)] as const);
  const heading = ['RULE', 'LEVEL', '§'] as const;
  const columnWidth = (column: 0 | 1 | 2): number =>
    GAP + Math.max(heading[column].length, ...rows.map((row) => row[column].length));
  const widths = [columnWidth(0), columnWidth(1), columnWidth(2)] as const;
  const lead = (row: readonly [string, string, string]): string =>
    row[0].padEnd(widths[0]) + row[1].padEnd(widths[1]) + row[2].padEnd(widths[2]);
  const lines = catalogue.flatMap((entry) =>
    style.hang(lead([entry.id, entry.level, listed(entry)]), entry.statement),
  );
  return [...style.hang(lead(heading), 'STATEMENT'), ...lines].join('\n');
}

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`);

function markdown(): string {
  return [
    '| rule | level | § | statement |',
    '| --- | --- | --- | --- |',
    ...catalogue.map(
      (entry) => `| \`${entry.id}\` | ${entry.level} | ${listed(entry)} | ${cell(entry.statement)} |`,
    ),
  ].join('\n');
}

/** Returns the catalogue for people or programs, in order. */
export function rulesText(format: 'table' | 'json' | 'markdown', width: number): string {
  if (format === 'json') return `${JSON.stringify(catalogue, null, 2)}\n`;
  return `${format === 'table' ? table(width) : markdown()}\n`;
}
