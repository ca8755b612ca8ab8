import { keysIn } from '../checks/alike.ts';
import type { Exchange } from '../client/exchange.ts';
import { canonical } from '../client/json.ts';
import { ANONYMOUS } from '../client/request.ts';
import { CUT } from '../client/secrets.ts';
import type { Observation } from '../model/verdict.ts';
import type { Trial } from '../run/trial.ts';
import { linksIn, queryOfLink } from '../snapshot/links.ts';
import { recordsOf, resultsIn } from '../snapshot/listing.ts';
import { sameKeys } from '../snapshot/sequence.ts';
import { besideTwin } from './beside.ts';
import {
  NotObserved,
  needsAnswers,
  needsPlainList,
  needsRequests,
  type Try,
  untilSteady,
} from './observation.ts';
import { statusText, truncateAll } from './texts.ts';

/** Issues that others are likely to close or to delete while a list is read. */
const ISSUES_OF_OTHERS = 5;

const linksOf = ({ response }: Exchange): ReadonlyMap<string, string> =>
  linksIn(response?.headers['link'] ?? '');

/**
 * Returns true if the link to the next page leads to page 2. A link that holds a place in the list does so only while the
 * list stays as it is.
 * @throws {Stopped}
 */
function followNext(t: Trial, first: Exchange): Promise<string> {
  const second = t.listing({ page: '2' });
  let from = first;
  const follow = async (): Promise<Try> => {
    const next = linksOf(from).get('next');
    const query = queryOfLink(next ?? '', from.request.url);
    if (query === null) return { kind: 'sure', value: 'next leads elsewhere' };
    const followed = t.listing(query);
    needsAnswers(await Promise.all([t.ask(second), t.ask(followed)]));
    const names = { same: 'same as page 2', other: 'other results' };
    const seen = await besideTwin(t, followed, second, names);
    const value = `next → ${seen}`;
    if (seen.endsWith(names.same)) return { kind: 'sure', value };
    const now = await t.send(() => t.listing());
    const isSame = sameKeys(keysIn(from, t.known) ?? [], keysIn(now, t.known) ?? []);
    if (linksOf(now).get('next') === next && isSame) return { kind: 'sure', value };
    from = now;
    return { kind: 'changed' };
  };
  return untilSteady('The list changed whenever its link to the next page was followed', follow);
}

/** Describes the Link header of the plain list, and the page behind its link to the next one. @throws {Stopped} */
export async function describeLinks(t: Trial): Promise<string> {
  const plain = await needsPlainList(t);
  const links = linksOf(plain);
  const { keys } = t.first.snapshot;
  // The page may be the only one by now, unless the run has seen many more issues than it holds.
  if (!links.has('next') && keys.length <= resultsIn(plain) + ISSUES_OF_OTHERS)
    throw new NotObserved(
      'data',
      `The plain list names no next page, and it may hold all open issues: it shows ${resultsIn(plain)} of ${keys.length} that the run has seen. Create more, then run again.`,
    );
  if (links.size === 0) return 'no Link header';
  const relations = truncateAll([...links.keys()].map((name) => t.run.secrets.hide(name)).toSorted(), 6);
  if (!links.has('next')) return `${relations}; no next`;
  needsRequests(t);
  return `${relations}; ${await followNext(t, plain)}`;
}

/** Headers by which a client can ask if a list has changed. */
const VALIDATORS = [
  { header: 'etag', name: 'ETag', condition: 'if-none-match' },
  { header: 'last-modified', name: 'Last-Modified', condition: 'if-modified-since' },
] as const;

type Validator = (typeof VALIDATORS)[number];

/** A validator that can be sent back as it came. */
const SENDABLE = /^[\t\x20-\x7e]{1,1000}$/;

/**
 * Returns true if a list stayed the same between two answers, as far as its records show. A few changed records are
 * somebody's edits; if most have changed, they change by themselves.
 */
function isSameList(t: Trial, before: Exchange, after: Exchange): boolean {
  if (!sameKeys(keysIn(before, t.known) ?? [], keysIn(after, t.known) ?? [])) return false;
  const later = recordsOf(after).map((record) => canonical(record));
  const records = recordsOf(before).map((record) => canonical(record));
  const changed = records.filter((record, index) => record !== later[index]).length;
  return changed === 0 || 2 * changed > records.length;
}

/** Sends a listing, and a conditional one with its validator right after it. @throws {Stopped} */
async function conditional(t: Trial, { header, name, condition }: Validator): Promise<Try> {
  const validatorOf = ({ response }: Exchange): string | null => {
    const given = response?.headers[header];
    // A validator that was cut cannot be sent back.
    return given === undefined || given.endsWith(CUT) ? null : given;
  };
  const before = await t.send(() => t.listing(), { first: true });
  const headers = { [condition]: validatorOf(before) };
  const answer = await t.send(() => ({ ...t.listing(), headers }), { first: true });
  const status = statusText(answer);
  if (status === '304') return { kind: 'sure', value: status };
  if (status !== '200') return { kind: 'seen', value: status };
  if (!isSameList(t, before, answer)) return { kind: 'changed' };
  return validatorOf(answer) === validatorOf(before)
    ? { kind: 'sure', value: status }
    : { kind: 'seen', value: `200 with a new ${name} each time` };
}

/** Describes the validators of the plain list, and the answer to a conditional request. @throws {Stopped} */
export async function describeCaching(t: Trial): Promise<Observation | string> {
  const { response } = await needsPlainList(t);
  const offered = VALIDATORS.filter(({ header }) => SENDABLE.test(response?.headers[header] ?? ''));
  const [validator] = offered;
  if (validator === undefined) return 'no ETag or Last-Modified';
  needsRequests(t);
  const seen = await untilSteady(
    'The list changed between a request and the conditional one after it, each time',
    () => conditional(t, validator),
  );
  return {
    value: `${offered.map(({ name }) => name).join(' and ')} → ${seen}`,
    note: offered.length > 1 ? `The conditional request was sent with ${validator.name}.` : '',
  };
}

const RATE_LIMIT = /^(x-)?rate-?limit/;
/** Headers of different conventions that say how many requests are allowed. */
const LIMITS = [
  { header: /limit-limit(-|$)|^(x-)?rate-?limit-(requests|max)$/, number: /^\s*(\d{1,12})/ },
  { header: /limit-policy$/, number: /(?:^|\bq=)(\d{1,12})/ },
  { header: /^ratelimit$/, number: /\blimit=(\d{1,12})/ },
] as const;

const rateLimitHeaders = ({ response }: Exchange): string[] =>
  Object.keys(response?.headers ?? {}).filter((name) => RATE_LIMIT.test(name));

/** Returns how many requests an answer says are allowed; `null` if it does not say. */
export function rateLimitOf(exchange: Exchange): string | null {
  for (const { header, number } of LIMITS) {
    for (const name of rateLimitHeaders(exchange)) {
      const found = header.test(name) ? number.exec(exchange.response?.headers[name] ?? '')?.[1] : undefined;
      if (found !== undefined) return found;
    }
  }
  return null;
}

/** Describes the rate limit headers of the listings that the run received. @throws {Stopped} */
export async function describeRateLimits(t: Trial): Promise<string> {
  const listings = (): Exchange[] =>
    t.run.exchanges.filter(({ request, response }) => request.method === 'GET' && response?.status === 200);
  // Other rules have asked for it already, unless they take no part.
  const isAsked = listings().some(({ request }) => request.headers['authorization'] === undefined);
  if (t.run.profile.observes && !isAsked) await t.ask({ ...t.listing(), as: ANONYMOUS });
  const listed = listings();
  const headers = [...new Set(listed.flatMap(rateLimitHeaders))].toSorted();
  if (headers.length === 0) return 'no rate limit headers';
  const limitOf = (authorization: string | undefined, caller: string): string[] => {
    const own = listed.filter(({ request }) => request.headers['authorization'] === authorization);
    const limits = [...new Set(own.map(rateLimitOf).filter((limit) => limit !== null))];
    // A limit that changes during a run says nothing of the next run.
    return limits.length === 0 ? [] : [`${limits.length > 1 ? 'changing limits' : limits[0]} ${caller}`];
  };
  const { token } = t.bed;
  return [
    truncateAll(
      headers.map((name) => t.run.secrets.hide(name)),
      5,
      26,
    ),
    ...(token === undefined ? [] : limitOf(`Bearer ${token}`, 'with TOKEN')),
    ...(t.run.mayBeSignedIn ? [] : limitOf(undefined, 'without a credential')),
  ].join('; ');
}
