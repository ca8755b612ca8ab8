import type { ListItem, RootContent } from 'mdast';
import type { Report } from '../model.ts';
import { type SinceGroup, type SinceNote, sinceWords } from '../since-last-run.ts';
import { tones } from '../tones.ts';
import { between, item, list, type Phrase, paragraph, strong } from './nodes.ts';
import { value } from './prose.ts';

/** Together these keep it to a small part of a comment on GitHub, whatever a report says. */
const NAME = 120;
const VALUE = 160;
const MOST = 10;

function itemPhrases({ id, note, observed }: SinceGroup['items'][number]): readonly Phrase[] {
  const name = value(id, NAME);
  if (observed !== undefined)
    return [name, ' ', ...between(' → ', [[value(observed[0], VALUE)], [value(observed[1], VALUE)]])];
  return note === '' ? [name] : [name, ` (${note})`];
}

function groupItem({ tone, title, items }: SinceGroup): ListItem {
  const shown = items.slice(0, MOST).map(itemPhrases);
  const left = items.length - shown.length;
  return item(
    `${tones[tone].sign} ${title}: `,
    ...between(', ', left > 0 ? [...shown, [`and ${left} more`]] : shown),
  );
}

const noteItem = ({ text, quoted }: SinceNote): ListItem =>
  item(
    text,
    ...(quoted.length === 0 ? [] : [' ']),
    ...between(
      ', ',
      quoted.slice(0, MOST).map((each) => [value(each, VALUE)]),
    ),
  );

/** What changed since the last run of the target; nothing where the run had no history. */
export function changedSince(report: Report): RootContent[] {
  const words = sinceWords(report);
  if (words === null) return [];
  const { since, run, sentence, groups, notes } = words;
  const items = [...groups.map(groupItem), ...notes.map(noteItem)];
  return [
    since === ''
      ? paragraph(`${sentence}.`)
      : paragraph(strong(since), ' (run ', value(run, NAME), '): ', strong(sentence), '.'),
    ...(items.length === 0 ? [] : [list(items)]),
  ];
}
