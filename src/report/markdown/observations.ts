import { countOf } from '../count-of.ts';
import type { Report } from '../model.ts';
import { type Filling, filling } from './filling.ts';
import { html, inFull, paragraph, row, table } from './nodes.ts';
import { value } from './prose.ts';

const OBSERVED = 'observed.';
const ID = 200;

/** What was observed where the document leaves it open, folded away. */
export function observations({ rules }: Report): Filling {
  const seen = rules.flatMap(({ id, observation }) =>
    observation === undefined ? [] : [{ id, ...observation }],
  );
  return filling({
    before: [
      html('<details>\n<summary>Observed, not judged</summary>'),
      paragraph(
        `${countOf(seen.length, 'answer')} where the document leaves it open; the ids begin with `,
        value(OBSERVED),
        '.',
      ),
    ],
    sources: seen,
    itemOf: ({ id, value: answer, note }) =>
      row([value(id.startsWith(OBSERVED) ? id.slice(OBSERVED.length) : id, ID)], [value(answer || note)]),
    wrap: (rows) => table(row(['Observed'], ['Answer']), rows),
    more: (left) =>
      left === seen.length
        ? ['All of them stand in ', inFull, '.']
        : [`… and ${left.toLocaleString('en')} more in `, inFull, '.'],
    after: [html('</details>')],
  });
}
