import { catalogue } from '../../suites/catalogue.ts';
import { grouped } from '../report/groups.ts';
import type { ExchangeReport, FailureReport, Report, RuleReport } from '../report/model.ts';
import { answerText, cardFacts, reproductionOf, statementOf } from './card.ts';
import { type Block, body, name, type RichText, sentence, text, value } from './document.ts';
import { list, only } from './parts.ts';

/** UTF-16 units of all requests and responses of a page. */
const EVIDENCE = 250_000;
const ANSWER = 200;

export const anchor = (id: string): string => `rule-${id.slice(0, 100).replaceAll(/[^\w.-]/g, '_')}`;

export const linked = ({ id }: Pick<RuleReport, 'id'>): RichText => [
  { to: `#${anchor(id)}`, words: [name(id)] },
];

/** Returns the version of the service that answered a run, for the end of a line. */
export const versionOf = (report: Report | undefined): RichText =>
  report?.run.targetVersion === undefined ? [] : [', version ', name(report.run.targetVersion)];

function roleOf({ role, request }: ExchangeReport, { expected }: FailureReport): string {
  if (role === 'twin') return ', compared with';
  if (role !== 'context') return '';
  if (request.method !== 'GET') return ', created the issue';
  const [issues] = /at least [\d,]+ issues exist/.exec(expected) ?? [];
  return issues === undefined ? ', shows how many issues exist' : `, shows that ${issues}`;
}

/** Returns a body with a line for each record of a list. */
const recordLines = (json: string): string => json.replaceAll(/\},\s*\{/g, '},\n{');

function exchangeFold(exchange: ExchangeReport, place: string, role: string, most: number): Block {
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
      `${place}${role}: `,
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

function reproductionBlocks(rule: RuleReport, { run }: Report): Block[] {
  const { curl, why, replay } = reproductionOf(rule, run);
  const last = rule.failure?.exchanges.at(-1);
  const answer = last?.response?.body ?? '';
  const command = (line: string, title: string): Block => ({ is: 'command', text: line, title });
  const sent = (exchange: ExchangeReport): Block =>
    text([
      value(`${exchange.request.method} ${exchange.request.url}`, ANSWER),
      ' → ',
      sentence(answerText(exchange)),
    ]);
  return [
    ...(last === undefined ? [] : [only(['terminal', 'markdown'], sent(last))]),
    ...(answer === '' ? [] : [only(['terminal'], text([value(answer.slice(0, ANSWER))]))]),
    curl === null ? text([`${why} One curl command cannot show this.`]) : command(curl, 'Try it'),
    ...(replay === null
      ? []
      : [curl === null ? command(replay, 'Replay') : only(['markdown', 'page'], command(replay, 'Replay'))]),
  ];
}

/** Returns the statement of a rule. In a page, its sections unfold the statements of the specification, if the rule is known. */
function statementBlocks(rule: RuleReport): Block[] {
  const { specification = [] } = catalogue.find(({ id }) => id === rule.id) ?? {};
  const words = statementOf(rule);
  if (specification.length === 0) return [text(words)];
  const blocks = [list(specification.map((one) => ({ words: [sentence(one)] })))];
  return [only(['terminal', 'markdown'], text(words)), { is: 'fold', only: ['page'], words, blocks }];
}

/** Returns the exchanges, each once, and whether an equal one follows: a list is read before and after a case. */
function withoutRepeats(exchanges: readonly ExchangeReport[]): (readonly [ExchangeReport, boolean])[] {
  const keyOf = ({ request, response }: ExchangeReport): string =>
    JSON.stringify([request, response?.status, response?.body]);
  return grouped(exchanges, keyOf).map(([first, ...others]) => [first, others.length > 0]);
}

/** Returns the statement, the facts and the evidence of a failed rule, and how to see it again. */
export function cardBlocks(rule: RuleReport, report: Report): Block[] {
  const { failure } = rule;
  if (failure === undefined) return statementBlocks(rule);
  const { exchanges } = failure;
  const most = Math.min(2500, Math.floor(EVIDENCE / report.counts.fail / exchanges.length / 2));
  return [
    ...statementBlocks(rule),
    { is: 'facts', facts: cardFacts(rule) },
    ...withoutRepeats(exchanges).map(([exchange, again], at, all) => {
      const role = `${roleOf(exchange, failure)}${again ? ', before and after: the same' : ''}`;
      return exchangeFold(exchange, `Request ${at + 1} of ${all.length}`, role, most);
    }),
    ...reproductionBlocks(rule, report),
  ];
}
