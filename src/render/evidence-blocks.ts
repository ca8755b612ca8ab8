import { judgedOf } from '../report/groups.ts';
import type { ExchangeReport, FailureReport, Report, RuleReport } from '../report/model.ts';
import {
  answerText,
  type CurlCommand,
  cardFacts,
  labelOf,
  recordName,
  recordTable,
  reproductionOf,
  shownBy,
} from './card.ts';
import { type Block, body, plain, type RichText, sentence, text, value } from './document.ts';
import { only, table } from './parts.ts';

/** UTF-16 units of all requests and responses of a page. */
const EVIDENCE = 250_000;
const ANSWER = 200;

/** Returns a body with a line for each record of a list. */
const recordLines = (json: string): string => json.replaceAll(/\},\s*\{/g, '},\n{');

function exchangeFold(exchange: ExchangeReport, place: string, most: number): Block {
  const { request, response, ms } = exchange;
  const headers = (of: Readonly<Record<string, string>>): string[] =>
    Object.entries(of).map(([key, given]) => `${key}: ${given}`);
  const lines = (...all: readonly string[]): Block => ({
    is: 'code',
    text: body(all.filter((line) => line !== '').join('\n'), most),
  });
  const sent = `${request.method} ${request.url}`;
  return {
    is: 'fold',
    only: ['page'],
    words: [
      `${place}: `,
      value(sent, ANSWER),
      ' → ',
      sentence(answerText(exchange)),
      ` (${ms.toFixed(0)} ms)`,
    ],
    blocks: [
      lines(sent, ...headers(request.headers), recordLines(request.body ?? '')),
      response === null
        ? lines(answerText(exchange))
        : lines(answerText(exchange), ...headers(response.headers), recordLines(response.body)),
    ],
  };
}

/** Characters of a title in a table. */
const TITLE = 60;

/** Returns the records that show a failure, a row each. Without titles, they can be shown to anybody. */
function recordBlocks(failure: FailureReport, isPrivate: boolean): Block[] {
  const shown = recordTable(failure);
  if (shown === null) return [];
  const { heads, rows } = shown;
  const has = (key: 'number' | 'state' | 'title'): boolean =>
    rows.some(({ record }) => record[key] !== undefined) &&
    !(isPrivate && key === 'title' && failure.kind !== 'leaked');
  const fields = (['number', 'state'] as const).filter(has);
  const titles = (['title'] as const).filter(has);
  const headOf = (field: string): string => field.replace(/^./, (letter) => letter.toUpperCase());
  const rowOf = ({ record, places }: (typeof rows)[number]) => {
    const cellOf = (key: 'number' | 'state' | 'title') => ({ words: [value(record[key] ?? '–', TITLE)] });
    const id = [value(recordName(record), TITLE)];
    return [
      record.differs ? { mark: 'fail' as const, words: id } : { words: id },
      ...fields.map(cellOf),
      ...places.map((place) => ({ words: [place === '' ? '–' : place] })),
      ...titles.map(cellOf),
    ];
  };
  return [
    table(
      'The records that show it',
      ['Record', ...fields.map(headOf), ...heads, ...titles.map(headOf)],
      rows.map(rowOf),
    ),
  ];
}

/** Returns the requests that show a failure, each with its curl command, and how to replay it. */
function reproductionBlocks(rule: RuleReport, failure: FailureReport, { run }: Report): Block[] {
  const { curls, why, replay } = reproductionOf(rule, run);
  const command = (line: string, title: string): Block => ({ is: 'command', text: line, title });
  const exchanges = shownBy(failure);
  const isSeveral = exchanges.length > 1;
  const sent = (exchange: ExchangeReport): RichText => [
    ...(isSeveral ? [`${labelOf(exchange, failure)}: `] : []),
    value(`${exchange.request.method} ${exchange.request.url}`, ANSWER),
    ' → ',
    sentence(answerText(exchange)),
  ];
  // Concurrent creations differ in their bodies alone.
  const lines = new Map(exchanges.map((exchange) => [plain(sent(exchange)), sent(exchange)]));
  const again = replay === null ? [] : [command(replay, 'Replay')];
  if (curls.length === 0)
    return [
      ...[...lines.values()].map((words) => only(['terminal', 'markdown'], text(words))),
      text([why]),
      ...again,
    ];
  const commandBlocks = ({ exchange, line }: CurlCommand): Block[] => [
    isSeveral ? text(sent(exchange)) : only(['terminal', 'markdown'], text(sent(exchange))),
    command(line, 'Try it'),
  ];
  return [...curls.flatMap(commandBlocks), ...again.map((block) => only(['markdown', 'page'], block))];
}

/** Returns the beginning of the judged answer for a terminal, unless records say more or it may be private. */
function answerBlocks(failure: FailureReport, isPrivate: boolean): Block[] {
  const answer = judgedOf(failure)?.response?.body ?? '';
  return isPrivate || failure.records !== undefined || answer === ''
    ? []
    : [only(['terminal'], text(['Answer: ', value(answer.slice(0, ANSWER))]))];
}

/**
 * True if the evidence of a rule may hold private data, which belongs in the folded parts of a page alone: jobs print what a
 * terminal shows, and their logs may be public. Once something leaked, private records may stand in any list.
 */
const mayBePrivate = ({ id }: RuleReport, { rules }: Report): boolean =>
  id.startsWith('list.private.') || rules.some(({ failure }) => failure?.kind === 'leaked');

/** Returns the evidence of a failure: its facts, the records that show it, its requests, and how to see it again. */
export function evidenceBlocks(rule: RuleReport, failure: FailureReport, report: Report): Block[] {
  const { exchanges } = failure;
  const isPrivate = mayBePrivate(rule, report);
  const most = Math.min(2500, Math.floor(EVIDENCE / report.counts.fail / exchanges.length / 2));
  return [
    { is: 'facts', facts: cardFacts(rule) },
    ...recordBlocks(failure, isPrivate),
    ...exchanges.map((exchange, at) =>
      exchangeFold(
        exchange,
        `${at + 1} of ${exchanges.length}, ${labelOf(exchange, failure).toLowerCase()}`,
        most,
      ),
    ),
    ...answerBlocks(failure, isPrivate),
    ...reproductionBlocks(rule, failure, report),
  ];
}
