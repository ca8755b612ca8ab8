import { inert } from './inert.ts';
import { listedWords } from './listed.ts';
import type { ExchangeReport, FailureReport, RuleReport } from './model.ts';
import { shown } from './shown.ts';

/** One part of a failure card; the text is one line without control characters. */
export interface CardLine {
  readonly part:
    | 'rule'
    | 'statement'
    | 'expected'
    | 'actual'
    | 'means'
    | 'counterexample'
    | 'reproduced'
    | 'listed'
    | 'exchange'
    | 'curl';
  /** What the part is called; empty for the rule and its statement, which speak for themselves. */
  readonly label: string;
  readonly text: string;
}

const PROSE = 600;
const VALUE = 300;
const ADDRESS = 500;
const COMMAND = 3000;

/** JSON, but for texts that hold JSON themselves: those are easier to read without their escapes. */
export function literal(value: unknown): string {
  if (typeof value === 'string' && value.includes('"') && !/['\\]/.test(value)) return `'${value}'`;
  return JSON.stringify(value) ?? 'none';
}

function counterexampleOf(values: FailureReport['counterexample']): string {
  const parts = Object.entries(values).map(
    ([name, value]) => `${shown(name, VALUE)}: ${shown(literal(value), VALUE)}`,
  );
  return parts.length === 0 ? 'none: the rule is broken by the plain request' : parts.join(', ');
}

function answerOf({ response, fault }: ExchangeReport): string {
  if (response === null) return `no answer: ${shown(fault ?? 'not known why', PROSE)}`;
  return fault === undefined
    ? String(response.status)
    : `${response.status}, cut short: ${shown(fault, PROSE)}`;
}

/** The exchange that the curl line repeats: the last one. */
function exchangeOf(exchanges: readonly ExchangeReport[]): string | null {
  const telling = exchanges.at(-1);
  if (telling === undefined) return null;
  const { method, url } = telling.request;
  const others = exchanges.length - 1;
  const more = others === 0 ? '' : ` (the last of ${exchanges.length}, all in conformance.json)`;
  return `${shown(method, VALUE)} ${shown(url, ADDRESS)} → ${answerOf(telling)}${more}`;
}

// A command that is not the real one is worse than none, so it is shown whole or not at all.
function curlOf(curl: string): string {
  return curl.length > COMMAND || inert(curl) !== curl
    ? 'not fit to be shown here; it stands in conformance.json, under "curl"'
    : curl;
}

/** A card as plain text, a line for each part. */
export const cardText = (rule: RuleReport): string =>
  cardLines(rule)
    .map(({ label, text }) => (label === '' ? text : `${label}: ${text}`))
    .join('\n');

/** The card of a broken rule, part by part; a rule without a failure has the first two only. */
export function cardLines(rule: RuleReport): readonly CardLine[] {
  const sections = rule.sections.map((section) => shown(section, VALUE)).join(', ');
  const lines: CardLine[] = [
    { part: 'rule', label: '', text: `${shown(rule.id, VALUE)} (${rule.level}, § ${sections})` },
    { part: 'statement', label: '', text: shown(rule.statement, PROSE) },
  ];
  const { failure } = rule;
  if (failure === undefined) return lines;
  const exchange = exchangeOf(failure.exchanges);
  lines.push(
    { part: 'expected', label: 'expected', text: shown(failure.expected, PROSE) },
    { part: 'actual', label: 'actual', text: shown(failure.actual, PROSE) },
    { part: 'means', label: 'to a client', text: shown(failure.means, PROSE) },
    {
      part: 'counterexample',
      label: 'counterexample',
      text: counterexampleOf(failure.counterexample),
    },
    { part: 'reproduced', label: 'reproduced', text: shown(failure.reproduced, VALUE) },
  );
  const listed = listedWords(rule);
  if (listed !== null) lines.push({ part: 'listed', label: 'baseline', text: listed });
  if (exchange !== null) lines.push({ part: 'exchange', label: 'exchange', text: exchange });
  if (failure.curl !== '') lines.push({ part: 'curl', label: 'by hand', text: curlOf(failure.curl) });
  return lines;
}
