import type { Exchange } from '../../src/client/exchange.ts';
import { canonical, readJson, scalarText } from '../../src/client/json.ts';
import { Secrets } from '../../src/client/secrets.ts';
import { markerPattern } from '../../src/context/markers.ts';
import type { TrialResult } from '../../src/engine/trial.ts';
import { shortName } from '../../src/listings/compare.ts';
import { isObject } from '../../src/listings/records.ts';
import type { ConfirmedViolation } from '../../src/model/finding.ts';
import { GRAVE, isOfContents } from '../../src/model/violation-kinds.ts';
import { markdown } from '../../src/render/markdown.ts';
import { page } from '../../src/render/page.ts';
import { reportDocument } from '../../src/render/report-document.ts';
import { terminal } from '../../src/render/terminal.ts';
import type { FailureReport } from '../../src/report/model.ts';
import { ruleReport } from '../../src/runner/rule-report.ts';
import { sampleReport } from '../report/reports.ts';

const ANY_MARKER = markerPattern('[0-9a-z]{6,}');

/** Returns the list in an answer; `null` if it has none. */
function listIn({ response }: Exchange): readonly unknown[] | null {
  if (response === null) return null;
  const reading = response.long?.json ?? readJson(response.body);
  return reading.kind === 'json' && Array.isArray(reading.value) ? reading.value : null;
}

/** True if a record shows a difference: an answer lacks it, has it elsewhere or twice, or has more records than are due. */
function isCulprit(record: unknown, answers: readonly Exchange[], due: number): boolean {
  const lists = answers.map((answer) => (listIn(answer) ?? []).map((one) => canonical(one)));
  const places = lists.map((list) => list.flatMap((one, at) => (one === canonical(record) ? [at] : [])));
  return (
    new Set(places.map(String)).size > 1 ||
    places.flat().length > lists.length ||
    (lists[0]?.length ?? 0) !== due
  );
}

/** Returns the texts that the evidence of a failure must show, whatever the violation claims. */
function neededTexts({ kind, exchanges, records = [] }: ConfirmedViolation): string[] {
  const posted = exchanges.flatMap(({ request }) => request.body?.match(ANY_MARKER)?.[0] ?? []);
  const isListed = (marker: string): boolean =>
    exchanges.some((exchange) => listIn(exchange)?.some((record) => canonical(record).includes(marker)));
  if (kind === 'lost' && records.length === 0)
    return [posted.findLast((marker) => !isListed(marker)) ?? 'a marker that no listing has'];
  if (kind === 'stored' && !posted.slice(-1).every(isListed)) return ['a listing with its marker'];
  const judged = exchanges.at(-1);
  const named = new Set(records.flatMap(({ places }) => places.map(({ exchange }) => exchange)));
  const answers = exchanges.toReversed().filter((one) => named.has(one) || one === judged);
  const size = Number(new URL(judged?.request.url ?? '').searchParams.get('per_page') ?? 30);
  const due = size > 0 ? Math.min(size, 100) : 30;
  const culprit = records.find(({ name, places: [place], differs }) => {
    const record = place && listIn(place.exchange)?.[place.at];
    const isShown = kind === 'leaked' || kind === 'malformed' || posted.length > 0;
    return differs && name !== null && record !== undefined && (isShown || isCulprit(record, answers, due));
  });
  const [place] = culprit?.places ?? [];
  const record = place && listIn(place.exchange)?.[place.at];
  const number = isObject(record) ? (scalarText(record['number']) ?? '') : '';
  return culprit === undefined ? ['a record that differs'] : [shortName(culprit.name ?? ''), number];
}

/** Returns the layouts of a report of one failed rule, without its headlines. */
function layoutsOf(tried: TrialResult): Readonly<Record<string, string>> {
  const rule = ruleReport(tried, { seed: 1, secrets: new Secrets() });
  const document = reportDocument(sampleReport('nonconformant', { rules: [rule] }));
  const { actual = '' }: Partial<FailureReport> = rule.failure ?? {};
  const texts = {
    terminal: terminal(document, { color: false, width: 200 }),
    markdown: markdown(document),
    page: page(document)
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&#39;', "'")
      .replaceAll('&#x27;', "'")
      .replaceAll('&amp;', '&'),
  };
  const isInActual = actual.endsWith('is missing');
  return Object.fromEntries(
    Object.entries(texts).map(([format, text]) => [format, isInActual ? text : text.replaceAll(actual, '')]),
  );
}

/** Returns what the shown evidence of a failure of contents lacks, by layout. */
export function missingEvidence(tried: TrialResult): string[] {
  const { rule, verdict } = tried;
  if (verdict.verdict !== 'fail') return [];
  const { violation } = verdict;
  const { kind } = violation;
  if (!isOfContents(kind) && !GRAVE.has(kind)) return [];
  // A private text in an answer that is no list.
  if (kind === 'leaked' && violation.exchanges.every((exchange) => listIn(exchange) === null)) return [];
  const needed = neededTexts(violation);
  return Object.entries(layoutsOf(tried)).flatMap(([format, text]) =>
    needed
      .filter((one) => !text.includes(one))
      .map((one) => `${rule.id}: its evidence (${format}) lacks ${one} (${violation.actual})`),
  );
}
