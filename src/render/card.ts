import { joinAnd, shorten } from '../model/text.ts';
import { curlOf, isPlainId, replayLine } from '../report/commands.ts';
import { judgedOf, leadingStatus } from '../report/groups.ts';
import type { ExchangeReport, FailureReport, RecordReport, Report, RuleReport } from '../report/model.ts';
import { type Fact, isShowable, name, plain, type RichText, sentence, value } from './document.ts';
import { listedWords } from './lists.ts';

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

/** Returns `required, § 8. Statement`. */
export const statementOf = (rule: RuleReport): RichText => [
  `${rule.level}, `,
  name(citedSections(rule)),
  '. ',
  sentence(rule.statement),
];

export function cardFacts(rule: RuleReport): readonly Fact[] {
  const { failure } = rule;
  if (failure === undefined) return [];
  const { expected, actual, means, counterexample, reproduced } = failure;
  const listed = listedWords(rule);
  return [
    ['Expected', [sentence(expected)], 'pass'],
    ['Actual', [sentence(actual)], 'fail'],
    ['Impact', [sentence(means)]],
    ['Counterexample', [value(caseText(counterexample))]],
    ['Seen', [sentence(seenIn(reproduced))]],
    ...(listed === null ? [] : ([['Baseline', [sentence(listed)]]] as const)),
  ];
}

/** Returns `200`, `no answer: the connection was reset`, or `200, incomplete: …`. */
export function answerText({ response, fault }: ExchangeReport): string {
  if (response === null) return `no answer: ${fault ?? 'unknown reason'}`;
  return fault === undefined ? String(response.status) : `${response.status}, incomplete: ${fault}`;
}

/** Returns what an exchange is in the evidence: `This request`, `Compared with`, `Created by`, `Listing`, `Request 2`. */
export function labelOf(exchange: ExchangeReport, failure: FailureReport): string {
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

/** The records that show a failure: the heads of the answers that list them, and a row for each record. */
export interface RecordTable {
  readonly heads: readonly string[];
  readonly rows: readonly {
    readonly record: RecordReport;
    /** The places in each answer: `3`, `3 and 7`, or an empty text. */
    readonly places: readonly string[];
  }[];
}

/** Returns the records that show a failure; `null` if it has none. */
export function recordTable(failure: FailureReport): RecordTable | null {
  const records = failure.records?.slice(0, RECORDS_SHOWN) ?? [];
  const named = new Set(records.flatMap(({ places }) => places.map(({ exchange }) => exchange)));
  const answers = failure.exchanges.flatMap((exchange, at) => (named.has(at + 1) ? [exchange] : []));
  const judged = judgedOf(failure);
  // The judged answer is the first column.
  const columns = answers.toSorted((a, b) => Number(b === judged) - Number(a === judged));
  if (records.length === 0 || columns.length === 0) return null;
  const placesIn = ({ places }: RecordReport, column: ExchangeReport): string =>
    joinAnd(
      places
        .filter(({ exchange }) => failure.exchanges[exchange - 1] === column)
        .map(({ result }) => String(result)),
    );
  return {
    heads: columns.map((column) => labelOf(column, failure)),
    rows: records.map((record) => ({ record, places: columns.map((column) => placesIn(record, column)) })),
  };
}

/** Returns the name of a record; of the end of a list, that. */
export const recordName = ({ name: id }: RecordReport): string => id ?? 'the list ends';

/** Matches a credential that a report only describes: `<TOKEN with one character changed>`. */
const DESCRIBED = /<(?!TOKEN>|OUTSIDER_TOKEN>|HEADERS: )[^<>]*(?:TOKEN|HEADERS)[^<>]*>/;
/** Most curl commands that show one failure. */
const MOST_COMMANDS = 3;

/** Returns the exchanges that together show a failure, in the order of time: equal requests once. */
export function shownBy(failure: FailureReport): readonly ExchangeReport[] {
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
function whyNoCurl(failure: FailureReport): string | null {
  const needed = shownBy(failure);
  if (needed.length === 0) return 'The report has no request.';
  if (needed.some(({ request }) => DESCRIBED.test(JSON.stringify(request))))
    return 'The credential is made from TOKEN, so no report shows it.';
  return needed.length > MOST_COMMANDS ? 'Several requests together show this.' : null;
}

/** A curl command, and what it sends. */
export interface CurlCommand {
  readonly label: string;
  readonly exchange: ExchangeReport;
  readonly line: string;
}

export interface Reproduction {
  /** In the order of time; empty if curl cannot show the failure. */
  readonly curls: readonly CurlCommand[];
  /** Reason why there is no curl command; empty if there is one. */
  readonly why: string;
  /** `null` if the id of the rule cannot be pasted. */
  readonly replay: string | null;
}

/** Returns how to see a failure again. Commands are made from the evidence, never taken from the report. */
export function reproductionOf(rule: RuleReport, run: Report['run'] | null): Reproduction {
  const { failure } = rule;
  const replay = isPlainId(rule.id) && run?.handler !== true ? replayLine(run, { id: rule.id }) : null;
  const within = run?.handler === true ? 'A handler within a program answered, at no address.' : null;
  const why = failure === undefined ? 'The report has no request.' : (within ?? whyNoCurl(failure));
  if (why !== null || failure === undefined) return { curls: [], why: why ?? '', replay };
  const curls = shownBy(failure).map((exchange) => ({
    label: labelOf(exchange, failure),
    exchange,
    line: curlOf(exchange, run?.uncheckedCertificates),
  }));
  return { curls, why: '', replay };
}

/** Returns the records that show a failure as plain text, a line each. */
function recordLines(failure: FailureReport): string[] {
  const { rows = [], heads = [] } = recordTable(failure) ?? {};
  return rows.map(({ record, places }) => {
    const where = heads.flatMap((head, at) => (places[at] ? [`${head} ${places[at]}`] : [])).join(', ');
    const { number = '', state = '', title = '' } = record;
    const said = [recordName(record), number && `#${number}`, state, title].filter(Boolean).join(' ');
    return plain([record.differs ? '* ' : '  ', value(said, VALUE_LENGTH), ` (${where})`]);
  });
}

/** Returns a failure as plain text, a line for each fact. */
export function cardText(rule: RuleReport, run: Report['run'] | null = null): string {
  const { curls } = reproductionOf(rule, run);
  const records = rule.failure === undefined ? [] : recordLines(rule.failure);
  const lines = cardFacts(rule).map(([label, words]) => `${label}: ${plain(words)}`);
  const title = plain([name(rule.id), ` (${rule.level}, `, name(citedSections(rule)), ')']);
  return [
    title.replace('\u00a0', ' '),
    plain([sentence(rule.statement)]),
    ...lines,
    ...records,
    ...curls.flatMap(({ label, line }) =>
      isShowable(line)
        ? [`${curls.length > 1 ? `${label}, with curl` : 'Reproduce with curl'}: ${line}`]
        : [],
    ),
  ].join('\n');
}

/** Returns the actual result in a few words: `403, not 404`. */
export function actualInShort({ failure, statement }: RuleReport): string {
  if (failure === undefined) return statement;
  const { expected, actual, kind = 'status' } = failure;
  // The name of a record may look like a status.
  if (kind !== 'status' && kind !== 'server-error') return actual;
  const [, due] = /^(?:some )?(\dxx|\d{3}(?:(?:, \d{3})* or \d{3})?)(?=$|\D)/.exec(expected) ?? [];
  const given = leadingStatus(actual);
  return due === undefined || given === undefined || due.includes(given) ? actual : `${actual}, not ${due}`;
}
