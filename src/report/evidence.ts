import type { Exchange } from '../target/exchange.ts';
import type { Secrets } from '../target/secrets.ts';
import type { ExchangeReport } from './model.ts';

const BODY_LENGTH = 2000;
const HEADER_LENGTH = 500;
const HEADERS = 40;

/** What of an exchange goes into a report: no secret, and no more than a person reads. */
export function evidenceOf(exchange: Exchange, secrets: Secrets): ExchangeReport {
  const headers = (given: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(given)
        .slice(0, HEADERS)
        .map(([name, value]) => [secrets.scrub(name), secrets.scrub(value).slice(0, HEADER_LENGTH)]),
    );
  const { request, response, fault, ms } = exchange;
  // Cut after scrubbing: a token that is cut in two would be no token to look for.
  const body = response === null ? '' : secrets.scrub(response.body);
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
            truncated: body.length > BODY_LENGTH,
          },
    ...(fault === null ? {} : { fault: secrets.scrub(fault.message) }),
    ms,
  };
}
