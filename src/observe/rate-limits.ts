import type { Exchange } from '../client/exchange.ts';

const RATE_LIMIT = /^(x-)?rate-?limit/;
/** Where the headers of different conventions say how many requests are allowed. */
const LIMITS = [
  { header: /limit-limit(-|$)|^(x-)?rate-?limit-(requests|max)$/, number: /^\s*(\d{1,12})/ },
  { header: /limit-policy$/, number: /(?:^|\bq=)(\d{1,12})/ },
  { header: /^ratelimit$/, number: /\blimit=(\d{1,12})/ },
] as const;

/** Names of the rate limit headers of an answer. */
export function rateLimitHeaders({ response }: Exchange): string[] {
  return Object.keys(response?.headers ?? {}).filter((name) => RATE_LIMIT.test(name));
}

/** How many requests an answer says are allowed; `null` where it does not say. */
export function rateLimitOf(exchange: Exchange): string | null {
  for (const { header, number } of LIMITS) {
    for (const name of rateLimitHeaders(exchange)) {
      const found = header.test(name) ? number.exec(exchange.response?.headers[name] ?? '')?.[1] : undefined;
      if (found !== undefined) return found;
    }
  }
  return null;
}
