import type { Exchange } from '../client/exchange.ts';
import { ANONYMOUS } from '../client/request.ts';
import type { Trial } from '../engine/trial.ts';
import { truncateAll } from './texts.ts';

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
