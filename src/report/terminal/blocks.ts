import { shellLines } from '../commands.ts';
import type { Report, RuleReport } from '../model.ts';
import { countOf, shown } from '../text.ts';
import type { ListBlock, ListItem } from '../view/baseline.ts';
import { listedWords } from '../view/baseline.ts';
import { type CardRow, cardOf, isShowable, seenOf } from '../view/card.ts';
import { type FailureCause, membersOf } from '../view/causes.ts';
import { type ObservationsBlock, shortIdOf } from '../view/observations.ts';
import type { SinceGroup, SinceNote, SinceWords } from '../view/since.ts';
import { type Tone, tones } from '../view/tones.ts';
import type { UndecidedBlock, UndecidedGroup } from '../view/undecided.ts';
import type { Block, FailuresBlock } from '../view/view.ts';
import { columnsOf, fitted } from '../wrap.ts';
import type { Style } from './style.ts';

const SENTENCE = 1000;
const NAME = 200;
const VALUE = 300;
const LABEL = 20;
/** In fewer columns than this a label has a line of its own, and what it names stands beneath it. */
const BESIDE = 72;
const BENEATH = 4;
/** Items of a list whose number nothing but a foreign report makes larger. */
const MOST = 40;
/** So few names are worth their place. */
const FEW = 3;

/** A text of a report on one line. */
export const onOneLine = (text: string, most = SENTENCE): string => shown(text, most);

const TONES = {
  fail: 'red',
  known: 'yellow',
  inconclusive: 'yellow',
  skip: 'yellow',
  pass: 'green',
  observed: 'cyan',
  absent: 'dim',
} as const satisfies Record<Tone, string>;

/** The colour of a tone. */
export const colorOf = (tone: Tone, { colors }: Style): ((text: string) => string) => colors[TONES[tone]];

/** A command as lines that can be pasted; one that is not fit to be shown is not shown by halves. */
export function commandLines(text: string, lead: string, indent: string, { width, colors }: Style): string[] {
  if (!isShowable(text)) return [`${colors.dim(lead)}not fit to be shown; see conformance.json`];
  return shellLines(text, width - indent.length).map(
    (line, index) => (index === 0 ? colors.dim(lead) : indent) + line,
  );
}

function rowLines({ part, label, kind, text }: CardRow, style: Style): string[] {
  const { dim, green, red } = style.colors;
  // What is to be copied has all the room there is.
  const isBeside = style.width >= BESIDE && kind !== 'command' && part !== 'exchange';
  const above = isBeside ? [] : [dim(`  ${label}`)];
  const indent = ' '.repeat(isBeside ? LABEL : BENEATH);
  const lead = isBeside ? `  ${label}`.padEnd(LABEL) : indent;
  if (kind === 'command') return [...above, ...commandLines(text, lead, indent, style)];
  const how = { paintLead: dim, keepWords: part === 'exchange' };
  const paint = part === 'expected' ? green : part === 'actual' ? red : String;
  return [
    ...above,
    ...style.hang(lead, onOneLine(text, kind === 'value' ? SENTENCE / 2 : SENTENCE), { ...how, paint }),
  ];
}

function cardLines(rule: RuleReport, report: Report, style: Style): string[] {
  const { bold, red } = style.colors;
  const { title, rows } = cardOf(rule, report.run);
  return [
    ...style.hang('✗ ', onOneLine(title, NAME), { paint: (text) => bold(red(text)), paintLead: red }),
    ...style.hang('  ', onOneLine(rule.statement, SENTENCE)),
    '',
    // The whole report is replayed by the line at the end.
    ...rows.filter(({ part }) => part !== 'replay').flatMap((row) => rowLines(row, style)),
  ];
}

/** A rule with what was seen, on lines that hang behind its id. */
const seenLines = (rule: RuleReport, style: Style): string[] =>
  style.hang(`  ✗ ${onOneLine(rule.id, NAME)}  `, onOneLine(seenOf(rule)), { paintLead: style.colors.red });

function causeLines({ title, lead, others }: FailureCause, report: Report, style: Style): string[] {
  const { bold, dim } = style.colors;
  return [
    '',
    ...cardLines(lead, report, style),
    ...(others.length === 0
      ? []
      : [
          '',
          ...style.hang('  ', `Also: ${title}`, { paint: bold }),
          ...others.flatMap((rule) => seenLines(rule, style)),
          ...style.hang('  ', 'Details in the report.', { paint: dim }),
        ]),
  ];
}

function failureLines({ id, causes, count }: FailuresBlock, report: Report, style: Style): string[] {
  if (count === 0) return [];
  const { bold, red } = style.colors;
  if (id === 'failures')
    return [
      bold(red(`Failures: ${countOf(count, 'rule')}`)),
      ...causes.flatMap((cause) => causeLines(cause, report, style)),
    ];
  const rules = causes.flatMap(membersOf);
  return [
    bold(`Known failures (in the baseline): ${countOf(count, 'rule')}`),
    ...rules.flatMap((rule) => {
      const why = listedWords(rule);
      return style.hang(
        `  ${onOneLine(rule.id, NAME)}  `,
        onOneLine(seenOf(rule)) + (why === null ? '' : `; ${why}`),
        {
          paint: style.colors.dim,
        },
      );
    }),
  ];
}

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
  const left = items.length - MOST;
  return [
    ...style.hang('', title, { paint: (text) => (isQuiet ? bold(text) : bold(paint(text))) }),
    ...(note === '' ? [] : style.hang('  ', note)),
    ...items.slice(0, MOST).flatMap((item) => listItemLines(item, style)),
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
  { rules, counts }: Report,
  style: Style,
): string[] {
  const { bold, dim, yellow } = style.colors;
  if (gating > 0)
    return [
      bold(yellow(`Undecided: ${countOf(gating, 'gating rule')}`)),
      ...groups.flatMap((group) => groupLines(group, rules.length, style)),
    ];
  // What broke a rule matters more; what was not observed then stands in the other formats.
  if (observed === 0 || counts.fail > 0) return [];
  const [only, ...more] = notObserved;
  if (only !== undefined && more.length === 0 && observed > FEW)
    return style.hang(
      '',
      `Not observed: ${countOf(observed, 'question')}. ${only.reason === '' ? '' : onOneLine(only.reason)}`.trimEnd(),
      { paint: dim },
    );
  return [
    dim(`Not observed: ${countOf(observed, 'question')}`),
    ...notObserved.flatMap(({ reason, observed: questions }) => {
      const names = questions.map((rule) => onOneLine(shortIdOf(rule), NAME)).join(', ');
      const which = questions.length <= FEW ? names : countOf(questions.length, 'question');
      const why = reason === '' ? 'for the reason at the top' : onOneLine(reason);
      return style.hang('  ', `${which}: ${why}`, { paint: dim });
    }),
  ];
}

// Beside a question's name its short answer says as much as a sentence, and fits.
function observationLines(
  { topics, made, asked }: ObservationsBlock,
  report: Report,
  style: Style,
): string[] {
  // Failures are to be the last thing that is seen.
  if (made === 0 || report.counts.fail > 0) return [];
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
      const lines = members.map(({ name, answer }) => {
        const gap = ' '.repeat(column - columnsOf(name) + 2);
        return `    ${dim(name)}${gap}${fitted(answer, style.width - column - 6)}`;
      });
      return [`  ${title}`].concat(lines);
    }),
  ];
}

/** A block of the view as lines, with no blank line around them; none where it says nothing on a terminal. */
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
  const texts = items.slice(0, MOST).map(({ id, note, observed }) => {
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
      .slice(0, MOST)
      .map((each) => onOneLine(each, VALUE))
      .join(', '),
  ]
    .filter((part) => part !== '')
    .join(' ');

/** What changed since the last run of the target; nothing where the run had no history. */
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
