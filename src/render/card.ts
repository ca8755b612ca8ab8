import { shorten } from '../model/text.ts';
import { curlOf, isPlainId, replayLine } from '../report/commands.ts';
import { leadingStatus } from '../report/groups.ts';
import type { DifferenceReport, ExchangeReport, FailureReport, Report, RuleReport } from '../report/model.ts';
import { type Fact, isShowable, name, plain, type RichText, sentence, value } from './document.ts';
import { listedWords } from './lists.ts';

/** UTF-16 units shown of a value or name, so that a long one does not hide the others. */
const VALUE_LENGTH = 160;
/** Most names shown of a list; a run keeps fewer. */
const NAMES_SHOWN = 20;

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

/** Returns the results around the first difference: `… 20 [17] 19 …`; the one that differs is in brackets. */
function listText(names: readonly string[], total: number, { at, from }: DifferenceReport): string {
  if (total === 0) return 'no results';
  const shown = names.slice(0, NAMES_SHOWN).map((each) => shorten(each, VALUE_LENGTH));
  const differs = at - from;
  const marked = shown.map((word, index) => (index === differs ? `[${word}]` : word));
  const after = total - (from - 1) - shown.length;
  const text = [...(from > 1 ? ['…'] : []), ...marked, ...(after > 0 ? ['…'] : [])].join(' ');
  return differs < shown.length ? text : `${text}, then the list ends`;
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
  const { expected, actual, difference, means, counterexample, reproduced } = failure;
  const listed = listedWords(rule);
  return [
    ['Expected', [sentence(expected)], 'pass'],
    ['Actual', [sentence(actual)], 'fail'],
    ...(difference === undefined
      ? []
      : ([
          ['This request', [value(listText(difference.case, difference.caseTotal, difference))]],
          ['Compared with', [value(listText(difference.twin, difference.twinTotal, difference))]],
        ] as const)),
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

/** Matches a credential that a report only describes: `<TOKEN with one character changed>`. */
const DESCRIBED = /<(?!TOKEN>|OUTSIDER_TOKEN>|HEADERS: )[^<>]*(?:TOKEN|HEADERS)[^<>]*>/;
/** Returns the reason why no single curl command can show a failure; `null` if one can. */
function whyNoCurl({ exchanges }: FailureReport): string | null {
  const last = exchanges.at(-1);
  if (last === undefined) return 'The report has no request.';
  if (DESCRIBED.test(JSON.stringify(last.request)))
    return 'The credential is made from TOKEN, so no report shows it.';
  const isOneOfSeveral = exchanges
    .slice(0, -1)
    .some(({ role, request }) => role === 'case' || request.method !== 'GET');
  return isOneOfSeveral ? 'Several requests together show this.' : null;
}

export interface Reproduction {
  readonly curl: string | null;
  /** Reason why there is no curl command; empty if there is one. */
  readonly why: string;
  /** `null` if the id of the rule cannot be pasted. */
  readonly replay: string | null;
}

/** Returns how to see a failure again. The curl command is made from the evidence, never taken from the report. */
export function reproductionOf(rule: RuleReport, run: Report['run'] | null): Reproduction {
  const { failure } = rule;
  const replay = isPlainId(rule.id) && run?.handler !== true ? replayLine(run, { id: rule.id }) : null;
  const within = run?.handler === true ? 'A handler within a program answered, at no address.' : null;
  const why = failure === undefined ? 'The report has no request.' : (within ?? whyNoCurl(failure));
  const last = failure?.exchanges.at(-1);
  if (why !== null || last === undefined) return { curl: null, why: why ?? '', replay };
  return { curl: curlOf(last, run?.uncheckedCertificates), why: '', replay };
}

/** Returns a failure as plain text, a line for each fact. */
export function cardText(rule: RuleReport, run: Report['run'] | null = null): string {
  const { curl } = reproductionOf(rule, run);
  const lines = cardFacts(rule).map(([label, words]) => `${label}: ${plain(words)}`);
  const title = plain([name(rule.id), ` (${rule.level}, `, name(citedSections(rule)), ')']);
  return [
    title.replace('\u00a0', ' '),
    plain([sentence(rule.statement)]),
    ...lines,
    ...(curl === null || !isShowable(curl) ? [] : [`Reproduce with curl: ${curl}`]),
  ].join('\n');
}

/** Returns the actual result in a few words: `403, not 404`. */
export function actualInShort({ failure, statement }: RuleReport): string {
  if (failure === undefined) return statement;
  const { expected, actual, kind, exchanges } = failure;
  if (kind === 'leaked') {
    const status = exchanges.at(-1)?.response?.status;
    return status === undefined ? 'private data leaked' : `${status} response leaks private data`;
  }
  const [due] = /^\d{3}(?:(?:, \d{3})* or \d{3})?(?=$|\D)/.exec(expected) ?? [];
  const given = leadingStatus(actual);
  return due === undefined || given === undefined || due.includes(given) ? actual : `${actual}, not ${due}`;
}
