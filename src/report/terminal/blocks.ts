import { columnsOf, fitted } from '../../document/columns.ts';
import type { Style } from '../../document/style.ts';
import type { ListBlock, ListItem } from '../../results/baseline.ts';
import { type ObservationsBlock, shortIdOf } from '../../results/observations.ts';
import type { SinceGroup, SinceNote, SinceWords } from '../../results/since.ts';
import { standingOf } from '../../results/standing.ts';
import { type Tone, tones } from '../../results/tones.ts';
import type { UndecidedBlock, UndecidedGroup } from '../../results/undecided.ts';
import type { Block } from '../../results/view.ts';
import type { Report, RuleReport } from '../model.ts';
import { countOf } from '../text.ts';
import { failureLines } from './failures.ts';
import { onOneLine } from './lines.ts';

const SENTENCE = 1000;
const NAME = 200;
const VALUE = 300;
/** Most list items shown; only foreign reports have more. */
const ITEMS_SHOWN = 40;
/** Up to this many rules are named if the head has their reason. */
const RULES_NAMED = 5;
/** Up to this many missing observations are named one by one. */
const QUESTIONS_NAMED = 3;

const TONES = {
  fail: 'red',
  known: 'yellow',
  inconclusive: 'yellow',
  skip: 'yellow',
  pass: 'green',
  observed: 'cyan',
  absent: 'dim',
} as const satisfies Record<Tone, string>;

/** Returns the colour of a tone. */
export const colorOf = (tone: Tone, { colors }: Style): ((text: string) => string) => colors[TONES[tone]];

function listItemLines({ id, text, values }: ListItem, style: Style): string[] {
  const { dim } = style.colors;
  const lines = style.hang(`  ${onOneLine(id, NAME)}  `, onOneLine(text), { paint: dim });
  for (const { label, value, tone } of values)
    lines.push(
      ...style.hang(`    ${label}  `, onOneLine(value), { paintLead: dim, paint: colorOf(tone, style) }),
    );
  return lines;
}

function listLines({ tone, title, note, items }: ListBlock, style: Style): string[] {
  const { bold, dim } = style.colors;
  const paint = colorOf(tone, style);
  const isQuiet = tone === 'pass' || tone === 'observed';
  const left = items.length - ITEMS_SHOWN;
  return [
    ...style.hang('', title, { paint: (text) => (isQuiet ? bold(text) : bold(paint(text))) }),
    ...(note === '' ? [] : style.hang('  ', note)),
    ...items.slice(0, ITEMS_SHOWN).flatMap((item) => listItemLines(item, style)),
    ...(left > 0 ? [dim(`  … and ${left} more in conformance.json`)] : []),
  ];
}

const idsOf = (rules: readonly RuleReport[]): string => rules.map(({ id }) => onOneLine(id, NAME)).join(', ');

function groupLines(
  { verdict, reason, gating, observed }: UndecidedGroup,
  total: number,
  style: Style,
): string[] {
  const { dim, yellow } = style.colors;
  const text = reason === '' ? 'For the reason at the top:' : onOneLine(reason, SENTENCE);
  const lead = verdict === 'skip' ? '– ' : '? ';
  const all = gating.length + observed.length;
  if (all === total && all > 1)
    return [
      '',
      ...style.hang(lead, text, { paintLead: yellow }),
      `    all ${countOf(all, 'rule')} of this run`,
    ];
  return [
    '',
    ...style.hang(lead, text, { paintLead: yellow }),
    ...style.hang('    ', idsOf(gating)),
    ...(observed.length === 0
      ? []
      : style.hang('    ', `and ${countOf(observed.length, 'observation')}`, { paint: dim })),
  ];
}

function undecidedLines(
  { groups, notObserved, gating, observed }: UndecidedBlock,
  report: Report,
  style: Style,
): string[] {
  const { bold, dim, yellow } = style.colors;
  // The head of the summary counts the rules, and has the reason.
  const isSaid = groups.every(({ reason }) => reason === '');
  if (gating > RULES_NAMED && isSaid) return [];
  if (gating > 0 && isSaid)
    return style.hang('Undecided: ', groups.map((group) => idsOf(group.gating)).join(', '), {
      paintLead: (text) => bold(yellow(text)),
    });
  if (gating > 0)
    return [
      bold(yellow(`Undecided: ${countOf(gating, 'gating rule')}`)),
      ...groups.flatMap((group) => groupLines(group, report.rules.length, style)),
    ];
  // Missing observations are left to the other formats, unless all rules hold.
  if (observed === 0 || standingOf(report) !== 'held') return [];
  const [only, ...more] = notObserved;
  if (only !== undefined && more.length === 0 && observed > QUESTIONS_NAMED)
    return style.hang(
      '',
      `Not observed: ${countOf(observed, 'question')}. ${only.reason === '' ? '' : onOneLine(only.reason)}`.trimEnd(),
      { paint: dim },
    );
  return [
    dim(`Not observed: ${countOf(observed, 'question')}`),
    ...notObserved.flatMap(({ reason, observed: questions }) => {
      const names = questions.map((rule) => onOneLine(shortIdOf(rule), NAME)).join(', ');
      const which = questions.length <= QUESTIONS_NAMED ? names : countOf(questions.length, 'question');
      const why = reason === '' ? 'for the reason at the top' : onOneLine(reason);
      return style.hang('  ', `${which}: ${why}`, { paint: dim });
    }),
  ];
}

// The short answer is shown beside the question's id, because it fits there and says as much as the sentence.
function observationLines(
  { topics, made, asked }: ObservationsBlock,
  report: Report,
  style: Style,
): string[] {
  // Unless all rules hold, observations are left out, so that the reasons are at the bottom of the screen.
  if (made === 0 || standingOf(report) !== 'held') return [];
  const { bold, cyan, dim } = style.colors;
  const rows = topics.map(({ title, members }) => ({
    title,
    members: members.map(({ rule, answer }) => ({
      name: fitted(onOneLine(shortIdOf(rule), NAME), style.width / 2),
      answer: onOneLine(answer, VALUE),
    })),
  }));
  const column = Math.max(...rows.flatMap(({ members }) => members.map(({ name }) => columnsOf(name))));
  return [
    bold(cyan(`Observed, not judged: ${made} of ${asked} questions`)),
    ...rows.flatMap(({ title, members }) => {
      const lines = members.flatMap(({ name, answer }) => {
        const gap = ' '.repeat(column - columnsOf(name) + 2);
        return style.hang(`    ${name}${gap}`, answer, { paintLead: dim });
      });
      return [`  ${title}`].concat(lines);
    }),
  ];
}

/** Returns the lines of a block, without blank lines around them; none if the terminal omits the block. */
export function blockLines(block: Block, report: Report, style: Style): string[] {
  switch (block.kind) {
    case 'failures':
      return failureLines(block, report, style);
    case 'list':
      return listLines(block, style);
    case 'undecided':
      return undecidedLines(block, report, style);
    case 'observations':
      return observationLines(block, report, style);
  }
}

function sinceGroupLines({ tone, title, items }: SinceGroup, style: Style): string[] {
  const paint = colorOf(tone, style);
  const lead = `  ${tones[tone].sign} ${title}: `;
  const texts = items.slice(0, ITEMS_SHOWN).map(({ id, note, observed }) => {
    const name = onOneLine(id, NAME);
    if (observed !== undefined)
      return `${name}: ${observed.map((value) => onOneLine(value, VALUE)).join(' → ')}`;
    return note === '' ? name : `${name} (${note})`;
  });
  const left = items.length - texts.length;
  const all = left > 0 ? [...texts, `and ${left} more`] : texts;
  if (tone === 'observed')
    return [
      ...style.hang('', lead.trimEnd(), { paint }),
      ...all.flatMap((text) => style.hang('      ', text)),
    ];
  return style.hang(lead, all.join(', '), { paintLead: paint });
}

const noteText = ({ text, quoted }: SinceNote): string =>
  [
    text,
    quoted
      .slice(0, ITEMS_SHOWN)
      .map((each) => onOneLine(each, VALUE))
      .join(', '),
  ]
    .filter((part) => part !== '')
    .join(' ');

/** Returns the changes since the last run of the target; nothing if the run had no history. */
export function sinceLines(words: SinceWords | null, style: Style): string[] {
  if (words === null) return [];
  const { bold, dim } = style.colors;
  const { since, run, sentence, groups, notes } = words;
  const head = since === '' ? `${sentence}.` : `${since} (run ${onOneLine(run, NAME)}): ${sentence}.`;
  return [
    ...style.hang('', head, { paint: bold }),
    ...groups.flatMap((group) => sinceGroupLines(group, style)),
    ...notes.flatMap((note) => style.hang('  ', noteText(note), { paint: dim })),
  ];
}
