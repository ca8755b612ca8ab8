import { stringify } from 'lossless-json';
import type { Exchange, ReceivedResponse } from '../client/exchange.ts';
import { readJson, scalarText } from '../client/json.ts';
import type { Secrets } from '../client/secrets.ts';
import { markerIn } from '../context/markers.ts';
import { shortName } from '../listings/compare.ts';
import { isObject } from '../listings/records.ts';
import type { ShownRecord, Violation } from '../model/finding.ts';
import { shorten } from '../model/text.ts';
import type { ExchangeReport, FailureReport } from './model.ts';

const BODY_LENGTH = 2000;
const HEADER_LENGTH = 200;
const MOST_HEADERS = 30;

const FIELD_LENGTH = 80;
const SHOWN_EXCHANGES = 6;

function listOf({ body, long }: ReceivedResponse): readonly unknown[] {
  const reading = long?.json ?? readJson(body);
  return reading.kind === 'json' && Array.isArray(reading.value) ? reading.value : [];
}

/** Returns the records at some indexes of a list as JSON, a line each, with the number of those between. */
function excerptOf(list: readonly unknown[], indexes: readonly number[], secrets: Secrets): string {
  const shown = [...new Set(indexes)].filter((at) => at < list.length).toSorted((a, b) => a - b);
  const most = Math.floor(BODY_LENGTH / Math.max(1, shown.length)) - HEADER_LENGTH / 10;
  const gap = (count: number): string[] => (count > 0 ? [`… ${count} more …`] : []);
  return [
    ...shown.flatMap((at, nth) => [
      ...gap(at - (shown[nth - 1] ?? -1) - 1),
      shorten(secrets.scrub(stringify(list[at]) ?? ''), most),
    ]),
    ...gap(list.length - 1 - (shown.at(-1) ?? -1)),
  ].join('\n');
}

/**
 * Returns an exchange for a report: without secrets, and no longer than a person reads. `indexes` are the results to show.
 * Without any, the body is shown from its start, or around the marker of an issue of a run if it is a leak.
 */
export function evidenceOf(
  exchange: Exchange,
  secrets: Secrets,
  { indexes = [], isLeak = false }: { indexes?: readonly number[]; isLeak?: boolean } = {},
) {
  const headers = (given: Readonly<Record<string, string>>, most = Infinity): Record<string, string> =>
    Object.fromEntries(
      Object.entries(given)
        .slice(0, MOST_HEADERS)
        .map(([name, value]) => [
          shorten(secrets.scrub(name), most),
          shorten(secrets.scrubHeader(name, value), most),
        ]),
    );
  const { request, response, fault, ms } = exchange;
  // Bodies are truncated after secrets are removed, because half a token would not be recognised. Only the
  // beginning of a long body is available; a mark shows where it is cut, also within a token.
  const isLong = response?.long !== undefined;
  const list = response === null || indexes.length === 0 ? [] : listOf(response);
  const isExcerpt = indexes.some((at) => at < list.length);
  const body = isExcerpt
    ? excerptOf(list, indexes, secrets)
    : secrets.scrub((isLeak && response?.long?.text) || `${response?.body ?? ''}${isLong ? '…' : ''}`);
  const marker = isLeak && !isExcerpt ? body.indexOf(markerIn(body) ?? '') : 0;
  const from = marker < BODY_LENGTH - FIELD_LENGTH ? 0 : marker - BODY_LENGTH / 2;
  return {
    request: {
      method: request.method,
      url: secrets.scrub(request.url),
      headers: headers(request.headers),
      body: request.body === null ? null : secrets.scrub(request.body),
    },
    response: response && {
      status: response.status,
      headers: headers(response.headers, HEADER_LENGTH),
      body: `${from > 0 ? '… ' : ''}${body.slice(from, from + BODY_LENGTH)}`,
      truncated: isExcerpt || isLong || body.length > BODY_LENGTH,
    },
    ...(fault === null ? {} : { fault: secrets.scrub(fault.message) }),
    ms,
  };
}

/** Selects the exchanges to show, in the order of time: the judged one, those of records, and the latest of the others. */
function keptOf({ kind, exchanges, twins = [], context = [], records = [] }: Violation): readonly Exchange[] {
  const judged = exchanges.slice(-1);
  const named = records.flatMap(({ places }) => places.map(({ exchange }) => exchange));
  const sent = ({ request }: Exchange): string => JSON.stringify(request);
  // A twin was requested before and after the case.
  const compared = [...new Map(twins.map((twin) => [sent(twin), twin])).values()].toReversed();
  const own = exchanges.filter((one) => !twins.includes(one) && !context.includes(one)).toReversed();
  const created = context.filter(({ request }) => request.method !== 'GET').toReversed();
  const others =
    records.length === 0
      ? [...(kind === 'lost' ? created : []), ...own, ...compared, ...context.toReversed()]
      : [...created, ...(kind === 'leaked' ? compared : [])];
  const kept = new Set([...new Set([...judged, ...named, ...others])].slice(0, SHOWN_EXCHANGES));
  const inOrder = [...new Set([...exchanges, ...named])].filter((exchange) => kept.has(exchange));
  return inOrder.toSorted((a, b) => a.startedAt - b.startedAt);
}

/** Returns the role of an exchange. Requests of the case after the judged one are its context. */
function roleOf(exchange: Exchange, { exchanges, twins, context }: Violation, kept: readonly Exchange[]) {
  const judged = exchanges.at(-1);
  if (exchange === judged) return 'case';
  if (twins?.includes(exchange) === true) return 'twin';
  const isBefore = judged !== undefined && kept.indexOf(exchange) < kept.indexOf(judged);
  return isBefore && context?.includes(exchange) !== true ? 'case' : 'context';
}

/** Returns a record of a report, of a private one only the number and the marker. */
function recordReport(
  { name, places, differs }: ShownRecord,
  { kept, isPrivate }: { readonly kept: readonly Exchange[]; readonly isPrivate: boolean },
  secrets: Secrets,
): NonNullable<FailureReport['records']>[number] {
  const [first] = places;
  const shown = first?.exchange.response == null ? undefined : listOf(first.exchange.response)[first.at];
  const fields = ['number', 'state', 'title'].flatMap((key) => {
    const text = isObject(shown) ? scalarText(shown[key]) : undefined;
    const said = text !== undefined && isPrivate && key === 'title' ? markerIn(text) : text;
    return said === undefined ? [] : [[key, shorten(secrets.scrub(said), FIELD_LENGTH)] as const];
  });
  return {
    places: places.map(({ exchange, at }) => ({ exchange: kept.indexOf(exchange) + 1, result: at + 1 })),
    differs,
    ...(name === null ? {} : { name: secrets.scrub(shortName(name)), ...Object.fromEntries(fields) }),
  };
}

export function evidenceOfViolation(violation: Violation, secrets: Secrets) {
  const { records = [], kind } = violation;
  const kept = keptOf(violation);
  const exchanges = kept.map((exchange): ExchangeReport => {
    const places = records.flatMap((record) => record.places.filter((place) => place.exchange === exchange));
    const indexes = places.map(({ at }) => at);
    return {
      role: roleOf(exchange, violation, kept),
      ...evidenceOf(exchange, secrets, { indexes, isLeak: kind === 'leaked' }),
    };
  });
  const shown = records.map((record) =>
    recordReport(record, { kept, isPrivate: kind === 'leaked' }, secrets),
  );
  return { exchanges, ...(shown.length === 0 ? {} : { records: shown }) };
}
