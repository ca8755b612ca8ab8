import type { Style } from '../../document/style.ts';
import { listedWords } from '../../results/baseline.ts';
import { type CardRow, cardOf, seenOf } from '../../results/card.ts';
import { type FailureCause, membersOf } from '../../results/causes.ts';
import type { FailuresBlock } from '../../results/view.ts';
import type { Report, RuleReport } from '../model.ts';
import { countOf } from '../text.ts';
import { commandLines, noticeLines, onOneLine } from './lines.ts';

const SENTENCE = 1000;
const NAME = 200;
const LABEL = 20;
/** Columns below which a label has its own line, with the text beneath it. */
const BESIDE = 72;
const BENEATH = 4;

interface Row extends Pick<CardRow, 'label' | 'text'> {
  readonly part: CardRow['part'] | 'response';
  readonly kind?: CardRow['kind'];
}

function rowLines({ part, label, kind, text }: Row, style: Style): string[] {
  const { dim, green, red } = style.colors;
  // Commands and requests get the whole width, because people copy them.
  const isWide = kind === 'command' || part === 'exchange' || part === 'response';
  const isBeside = style.width >= BESIDE && !isWide;
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

/** UTF-16 units of a response body on a card, before harmful characters are escaped. */
const ANSWER = 200;

/** Returns the status and the beginning of the body of the last response of a failure. */
function answerLines({ failure }: RuleReport, style: Style): string[] {
  const response = failure?.exchanges.at(-1)?.response;
  if (response === undefined || response === null || response.body === '') return [];
  const { status, body } = response;
  const isCut = body.length > ANSWER;
  const text = `${status} ${onOneLine(body.slice(0, ANSWER))}${isCut ? '…' : ''}`;
  return rowLines({ part: 'response', label: 'Response', text }, style);
}

function cardLines(rule: RuleReport, report: Report, style: Style): string[] {
  const { bold, red } = style.colors;
  const { title, rows } = cardOf(rule, report.run);
  const lines = [
    ...style.hang('✗ ', onOneLine(title, NAME), { paint: (text) => bold(red(text)), paintLead: red }),
    ...style.hang('  ', onOneLine(rule.statement, SENTENCE)),
    '',
  ];
  // The command at the end of the summary replays the whole report.
  for (const row of rows.filter(({ part }) => part !== 'replay')) {
    lines.push(...rowLines(row, style));
    if (row.part === 'exchange') lines.push(...answerLines(rule, style));
  }
  return lines;
}

/** Returns a failed rule with its actual result, indented behind its id. */
const seenLines = (rule: RuleReport, style: Style): string[] =>
  style.hang(`  ✗ ${onOneLine(rule.id, NAME)}  `, onOneLine(seenOf(rule)), { paintLead: style.colors.red });

function causeLines({ title, lead, others }: FailureCause, report: Report, style: Style): string[] {
  const { bold } = style.colors;
  return [
    '',
    ...cardLines(lead, report, style),
    ...(others.length === 0
      ? []
      : [
          '',
          ...style.hang('  ', `Also: ${title}`, { paint: bold }),
          ...others.flatMap((rule) => seenLines(rule, style)),
        ]),
  ];
}

/** Causes with a card on a terminal; further ones are in the report. */
const CARDS = 5;

/** Returns a line for each rule of the causes without a card. */
function moreLines(causes: readonly FailureCause[], style: Style): string[] {
  const rules = causes.flatMap(membersOf);
  if (rules.length === 0) return [];
  const { bold } = style.colors;
  return [
    '',
    ...style.hang('', `And ${countOf(rules.length, 'more broken rule')}`, { paint: bold }),
    ...rules.flatMap((rule) => seenLines(rule, style)),
  ];
}

/** Returns the failures: cards for the gravest causes, and a line for each other rule. */
export function failureLines(
  { id, causes, count, beforeCurl }: FailuresBlock,
  report: Report,
  style: Style,
): string[] {
  if (count === 0) return [];
  const { bold, dim, red } = style.colors;
  if (id === 'failures')
    return [
      bold(red(`Failures: ${countOf(count, 'rule')}`)),
      ...causes.slice(0, CARDS).flatMap((cause) => causeLines(cause, report, style)),
      ...moreLines(causes.slice(CARDS), style),
      ...(count === Math.min(causes.length, CARDS)
        ? []
        : ['', ...style.hang('', 'The evidence of every broken rule is in report.html.', { paint: dim })]),
      ...noticeLines(beforeCurl, style),
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
