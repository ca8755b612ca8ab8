import type { Report } from '../model.ts';
import { shown } from '../shown.ts';
import { type SinceGroup, type SinceNote, sinceWords } from '../since-last-run.ts';
import { tones } from '../tones.ts';
import type { Style } from './style.ts';

const NAME = 200;
const VALUE = 300;
const MOST = 20;

const COLORS = {
  fail: 'red',
  known: 'red',
  inconclusive: 'yellow',
  skip: 'yellow',
  pass: 'green',
  observed: 'cyan',
  absent: 'dim',
} as const;

function itemText({ id, note, observed }: SinceGroup['items'][number]): string {
  const name = shown(id, NAME);
  if (observed !== undefined) return `${name}: ${observed.map((value) => shown(value, VALUE)).join(' → ')}`;
  return note === '' ? name : `${name} (${note})`;
}

function groupLines({ tone, title, items }: SinceGroup, style: Style): string[] {
  const paint = style.colors[COLORS[tone]];
  const lead = `  ${tones[tone].sign} ${title}: `;
  const texts = items.slice(0, MOST).map(itemText);
  const left = items.length - texts.length;
  const rest = left > 0 ? [`and ${left} more`] : [];
  if (tone === 'observed')
    return [
      ...style.hang('', lead.trimEnd(), { paint }),
      ...[...texts, ...rest].flatMap((text) => style.hang('      ', text)),
    ];
  return style.hang(lead, [...texts, ...rest].join(', '), { paintLead: paint });
}

const noteText = ({ text, quoted }: SinceNote): string =>
  [
    text,
    quoted
      .slice(0, MOST)
      .map((each) => shown(each, VALUE))
      .join(', '),
  ]
    .filter((part) => part !== '')
    .join(' ');

/** What changed since the last run of the target; nothing where the run had no history. */
export function summarySince(report: Report, style: Style): string[] {
  const words = sinceWords(report);
  if (words === null) return [];
  const { bold, dim } = style.colors;
  const { since, run, sentence, groups, notes } = words;
  const head =
    since === ''
      ? style.hang('', `${sentence}.`, { paint: bold })
      : style.hang('', `${since} (run ${shown(run, NAME)}): ${sentence}.`, { paint: bold });
  return [
    ...head,
    ...groups.flatMap((group) => groupLines(group, style)),
    ...notes.flatMap((note) => style.hang('  ', noteText(note), { paint: dim })),
  ];
}
