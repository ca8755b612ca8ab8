import { curlOf, isPlainId, replayLine } from '../report/commands.ts';
import type { DifferenceReport, ExchangeReport, FailureReport, Report, RuleReport } from '../report/model.ts';
import { breakInText } from '../report/runner-commands.ts';
import { inert, shorten, shown } from '../report/text.ts';
import { listedWords } from './baseline.ts';
import { likelyOf } from './likely.ts';

/**
 * Kind of a text: sentences, values that people copy, or a command that must be shown whole or not at all.
 */
type Kind = 'prose' | 'value' | 'command';

/** One part of a failure card. Its text comes from the report and may be the target's. */
export interface CardRow {
  readonly part:
    | 'likely'
    | 'expected'
    | 'actual'
    | 'difference'
    | 'records'
    | 'impact'
    | 'counterexample'
    | 'smaller'
    | 'seen'
    | 'listed'
    | 'exchange'
    | 'curl'
    | 'replay';
  readonly label: string;
  readonly kind: Kind;
  readonly text: string;
  /** The list of results that the text shows, for a difference. */
  readonly list?: DifferentList;
}

/** The failure card of a rule. */
export interface Card {
  readonly rule: RuleReport;
  /** `list.per-page.zero (required, § 8)` */
  readonly title: string;
  readonly rows: readonly CardRow[];
}

/**
 * Returns a value as JSON. A string that holds JSON is only quoted, because it is easier to read without
 * escapes.
 */
export function literal(value: unknown): string {
  if (typeof value === 'string' && value.includes('"') && !/['\\]/.test(value)) return `'${value}'`;
  return JSON.stringify(value) ?? 'none';
}

/** UTF-16 units shown of a value or name, so that a long one does not hide the others. */
const VALUE_LENGTH = 300;
/** Most names shown of a list; a run keeps fewer. */
const NAMES_SHOWN = 20;

/** Shown in place of an empty counterexample. */
export const PLAIN_REQUEST = 'none: the plain request breaks the rule';

const CALLERS: Readonly<Record<string, string>> = {
  anonymous: 'no credential',
  member: 'TOKEN',
  outsider: 'OUTSIDER_TOKEN',
};

/** Returns the values of a case with their names; a caller is named by the credential. */
export const counterexampleValues = (
  values: FailureReport['counterexample'],
): readonly (readonly [string, unknown])[] =>
  Object.entries(values).map(([name, value]) =>
    name === 'asked' && typeof value === 'string' ? ['caller', CALLERS[value] ?? value] : [name, value],
  );

function counterexampleOf(values: FailureReport['counterexample']): string {
  const parts = counterexampleValues(values).map(
    ([name, value]) => `${shorten(name, VALUE_LENGTH)}: ${shorten(literal(value), VALUE_LENGTH)}`,
  );
  return parts.length === 0 ? PLAIN_REQUEST : parts.join(', ');
}

/** Returns `200`, `no answer: the connection was reset`, or `200, incomplete: …`. */
function answerOf({ response, fault }: ExchangeReport): string {
  if (response === null) return `no answer: ${fault ?? 'unknown reason'}`;
  return fault === undefined ? String(response.status) : `${response.status}, incomplete: ${fault}`;
}

/** Returns the last exchange, which the curl command repeats, in one line. */
function exchangeOf(exchanges: readonly ExchangeReport[]): string | null {
  const telling = exchanges.at(-1);
  if (telling === undefined) return null;
  const { method, url } = telling.request;
  const more = exchanges.length === 1 ? '' : ` (the last of ${exchanges.length}, all in conformance.json)`;
  return `${method} ${url} → ${answerOf(telling)}${more}`;
}

/** One of two lists of results, around their first difference. */
export interface DifferentList {
  /** Number of results before the names. */
  readonly before: number;
  readonly names: readonly string[];
  /** Index of the first name that differs, counted from 0; the number of names if the list ends there. */
  readonly at: number;
  readonly after: number;
}

/** Returns `… 20 [17] 19 …`: the name that differs is in brackets. */
function listText({ before, names, at, after }: DifferentList): string {
  const words = names.map((name) => shorten(name, VALUE_LENGTH));
  const marked = [...words, ...(at < words.length ? [] : ['(end)'])].map((word, index) =>
    index === at ? `[${word}]` : word,
  );
  return [...(before > 0 ? ['…'] : []), ...marked, ...(after > 0 ? ['…'] : [])].join(' ');
}

/** Returns a row for each list, that of the failed case first. */
function differenceRows({ at, from, ...lists }: DifferenceReport): CardRow[] {
  const row = (label: string, names: readonly string[], total: number): CardRow => {
    const list = {
      before: from - 1,
      names: names.slice(0, NAMES_SHOWN),
      at: at - from,
      after: Math.max(0, total - (from - 1) - Math.min(names.length, NAMES_SHOWN)),
    };
    return { part: 'difference', label, kind: 'value', text: listText(list), list };
  };
  return [
    row('This request', lists.case, lists.caseTotal),
    row('Compared with', lists.twin, lists.twinTotal),
  ];
}

function recordsOf(records: NonNullable<FailureReport['records']>): string {
  return records
    .map(({ name, at }) => {
      const places = at.map(({ exchange, result }) => `result ${result} of response ${exchange}`);
      return places.length === 0 ? `${name}: nowhere` : `${name}: ${places.join(' and ')}`;
    })
    .join('; ');
}

/** Returns the likely cause as a sentence: `Pages hold 50 results at most (…).` */
function likelyText(rule: RuleReport, run: Report['run'] | null): string | null {
  const [text] = likelyOf(rule, run?.likelyCauses ?? []);
  return text === undefined ? null : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Returns `in 3 of 3 attempts` for `3 of 3`; other texts of old or foreign reports stay unchanged. */
const seenIn = (reproduced: string): string =>
  /^\d+ of \d+$/.test(reproduced)
    ? `in ${reproduced} attempts`.replace(/of 1 attempts$/, 'of 1 attempt')
    : reproduced;

/** Returns the cited sections: `§ 4.1, 7`. */
export const citedSections = ({ sections }: Pick<RuleReport, 'sections'>): string =>
  sections.length === 0 ? 'no section' : `§\u00a0${sections.join(', ')}`;

/** Returns the card of a broken rule; a rule without a failure has no rows. */
export function cardOf(rule: RuleReport, run: Report['run'] | null = null): Card {
  const { failure } = rule;
  const title = `${rule.id} (${rule.level}, ${citedSections(rule)})`;
  if (failure === undefined) return { rule, title, rows: [] };
  const row = (part: CardRow['part'], label: string, text: string | null, kind: Kind = 'prose'): CardRow[] =>
    text === null || text === '' ? [] : [{ part, label, kind, text }];
  const { difference, records = [], exchanges } = failure;
  const last = exchanges.at(-1);
  return {
    rule,
    title,
    rows: [
      ...row('likely', 'Likely cause', likelyText(rule, run)),
      ...row('expected', 'Expected', failure.expected),
      ...row('actual', 'Actual', failure.actual),
      ...(difference === undefined ? [] : differenceRows(difference)),
      ...row('records', 'Found', records.length === 0 ? null : recordsOf(records)),
      ...row('impact', 'Impact', failure.means),
      ...row('counterexample', 'Counterexample', counterexampleOf(failure.counterexample), 'value'),
      ...row('seen', 'Seen', seenIn(failure.reproduced)),
      ...row('listed', 'Baseline', listedWords(rule)),
      ...row('exchange', 'Request and response', exchangeOf(exchanges), 'value'),
      ...row('curl', 'Reproduce with curl', last === undefined ? null : curlOf(last), 'command'),
      ...row('replay', 'Replay', isPlainId(rule.id) ? replayLine(run, { id: rule.id }) : null, 'command'),
    ],
  };
}

const PROSE = 600;
const COMMAND = 3000;

/** True if a command can be shown whole and unchanged. */
export const isShowable = (command: string): boolean =>
  command.length <= COMMAND && breakInText(inert(command)) === command;

/** Returns a card as plain text, a line for each part. */
export function cardText(rule: RuleReport): string {
  const { title, rows } = cardOf(rule);
  const lines = rows
    .filter(({ part }) => part !== 'replay')
    .map(({ label, kind, text }) => {
      const isHidden = kind === 'command' && !isShowable(text);
      const said = isHidden
        ? 'not fit to be shown; see conformance.json'
        : shown(text, kind === 'command' ? COMMAND : PROSE);
      return `${label}: ${said}`;
    });
  return [shown(title.replace('\u00a0', ' '), PROSE), shown(rule.statement, PROSE), ...lines].join('\n');
}

const SEEN = 80;

/** Returns the statuses at the start of a text: `401 or 404` of `401 or 404 for an invalid token`. */
const leadingStatuses = (text: string): string | undefined =>
  /^\d{3}(?:(?:, \d{3})* or \d{3})?(?=$|\D)/.exec(text)?.[0];

/** Returns the status at the start of a text: `404` of `404: no such repository`. */
export const leadingStatus = (text: string): string | undefined => /^\d{3}(?=$|\D)/.exec(text)?.[0];

/**
 * Returns the expected value if it has the kind of the actual one: a status, a number of results, or one
 * result.
 */
function dueInstead(expected: string, actual: string): string | undefined {
  const isNumber = /^\d+ results?$/.test(actual);
  const [, place, issue] =
    /^(?:one order for one request: )?result (\d+) is (issue \S+?)(?=,|$)/.exec(expected) ?? [];
  if (issue !== undefined) return actual.startsWith(`result ${place} is `) ? issue : undefined;
  if (isNumber) return /^(?:exactly|at most) (\d+) results?(?=$|,)/.exec(expected)?.[1];
  const [due, given] = [leadingStatuses(expected), leadingStatus(actual)];
  return given === undefined || due === given ? undefined : due;
}

/**
 * Returns the actual result in a few words: `403, not 404`. The text may be the target's. It is long only in
 * foreign reports.
 */
export function seenOf({ failure, statement }: RuleReport): string {
  if (failure === undefined) return statement;
  const { expected, actual, kind, exchanges } = failure;
  if (kind === 'leaked') {
    const status = exchanges.at(-1)?.response?.status;
    return `leak: private data${status === undefined ? '' : ` in an answer ${status}`}`;
  }
  const due = actual.length <= SEEN ? dueInstead(expected, actual) : undefined;
  if (due === undefined) return actual;
  return `${actual}, ${expected.startsWith('at most ') ? 'more than' : 'not'} ${due}`;
}
