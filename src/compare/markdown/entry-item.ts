import type { ListItem } from 'mdast';
import { tones } from '../../report/tones.ts';
import type { Entry } from '../entries.ts';
import { code, item, list, type Phrase, paragraph, statement, strong } from './nodes.ts';

/** An entry of a section as an item of a list. */
export function entryItem(entry: Entry): ListItem {
  const ids = entry.ids.flatMap((id, index): Phrase[] => (index === 0 ? [code(id)] : [', ', code(id)]));
  const change = entry.change === '' ? '' : `: ${entry.change}`;
  const worse = entry.worse ? [', ', strong('worse')] : [];
  const said = entry.statement === '' ? [] : [paragraph(...statement(entry.ids[0] ?? '', entry.statement))];
  const lines = entry.lines.map(({ label, text }) => item([`${label}: `, code(text)]));
  return item([`${tones[entry.tone].sign} `, ...ids, change, ...worse], ...said, ...list(lines));
}
