import type { RootContent } from 'mdast';
import { countOf } from '../../report/count-of.ts';
import { serialise } from '../../report/markdown/nodes.ts';
import { shown } from '../../report/shown.ts';
import { tones } from '../../report/tones.ts';
import { columnDetails } from '../column-details.ts';
import type { Matrix, SeenCell } from '../matrix.ts';
import { seenWords } from '../matrix.ts';
import { entryItem } from './entry-item.ts';
import { code, heading, item, list, type Phrase, paragraph, strong, table } from './nodes.ts';

const DIFFERS = '≠ ';

const named = (id: string, differs: boolean): Phrase[] => (differs ? [DIFFERS, code(id)] : [code(id)]);
const seen = (cell: SeenCell): Phrase[] => [cell.seen ? code(seenWords(cell)) : seenWords(cell)];

function targets({ columns }: Matrix): RootContent[] {
  return list(
    columns.map(({ letter, name, remarks }) =>
      item(
        [strong(letter), ' ', code(name)],
        ...list(remarks.map(({ text, quoted }) => item(quoted === '' ? [text] : [`${text} `, code(quoted)]))),
      ),
    ),
  );
}

function details({ columns }: Matrix): RootContent[] {
  const blocks: RootContent[] = [];
  for (const { column, failing, undecided } of columnDetails(columns)) {
    const items = [...failing, ...undecided].map(entryItem);
    if (items.length > 0) blocks.push(heading(3, `${column.letter} `, code(column.name)), ...list(items));
  }
  return blocks.length === 0 ? [] : [heading(2, 'What fails, and what is not decided'), ...blocks];
}

/** Several reports side by side, as Markdown. */
export function matrixMarkdown(found: Matrix): string {
  const letters = found.columns.map(({ letter, report: { target } }): Phrase[] =>
    target.label === undefined ? [letter] : [`${letter} `, code(shown(target.label))],
  );
  const titled = (title: string, first: string, rows: Parameters<typeof table>[0]): RootContent[] =>
    rows.length === 0 ? [] : [heading(2, title), table([[[first], ...letters], ...rows])];
  return serialise([
    heading(1, `${countOf(found.columns.length, 'report')} side by side`),
    ...targets(found),
    paragraph(
      `${DIFFERS}stands where the targets differ. Where a rule is not decided, or not in a run, nothing is known of a difference.`,
    ),
    ...titled(
      'The runs',
      '',
      found.summary.map(({ label, cells, quoted }) => [
        [label],
        ...cells.map((text) => [quoted ? code(text) : text]),
      ]),
    ),
    ...titled(
      'Rules',
      'rule',
      found.rules.map(({ id, differs, cells }) => [
        named(id, differs),
        ...cells.map((tone) => [`${tones[tone].sign} ${tones[tone].word}`]),
      ]),
    ),
    ...titled(
      'Observed, not judged',
      'observation',
      found.observations.map(({ id, differs, cells }) => [named(id, differs), ...cells.map(seen)]),
    ),
    ...details(found),
  ]);
}
