import type { ListItem, RootContent } from 'mdast';
import { type CardLine, cardLines } from '../card.ts';
import type { FailureReport, RuleReport } from '../model.ts';
import { replayCommand } from '../replay-command.ts';
import { shellLines } from '../terminal/shell-lines.ts';
import { wrap } from '../terminal/wrap.ts';
import { fenced, heading, item, list, paragraph, strong } from './nodes.ts';
import { prose, said, value } from './prose.ts';

const COLUMNS = 100;
const LABEL = 10;
const ID = 200;
const TEXT = 600;
const LINE = 100;

/** Lines of a diff, the sign before each of them, since only the sign gives them a colour. */
const signed = (sign: '+' | '-', label: string, text: string): string[] =>
  wrap(said(text, TEXT), COLUMNS).map(
    (line, index) => `${sign} ${(index === 0 ? label : '').padEnd(LABEL)}${line}`,
  );

// What is expected has the plus: it is what stands there once the service is mended.
const difference = ({ expected, actual }: FailureReport): RootContent =>
  fenced('diff', [...signed('+', 'expected', expected), ...signed('-', 'actual', actual)].join('\n'));

function lineItem({ part, label, text }: CardLine, { counterexample, means }: FailureReport): ListItem {
  // As the report has it: the card has shortened it already, and would be shortened once more.
  if (part === 'means') return item(strong(label), ': ', ...prose(means, TEXT));
  const isValues = part === 'counterexample' && Object.keys(counterexample).length > 0;
  return item(strong(label), ': ', ...(isValues ? [value(text, TEXT)] : prose(text, TEXT)));
}

/** A command on several lines where that changes nothing of it. */
function broken(command: string): string {
  const lines = shellLines(command, COLUMNS);
  const whole = lines.map((line) => line.replace(/ \\$/, '')).join(' ') === command;
  return whole ? lines.join('\n  ') : command;
}

/** A failure in one line. */
export const failureLine = ({ id, failure, statement }: RuleReport): ListItem =>
  item(value(id, LINE), ': ', ...prose(failure?.actual ?? statement, LINE));

const SHORT: readonly CardLine['part'][] = ['means', 'counterexample', 'listed'];
const FULL: readonly CardLine['part'][] = [...SHORT, 'reproduced', 'exchange'];

/** A failure as blocks; a short card lacks the exchange and what is to be tried by hand. */
export function failureCard(rule: RuleReport, detail: 'short' | 'full'): RootContent[] {
  const { failure } = rule;
  const head = [
    heading(4, '❌ ', value(rule.id, ID)),
    paragraph(
      strong(rule.level),
      ' · § ',
      ...prose(rule.sections.join(', '), ID),
      ' · ',
      ...prose(rule.statement, TEXT),
    ),
  ];
  if (failure === undefined) return head;
  const lines = cardLines(rule);
  // The card has a sentence in the place of a command that is not fit to be shown.
  const curl = lines.find(({ part }) => part === 'curl');
  const unfit = curl !== undefined && curl.text !== failure.curl;
  const listed = new Set(detail === 'short' ? SHORT : FULL);
  const items = lines
    .filter(({ part }) => listed.has(part) || (part === 'curl' && unfit && detail === 'full'))
    .map((line) => lineItem(line, failure));
  const short = [...head, difference(failure), list(items)];
  if (detail === 'short') return short;
  return [
    ...short,
    ...(curl === undefined || unfit ? [] : [fenced('sh', broken(curl.text))]),
    paragraph('Again: ', value(replayCommand(rule.id))),
  ];
}
