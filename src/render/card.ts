import { catalogue } from '../../suites/catalogue.ts';
import { CALLER_LABELS } from '../client/request.ts';
import { cut, type Hidden } from '../client/secrets.ts';
import { markerIn } from '../context/markers.ts';
import { countOf, joinAnd, shorten } from '../model/text.ts';
import { curlOf, replayLine } from '../report/commands.ts';
import { isDecided } from '../report/exit-status.ts';
import { judgedOf } from '../report/groups.ts';
import type { ExchangeReport, FailureReport, Report, RuleReport } from '../report/model.ts';
import { listedWords } from './baseline-lists.ts';
import {
  type Block,
  code,
  command,
  facts,
  type Item,
  list,
  name,
  type Part,
  type RichText,
  sentence,
  table,
  text,
} from './document.ts';
import { blocksText } from './terminal.ts';

/** UTF-16 units shown of a value, so that a long one does not hide the others. */
const VALUE_LENGTH = 160;

const CALLERS = new Map<string, string>(Object.entries(CALLER_LABELS));

/** Returns the values of a case: `per_page: "0", caller: TOKEN`. A caller is named by the credential. */
function caseText(values: FailureReport['counterexample']): string {
  const parts = Object.entries(values).map(([key, given]) => {
    const isCaller = key === 'asked' && typeof given === 'string';
    const said = isCaller ? (CALLERS.get(given) ?? given) : (JSON.stringify(given) ?? 'none');
    return `${isCaller ? 'caller' : key}: ${shorten(said, VALUE_LENGTH)}`;
  });
  return parts.join(', ') || 'the plain request';
}

const citedSections = ({ sections }: Pick<RuleReport, 'sections'>): string => `§\u00a0${sections.join(', ')}`;

/** UTF-16 units shown of an address or an answer, in which a report has no secrets. */
const ANSWER = 200;

/** Returns the headers that tell a request from others to its address, and the issue that it creates: ` (no credential)`. */
function differenceOf({ request }: ExchangeReport, { exchanges }: FailureReport): RichText {
  const { method, url, headers, body } = request;
  const alike = exchanges.filter(({ request: one }) => one.method === method && one.url === url);
  const words = [...new Set(alike.flatMap((one) => Object.keys(one.request.headers)))]
    .filter((key) => alike.some((one) => one.request.headers[key] !== headers[key]))
    .map((key) => {
      const [given, isCredential] = [headers[key], key === 'authorization'];
      if (given === undefined) return `no ${isCredential ? 'credential' : key}`;
      return isCredential ? given.replace(/^Bearer <(.*)>$/, '$1') : `${key}: ${given}`;
    });
  const all = [...words, markerIn(body ?? '') ?? []].flat().join(', ');
  return all === '' ? [] : [' (', sentence(all, 160), ')'];
}

/** Returns where a judged answer shows an issue of a run, for a leak that has no records: its header, or its body around it. */
function leakPlace({ kind, records, ...failure }: FailureReport): string | null {
  if (kind !== 'leaked' || records !== undefined) return null;
  const { headers = {}, body = '' } = judgedOf(failure)?.response ?? {};
  const [header] = Object.entries(headers).find(([, value]) => markerIn(value) !== undefined) ?? [];
  if (header !== undefined) return `the header ${header}`;
  const marker = markerIn(body);
  return marker === undefined ? null : `the body, as ${marker}`;
}

/** Returns the facts of a failure, with the beginning of the answer, unless records say more or it may be private. */
function cardFacts(rule: RuleReport, failure: FailureReport, isPrivate: boolean): Block {
  const { expected, actual, means, counterexample, reproduced, records } = failure;
  const judged = judgedOf(failure);
  const listed = listedWords(rule);
  const more = judged && Object.keys(counterexample).length === 0 ? differenceOf(judged, failure) : [];
  const place = leakPlace(failure);
  const answer = isPrivate || records !== undefined ? '' : (judged?.response?.body ?? '');
  return facts([
    ['Expected', [sentence(expected)], 'pass'],
    ['Actual', [sentence(actual)], 'fail'],
    ['Impact', [sentence(means)]],
    ['Counterexample', [name(caseText(counterexample), 500), ...more]],
    ['Reproduced', [sentence(reproduced)]],
    ['Found in', place === null ? null : [name(place)]],
    ['Answer', answer === '' ? null : [name(cut(answer as Hidden, ANSWER))]],
    ['Baseline', listed === null ? null : [sentence(listed)]],
  ]);
}

/** Returns `200`, `no answer: the connection was reset`, or `200, incomplete: …`. */
function answerText({ response, fault }: ExchangeReport): string {
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

const RECORDS_SHOWN = 12;
const FIELD_LENGTH = 60;

/** Returns the records that show a failure, a row each. Without titles, they can be shown to anybody. */
function recordBlocks(failure: FailureReport, isPrivate: boolean): Block[] {
  const { exchanges, kind } = failure;
  const judged = judgedOf(failure);
  const records = (failure.records ?? []).slice(0, RECORDS_SHOWN);
  const resultsIn = ({ places }: (typeof records)[number], answer: ExchangeReport): string =>
    joinAnd(
      places.filter(({ exchange }) => exchanges[exchange - 1] === answer).map(({ result }) => String(result)),
    );
  const answers = exchanges
    .filter((answer) => records.some((record) => resultsIn(record, answer) !== ''))
    // The judged answer is the first column.
    .toSorted((a, b) => Number(b === judged) - Number(a === judged));
  const fields = (['number', 'state', 'title'] as const).filter(
    (key) => key !== 'title' || !isPrivate || kind === 'leaked',
  );
  const rowOf = (record: (typeof records)[number]): Item[] => {
    const results = answers.map((answer) => resultsIn(record, answer));
    const head = name(record.name ?? 'the list ends', FIELD_LENGTH);
    return [
      { mark: record.differs ? 'fail' : undefined, words: [head] },
      ...results.map((result) => ({ words: [result === '' ? '–' : `result ${result}`] })),
      ...fields.map((key) => ({ words: [name(record[key] ?? '–', FIELD_LENGTH)] })),
    ];
  };
  const heads = ['Record', ...answers.map((answer) => labelOf(answer, failure)), ...fields];
  return answers.length === 0 ? [] : [table('The records that show it', heads, records.map(rowOf))];
}

const MOST_COMMANDS = 3;

/** Returns the exchanges that together show a failure, in the order of time. */
function shownBy({ exchanges, records = [] }: FailureReport): readonly ExchangeReport[] {
  const named = new Set(records.flatMap(({ places }) => places.map(({ exchange }) => exchange)));
  return exchanges.filter(
    ({ role, request }, at) => role !== 'context' || request.method !== 'GET' || named.has(at + 1),
  );
}

/** UTF-16 units of a request or a response in a page. */
const MESSAGE = 2500;

/** Returns a line on a request, under which a page has the exchange. */
function exchangeFold(label: RichText, exchange: ExchangeReport): Block {
  const { request, response, ms } = exchange;
  const message = (first: string, headers: ExchangeReport['request']['headers'] = {}, json = ''): Block => {
    const fields = Object.entries(headers).map(([key, given]) => `${key}: ${given}`);
    // A line for each record of a list.
    const lines = [first, ...fields, json.replaceAll(/\},\s*\{/g, '},\n{')];
    return code(lines.filter((line) => line !== '').join('\n'), MESSAGE);
  };
  const sent = `${request.method} ${request.url}`;
  const answer = answerText(exchange);
  return {
    is: 'fold',
    words: [...label, ': ', name(sent, ANSWER), ' → ', sentence(answer)],
    blocks: [
      message(sent, request.headers, request.body ?? ''),
      message(`${answer} (${ms.toFixed(0)} ms)`, response?.headers, response?.body),
    ],
  };
}

/** Returns the requests that show a failure, each with its curl command, and how to replay it. A page has all exchanges. */
function requestBlocks(rule: RuleReport, failure: FailureReport, report: Report): Block[] {
  const { exchanges } = failure;
  const { run } = report;
  const needed = shownBy(failure);
  const isDescribed = needed.some((exchange) => curlOf(exchange) === '');
  const requests = exchanges.flatMap((exchange): Block[] => {
    const label = [labelOf(exchange, failure), ...differenceOf(exchange, failure)];
    const fold = exchangeFold(label, exchange);
    if (!needed.includes(exchange)) return [{ ...fold, only: ['page'] }];
    if (run.handler === true || isDescribed || needed.length > MOST_COMMANDS) return [fold];
    // Commands are made from the evidence, never taken from the report.
    return [fold, command('Try it', curlOf(exchange, run.uncheckedCertificates))];
  });
  const replay = command('Replay', replayLine(report, { id: rule.id }));
  return run.handler === true ? requests : [...requests, replay];
}

/**
 * True if the evidence of a rule may hold private data, which belongs in the folded parts of a page alone: jobs print what a
 * terminal shows, and their logs may be public. Once something leaked, private records may stand in any list.
 */
const mayBePrivate = ({ id }: RuleReport, { rules }: Report): boolean =>
  id.startsWith('list.private.') || rules.some(({ failure }) => failure?.kind === 'leaked');

/**
 * Returns the statement of a failed rule, under which a page has those of the specification; its facts; the records and
 * requests that show it.
 */
export function cardBlocks(rule: RuleReport, report: Report): Block[] {
  const { failure, level, statement } = rule;
  const isPrivate = mayBePrivate(rule, report);
  const { specification = [] } = catalogue.find(({ id }) => id === rule.id) ?? {};
  const stated: Block = {
    is: 'fold',
    words: [`${level}, `, name(citedSections(rule)), '. ', sentence(statement)],
    blocks: [list(specification.map((one) => ({ words: [sentence(one)] })))],
  };
  if (failure === undefined) return [stated];
  return [
    stated,
    cardFacts(rule, failure, isPrivate),
    ...recordBlocks(failure, isPrivate),
    ...requestBlocks(rule, failure, report),
  ];
}

/** Returns how a rule that did not fail was tried, or the reason why it is undecided. */
export const triedBlock = (rule: RuleReport): Block =>
  facts([
    ['Reason', isDecided(rule) ? null : [sentence(rule.reason ?? '')]],
    ['Level', [`${rule.level}, `, name(citedSections(rule))]],
    ['Tried', [`${countOf(rule.cases, 'case')}, ${countOf(rule.requests, 'request')}`]],
    ['Example', rule.tried?.example === undefined ? null : [name(caseText(rule.tried.example.case), 200)]],
    ['Note', rule.note === undefined ? null : [sentence(rule.note, 300)]],
  ]);

/** Returns a failure as plain text, for other programs' reports. */
export const cardText = (rule: RuleReport, report: Report): string =>
  blocksText([text([name(rule.id)]), ...cardBlocks(rule, report)]);

/** Returns the request that showed that the target cannot be checked; nothing if nothing was sent. */
export function unusablePart({ evidence, run }: Report): Part {
  const part = { id: 'evidence', mark: 'fail', title: 'The request that shows it' } as const;
  if (evidence === undefined) return { ...part, blocks: [] };
  const blocks = [
    exchangeFold(['Request'], evidence),
    ...(evidence.response === null ? [] : [text([name(cut(evidence.response.body as Hidden, ANSWER))])]),
    ...(run.handler === true ? [] : [command('Try it', curlOf(evidence, run.uncheckedCertificates))]),
  ];
  return { ...part, blocks };
}
