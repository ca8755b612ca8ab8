import type { ListItem, RootContent } from 'mdast';
import { wrap } from '../../document/columns.ts';
import { prose, said, value } from '../../document/prose.ts';
import { type CardRow, cardOf, citedSections, isShowable, seenOf } from '../../results/card.ts';
import { type FailureCause, membersOf } from '../../results/causes.ts';
import type { FailuresBlock } from '../../results/view.ts';
import { shellLines } from '../commands.ts';
import type { Report, RuleReport } from '../model.ts';
import { countOf } from '../text.ts';
import { type Filling, filling } from './filling.ts';
import {
  fenced,
  foldEnd,
  folded,
  heading,
  inFull,
  item,
  linkTo,
  list,
  type Phrase,
  paragraph,
  place,
  strong,
} from './nodes.ts';

const COLUMNS = 100;
const LABEL = 14;
const ID = 200;
const TEXT = 600;
const LINE = 120;
/** Rules listed below the first one of their cause. */
const OTHERS = 20;

/** Returns the lines of a diff. Each line has the sign, because GitHub colours lines by their sign. */
const signed = (sign: '+' | '-', label: string, text: string): string[] =>
  wrap(said(text, TEXT), COLUMNS).map(
    (line, index) => `${sign} ${(index === 0 ? label : '').padEnd(LABEL)}${line}`,
  );

// The expected result has the plus sign, because it appears once the service is fixed.
function difference(rows: readonly CardRow[]): RootContent {
  const [own, twin] = rows.filter(({ part }) => part === 'difference');
  const of = (part: CardRow['part']): string => rows.find((row) => row.part === part)?.text ?? '';
  const line = (sign: '+' | '-', row: CardRow | undefined): string[] =>
    row === undefined ? [] : signed(sign, row.label.toLowerCase(), row.text);
  const lines = [...signed('+', 'expected', of('expected')), ...signed('-', 'actual', of('actual'))];
  return fenced('diff', [...lines, ...line('-', own), ...line('+', twin)].join('\n'));
}

/** Returns a command on several lines, or on one if breaking it would change it. */
function broken(command: string): string {
  const lines = shellLines(command, COLUMNS);
  const whole = lines.map((line) => line.replace(/ \\$/, '')).join(' ') === command;
  return whole ? lines.join('\n  ') : command;
}

/** Returns a command as a code block. A command that is not safe to show is left out as a whole. */
const commandOf = ({ label, text }: CardRow): RootContent[] =>
  !isShowable(text)
    ? [paragraph(`${label}: not fit to be shown here; see `, inFull, '.')]
    : [fenced('sh', broken(text))];

const LISTED: ReadonlySet<CardRow['part']> = new Set([
  'likely',
  'records',
  'impact',
  'counterexample',
  'smaller',
  'seen',
  'listed',
]);

function rowItem({ label, kind, text }: CardRow): ListItem {
  return item(strong(label), ': ', ...(kind === 'value' ? [value(text, TEXT)] : prose(text, TEXT)));
}

/** Returns a failure in one line. */
const failureLine = (rule: RuleReport, name: Phrase = value(rule.id, LINE)): ListItem =>
  item(name, ': ', ...prose(seenOf(rule), LINE));

function cardBlocks(rule: RuleReport, report: Report): RootContent[] {
  const { failure } = rule;
  const { rows } = cardOf(rule, report.run);
  const head = [
    heading(4, '❌ ', value(rule.id, ID)),
    paragraph(
      strong(rule.level),
      ' · ',
      ...prose(citedSections(rule).replace('\u00a0', ' '), ID),
      ' · ',
      ...prose(rule.statement, TEXT),
    ),
  ];
  if (failure === undefined) return head;
  const exchange = rows.filter(({ part }) => part === 'exchange');
  const commands = rows.filter(({ kind }) => kind === 'command');
  return [
    ...head,
    difference(rows),
    list(rows.filter(({ part }) => LISTED.has(part)).map(rowItem)),
    folded('Reproduce'),
    ...exchange.map(({ text }) => paragraph(value(text, TEXT))),
    ...commands.flatMap(commandOf),
    foldEnd,
  ];
}

interface Numbered {
  readonly cause: FailureCause;
  readonly number: number;
}

const causeBlocks = ({ cause: { lead, title, others }, number }: Numbered, report: Report): RootContent[] => [
  place(number),
  ...cardBlocks(lead, report),
  ...(others.length === 0
    ? []
    : [
        paragraph(`Also: ${title}`),
        list(others.slice(0, OTHERS).map((rule) => failureLine(rule))),
        ...(others.length > OTHERS
          ? [paragraph(`… and ${countOf(others.length - OTHERS, 'more failure')}, listed above.`)]
          : []),
      ]),
];

/** Returns the failures: a line for each, linked to its card, and a card for each cause, as many as fit. */
export function failureParts(
  { causes, count }: FailuresBlock,
  report: Report,
): { lines: Filling; cards: Filling } {
  const numbered = causes.map((cause, index) => ({ cause, number: index + 1 }));
  const rules = numbered.flatMap(({ cause, number }) => membersOf(cause).map((rule) => ({ rule, number })));
  const cards = filling({
    before: [],
    sources: numbered,
    itemOf: (one) => causeBlocks(one, report),
    wrap: (blocks) => blocks.flat(),
    more: (_, taken) => {
      const left = rules.filter(({ number }) => number > taken).length;
      return [`Not all details fit: those of ${countOf(left, 'failure')} are in `, inFull, '.'];
    },
  });
  const lines = filling({
    before: [heading(3, `Failures: ${countOf(count, 'rule')}`)],
    sources: rules,
    itemOf: ({ rule, number }) => {
      const name = value(rule.id, LINE);
      return { number, line: failureLine(rule, linkTo(number, name)), unlinked: failureLine(rule, name) };
    },
    wrap: (items) => [list(items.map(({ line }) => line))],
    more: (left) => [`… and ${countOf(left, 'more failure')} in `, inFull, '.'],
    // The line links to its card only if the card fits.
    kept: (one) => (one.number <= cards.taken ? one : { ...one, line: one.unlinked }),
  });
  return { lines, cards };
}
