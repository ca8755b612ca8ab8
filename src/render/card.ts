import { catalogue } from '../../suites/catalogue.ts';
import { joinAnd, shorten } from '../model/text.ts';
import { curlOf, isPlainId, replayLine } from '../report/commands.ts';
import { judgedOf } from '../report/groups.ts';
import type { ExchangeReport, FailureReport, RecordReport, Report, RuleReport } from '../report/model.ts';
import { type Block, body, type Fact, name, type RichText, sentence, text, value } from './document.ts';
import { listedWords } from './lists.ts';
import { fact, list, only, table } from './parts.ts';
import { blocksText } from './terminal.ts';

/** UTF-16 units shown of a value or name, so that a long one does not hide the others. */
const VALUE_LENGTH = 160;

const CALLERS: Readonly<Record<string, string>> = {
  anonymous: 'no credential',
  member: 'TOKEN',
  outsider: 'OUTSIDER_TOKEN',
};

/** Returns the values of a case: `per_page: "0", caller: TOKEN`. A caller is named by the credential. */
export function caseText(values: FailureReport['counterexample']): string {
  const parts = Object.entries(values).map(([key, given]) => {
    const isCaller = key === 'asked' && typeof given === 'string';
    const said = isCaller ? (CALLERS[given] ?? given) : (JSON.stringify(given) ?? 'none');
    return `${isCaller ? 'caller' : shorten(key, VALUE_LENGTH)}: ${shorten(said, VALUE_LENGTH)}`;
  });
  return parts.length === 0 ? 'the plain request' : parts.join(', ');
}

/** Returns `in 3 of 3 attempts` for `3 of 3`; other texts of foreign reports stay unchanged. */
const seenIn = (reproduced: string): string =>
  /^\d+ of \d+$/.test(reproduced)
    ? `in ${reproduced} attempts`.replace(/of 1 attempts$/, 'of 1 attempt')
    : reproduced;

/** Returns the cited sections: `§ 4.1, 7`. */
export const citedSections = ({ sections }: Pick<RuleReport, 'sections'>): string =>
  sections.length === 0 ? 'no section' : `§\u00a0${sections.join(', ')}`;

/** UTF-16 units shown of an address or an answer. */
const ANSWER = 200;

/** Returns the facts of a failure; the beginning of the answer, unless records say more or it may be private. */
function cardFacts(rule: RuleReport, failure: FailureReport, isPrivate: boolean): readonly Fact[] {
  const { expected, actual, means, counterexample, reproduced, records } = failure;
  const listed = listedWords(rule);
  const answer = isPrivate || records !== undefined ? '' : (judgedOf(failure)?.response?.body ?? '');
  return [
    ['Expected', [sentence(expected)], 'pass'],
    ['Actual', [sentence(actual)], 'fail'],
    ['Impact', [sentence(means)]],
    ['Counterexample', [value(caseText(counterexample))]],
    ['Seen', [sentence(seenIn(reproduced))]],
    ...fact('Answer', answer === '' ? null : [value(answer.slice(0, ANSWER))]),
    ...fact('Baseline', listed === null ? null : [sentence(listed)]),
  ];
}

/** Returns `200`, `no answer: the connection was reset`, or `200, incomplete: …`. */
export function answerText({ response, fault }: ExchangeReport): string {
  if (response === null) return `no answer: ${fault ?? 'unknown reason'}`;
  return fault === undefined ? String(response.status) : `${response.status}, incomplete: ${fault}`;
}

/** Returns what an exchange is in the evidence: `This request`, `Compared with`, `Created by`, `Listing`, `Request 2`. */
function labelOf(exchange: ExchangeReport, failure: FailureReport): string {
  const { role, request, response } = exchange;
  if (exchange === judgedOf(failure)) return 'This request';
  if (role === 'twin') return 'Compared with';
  const isCreated = request.method === 'POST' && String(response?.status).startsWith('2');
  if (role === 'context' && isCreated) return 'Created by';
  if (role === 'context' && request.method === 'GET') return 'Listing';
  return `Request ${failure.exchanges.indexOf(exchange) + 1}`;
}

/** Most records shown; a run keeps fewer. */
const RECORDS_SHOWN = 12;
/** UTF-16 units of a field of a record. */
const FIELD_LENGTH = 60;

/** Returns the records that show a failure, a row each. Without titles, they can be shown to anybody. */
function recordBlocks(failure: FailureReport, isPrivate: boolean): Block[] {
  const { exchanges, kind } = failure;
  const records = failure.records?.slice(0, RECORDS_SHOWN) ?? [];
  const judged = judgedOf(failure);
  const placesIn = ({ places }: RecordReport, answer: ExchangeReport): number[] =>
    places.filter(({ exchange }) => exchanges[exchange - 1] === answer).map(({ result }) => result);
  const answers = exchanges
    .filter((exchange) => records.some((record) => placesIn(record, exchange).length > 0))
    // The judged answer is the first column.
    .toSorted((a, b) => Number(b === judged) - Number(a === judged));
  if (answers.length === 0) return [];
  const fields = (['number', 'state', 'title'] as const).filter(
    (key) =>
      records.some((record) => record[key] !== undefined) &&
      (key !== 'title' || !isPrivate || kind === 'leaked'),
  );
  const rowOf = (record: RecordReport) => [
    {
      ...(record.differs ? { mark: 'fail' as const } : {}),
      words: [value(record.name ?? 'the list ends', FIELD_LENGTH)],
    },
    ...answers.map((answer) => {
      const places = placesIn(record, answer);
      return { words: [places.length === 0 ? '–' : `result ${joinAnd(places.map(String))}`] };
    }),
    ...fields.map((key) => ({ words: [value(record[key] ?? '–', FIELD_LENGTH)] })),
  ];
  const heads = answers.map((answer) => labelOf(answer, failure));
  const titles = fields.map((key) => key.replace(/^./, (letter) => letter.toUpperCase()));
  return [table('The records that show it', ['Record', ...heads, ...titles], records.map(rowOf))];
}

/** Matches a credential that a report only describes: `<TOKEN with one character changed>`. */
const DESCRIBED = /<(?!TOKEN>|OUTSIDER_TOKEN>|HEADERS: )[^<>]*(?:TOKEN|HEADERS)[^<>]*>/;
/** Most curl commands that show one failure. */
const MOST_COMMANDS = 3;

/** Returns the exchanges that together show a failure, in the order of time: equal requests once. */
function shownBy(failure: FailureReport): readonly ExchangeReport[] {
  const judged = judgedOf(failure);
  const named = new Set(failure.records?.flatMap(({ places }) => places.map(({ exchange }) => exchange)));
  const needed = failure.exchanges.filter(
    (exchange, at) =>
      exchange === judged ||
      exchange.role === 'case' ||
      exchange.role === 'twin' ||
      named.has(at + 1) ||
      (exchange.role === 'context' && exchange.request.method !== 'GET'),
  );
  const sent = (exchange: ExchangeReport | undefined): string => JSON.stringify(exchange?.request);
  const others = needed.filter((one) => one === judged || sent(one) !== sent(judged));
  const once = new Set(new Map(others.map((one) => [sent(one), one])).values());
  return failure.exchanges.filter((one) => once.has(one));
}

/** Returns the reason why curl commands cannot show a failure; `null` if they can. */
function whyNoCurl(needed: readonly ExchangeReport[], { handler }: Report['run']): string | null {
  if (handler === true) return 'A handler within a program answered, at no address.';
  if (needed.length === 0) return 'The report has no request.';
  if (needed.some(({ request }) => DESCRIBED.test(JSON.stringify(request))))
    return 'The credential is made from TOKEN, so no report shows it.';
  return needed.length > MOST_COMMANDS ? 'Several requests together show this.' : null;
}

/** UTF-16 units of all requests and responses of a page. */
const EVIDENCE = 250_000;

/** Returns a request and its response as a page unfolds them. @param most UTF-16 units of each */
function exchangeBlocks(exchange: ExchangeReport, most: number): Block[] {
  const { request, response, ms } = exchange;
  const codeOf = (
    first: string,
    headers: Readonly<Record<string, string>> = {},
    json: string | null = null,
  ): Block => {
    const fields = Object.entries(headers).map(([key, given]) => `${key}: ${given}`);
    // A line for each record of a list.
    const lines = [first, ...fields, json?.replaceAll(/\},\s*\{/g, '},\n{') ?? ''];
    return { is: 'code', text: body(lines.filter((line) => line !== '').join('\n'), most) };
  };
  return [
    codeOf(`${request.method} ${request.url}`, request.headers, request.body),
    codeOf(`${answerText(exchange)} (${ms.toFixed(0)} ms)`, response?.headers, response?.body),
  ];
}

/**
 * Returns the requests that show a failure, each with its curl command, and how to replay it. A page has all of the evidence.
 * Commands are made from the evidence, never taken from the report.
 */
function requestBlocks(rule: RuleReport, failure: FailureReport, { run, counts }: CardContext): Block[] {
  const { exchanges } = failure;
  const needed = shownBy(failure);
  const why = whyNoCurl(needed, run);
  const most = Math.min(2500, Math.floor(EVIDENCE / counts.fail / exchanges.length / 2));
  const requests = exchanges.flatMap((exchange): Block[] => {
    const { method, url } = exchange.request;
    const label = `${labelOf(exchange, failure)}: `;
    const words = [label, value(`${method} ${url}`, ANSWER), ' → ', sentence(answerText(exchange))];
    const [line, fold] = folded(words, exchangeBlocks(exchange, most));
    if (!needed.includes(exchange)) return [fold];
    if (why !== null) return [line, fold];
    return [
      line,
      fold,
      { is: 'command', title: 'Try it', text: curlOf(exchange, run.uncheckedCertificates) },
    ];
  });
  const isReplayable = isPlainId(rule.id) && run.handler !== true;
  const replay: Block = { is: 'command', title: 'Replay', text: replayLine(run, { id: rule.id }) };
  return [
    ...requests,
    ...(why === null ? [] : [text([why])]),
    // A terminal ends with the command that replays all.
    ...(isReplayable ? [why === null ? only(['markdown', 'page'], replay) : replay] : []),
  ];
}

/** Returns a line that a page unfolds. */
const folded = (words: RichText, blocks: readonly Block[]): readonly [Block, Block] => [
  only(['terminal', 'markdown'], text(words)),
  { is: 'fold', only: ['page'], words, blocks },
];

/** What a card says of its report. */
type CardContext = Pick<Report, 'run' | 'counts' | 'rules'>;

/**
 * True if the evidence of a rule may hold private data, which belongs in the folded parts of a page alone: jobs print what a
 * terminal shows, and their logs may be public. Once something leaked, private records may stand in any list.
 */
const mayBePrivate = ({ id }: RuleReport, { rules }: CardContext): boolean =>
  id.startsWith('list.private.') || rules.some(({ failure }) => failure?.kind === 'leaked');

/** Returns what the specification states for a rule; nothing for an unknown rule. */
export const specificationOf = ({ id }: RuleReport): Block[] => {
  const { specification = [] } = catalogue.find((rule) => rule.id === id) ?? {};
  return specification.length === 0 ? [] : [list(specification.map((one) => ({ words: [sentence(one)] })))];
};

/** Returns the statement and the facts of a failed rule, the records and requests that show it, and how to see it again. */
export function cardBlocks(rule: RuleReport, report: CardContext): Block[] {
  const { failure, level, statement } = rule;
  const words = [`${level}, `, name(citedSections(rule)), '. ', sentence(statement)];
  const stated = specificationOf(rule);
  const isPrivate = mayBePrivate(rule, report);
  return [
    ...(stated.length === 0 ? [text(words)] : folded(words, stated)),
    ...(failure === undefined
      ? []
      : [
          { is: 'facts', facts: cardFacts(rule, failure, isPrivate) } as const,
          ...recordBlocks(failure, isPrivate),
          ...requestBlocks(rule, failure, report),
        ]),
  ];
}

/** Returns a failure as plain text, for other programs' reports. */
export const cardText = (rule: RuleReport, report: CardContext): string =>
  blocksText([text([name(rule.id)]), ...cardBlocks(rule, report)]);
