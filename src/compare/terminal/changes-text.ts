import { begunAt } from '../../report/begun-at.ts';
import { shown } from '../../report/shown.ts';
import { columnsOf } from '../../report/terminal/columns.ts';
import { type Style, styleFor } from '../../report/terminal/style.ts';
import type { Changes } from '../changes.ts';
import { conclusionOf } from '../conclusion.ts';
import { factsOf } from '../facts.ts';
import { remarksOf } from '../remarks.ts';
import { type Section, sectionsOf } from '../sections.ts';
import { settingDifferences } from '../setting-differences.ts';
import { targetName } from '../target-name.ts';
import { entryLines } from './entry-lines.ts';
import { paintOf } from './paint.ts';

const GAP = 2;

function head(changes: Changes, style: Style): string[] {
  const { bold, dim, yellow } = style.colors;
  const { worse, title, sentences } = conclusionOf(changes);
  const paint = changes.incomparable !== null ? yellow : paintOf(worse ? 'fail' : 'pass', style);
  const run = (label: string, report: Changes['before']): string[] =>
    style.hang(label, `${targetName(report)}, ${begunAt(report)}, run ${shown(report.run.id, 40)}`, {
      paintLead: dim,
      keepWords: true,
    });
  return [
    ...style.hang(`${title}: `, sentences.join(' '), { paintLead: (lead) => bold(paint(lead)) }),
    '',
    ...run('older  ', changes.before),
    ...run('newer  ', changes.after),
    ...remarksOf(changes).flatMap(({ text, quoted }) =>
      [''].concat(style.hang('! ', quoted === '' ? text : `${text} ${quoted}`, { paintLead: yellow })),
    ),
  ];
}

/** Rows in columns; where a value is too long for that, each row on lines of its own. */
function table(rows: readonly (readonly [string, string, string, string])[], style: Style): string[] {
  const widths = ([0, 1, 2, 3] as const).map(
    (column) => GAP + Math.max(...rows.map((row) => columnsOf(row[column]))),
  );
  const { dim } = style.colors;
  const padded = (text: string, column: number): string =>
    text + ' '.repeat(Math.max(0, (widths[column] ?? 0) - columnsOf(text)));
  if (widths.reduce((sum, width) => sum + width, -GAP) <= style.width)
    return rows.map(([label, before, after, difference]) =>
      `${dim(padded(label, 0))}${padded(before, 1)}${padded(after, 2)}${difference}`.trimEnd(),
    );
  return rows
    .slice(1)
    .flatMap(([label, before, after, difference]) =>
      [dim(label)].concat(
        style.hang('  older  ', before),
        style.hang('  newer  ', difference === '' ? after : `${after} (${difference})`),
      ),
    );
}

function settings({ before, after }: Changes, style: Style): string[] {
  const differing = settingDifferences(before, after);
  if (differing.length === 0) return [];
  const rows = differing.map((each) => [each.name, each.before, each.after, ''] as const);
  return [style.colors.bold('Settings that differ'), ...table([['', 'older', 'newer', ''], ...rows], style)];
}

function facts({ before, after }: Changes, style: Style): string[] {
  const rows = factsOf(before, after).map(
    (fact) => [fact.label, fact.before, fact.after, fact.difference] as const,
  );
  return [style.colors.bold('The two runs'), ...table([['', 'older', 'newer', ''], ...rows], style)];
}

function sectionLines(section: Section, style: Style): string[] {
  const { bold, dim } = style.colors;
  const paint = paintOf(section.tone, style);
  const airy = section.entries.some(({ statement, lines }) => statement !== '' || lines.length > 1);
  return [
    ...style.hang('', `${section.title}: ${section.count}`, { paint: (line) => bold(paint(line)) }),
    ...(section.note === '' ? [] : style.hang('', section.note, { paint: dim })),
    ...section.entries.flatMap((entry, index) => [
      ...(airy && index > 0 ? [''] : []),
      ...entryLines(entry, style),
    ]),
  ];
}

/** What changed between two reports, on a terminal. */
export function changesText(
  changes: Changes,
  options: { readonly color: boolean; readonly width: number },
): string {
  const style = styleFor(options);
  const { title, sentences } = conclusionOf(changes);
  const parts = [
    head(changes, style),
    settings(changes, style),
    facts(changes, style),
    ...sectionsOf(changes).map((section) => sectionLines(section, style)),
    style.hang(`${title}: `, sentences[0] ?? ''),
  ].filter((lines) => lines.length > 0);
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
