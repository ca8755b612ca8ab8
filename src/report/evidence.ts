import type { Exchange } from '../client/exchange.ts';
import type { Secrets } from '../client/secrets.ts';
import type { ExchangeReport } from './model.ts';

const BODY_LENGTH = 2000;
const HEADER_LENGTH = 200;
const MOST_HEADERS = 30;

/** Returns an exchange for a report: without secrets, and no longer than a person reads. */
export function evidenceOf(exchange: Exchange, secrets: Secrets): ExchangeReport {
  const headers = (given: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(given)
        .slice(0, MOST_HEADERS)
        .map(([name, value]) => [
          secrets.scrub(name).slice(0, HEADER_LENGTH),
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
    ...(fault === null ? {} : { fault: secrets.scrub(fault.message) }),
    ms,
  };
}
