import type { Exchange } from '../client/exchange.ts';
import type { Secrets } from '../client/secrets.ts';
import type { ExchangeReport } from './model.ts';

const BODY_LENGTH = 2000;
const HEADER_LENGTH = 200;
const MOST_HEADERS = 30;

/** UTF-16 units that an example keeps of a body. Each rule that passed has an example. */
const EXAMPLE_LENGTH = 100;
/** Headers that state the type of a body or the reason of a refusal. */
const KEPT_HEADERS: ReadonlySet<string> = new Set(['content-type', 'retry-after', 'www-authenticate']);
/** Matches the marker in the issues of a run, which differs in each run. */
const MARKER = /\bic-[0-9a-z]{6,}-[0-9a-z]{4,}(?: [0-9a-f]{32})?/gi;

/**
 * Returns the short form of an exchange for the example of a passed rule, without anything that differs from
 * run to run.
 */
export function exampleExchangeOf(exchange: Exchange, secrets: Secrets): ExchangeReport {
  const { request, response, ...rest } = evidenceOf(exchange, secrets);
  const short = (body: string): string => body.replaceAll(MARKER, 'ic-…').slice(0, EXAMPLE_LENGTH);
  return {
    request: { ...request, headers: {}, body: request.body === null ? null : short(request.body) },
    response:
      response === null
        ? null
        : {
            ...response,
            headers: Object.fromEntries(
              Object.entries(response.headers).filter(([name]) => KEPT_HEADERS.has(name.toLowerCase())),
            ),
            body: short(response.body),
            truncated: response.truncated || response.body.length > EXAMPLE_LENGTH,
          },
    ...rest,
  };
}

/** Returns an exchange for a report: without secrets, and no longer than a person reads. */
export function evidenceOf(exchange: Exchange, secrets: Secrets): ExchangeReport {
  const headers = (given: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(given)
        .slice(0, MOST_HEADERS)
        .map(([name, value]) => [
          secrets.hide(name).slice(0, HEADER_LENGTH),
          secrets.scrubHeader(name, value).slice(0, HEADER_LENGTH),
        ]),
    );
  const { request, response, fault, ms } = exchange;
  // Bodies are truncated after secrets are removed, because half a token would not be recognised. Only the
  // beginning of a long body is available.
  const isLong = response?.long !== undefined;
  const scrub = isLong ? secrets.scrubBeginning : secrets.scrub;
  const body = response === null ? '' : scrub(response.body);
  return {
    request: {
      method: request.method,
      url: secrets.scrub(request.url),
      headers: headers(request.headers),
      body: request.body === null ? null : secrets.scrub(request.body),
    },
    response:
      response === null
        ? null
        : {
            status: response.status,
            headers: headers(response.headers),
            body: body.slice(0, BODY_LENGTH),
            truncated: isLong || body.length > BODY_LENGTH,
          },
    ...(fault === null ? {} : { fault: secrets.hide(fault.message) }),
    ms,
  };
}
