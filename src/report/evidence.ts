import type { Exchange } from '../client/exchange.ts';
import type { Secrets } from '../client/secrets.ts';
import type { ExchangeReport } from './model.ts';

const BODY_LENGTH = 2000;
const HEADER_LENGTH = 500;
/** Of all headers of a request or an answer together, names included, and how many of them. */
const HEADERS_LENGTH = 4000;
const MOST_HEADERS = 100;

/** UTF-16 units of a body that an example has: there is one for each rule that passed. */
const EXAMPLE_LENGTH = 100;
/** Headers that say what a body is, and why a request was refused. */
const TELLING: ReadonlySet<string> = new Set(['content-type', 'retry-after', 'www-authenticate']);
/** What a run marks its issues with, which is another one each time. */
const MARKER = /\bic-[0-9a-z]{6,}-[0-9a-z]{4,}(?: [0-9a-f]{32})?/gi;

/** What of an exchange goes into a report as an example of what passed: so little, and nothing that differs from run to run. */
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
              Object.entries(response.headers).filter(([name]) => TELLING.has(name.toLowerCase())),
            ),
            body: short(response.body),
            truncated: response.truncated || response.body.length > EXAMPLE_LENGTH,
          },
    ...rest,
  };
}

/** What of an exchange goes into a report: no secret, and no more than a person reads. */
export function evidenceOf(exchange: Exchange, secrets: Secrets): ExchangeReport {
  const headers = (given: Readonly<Record<string, string>>): Record<string, string> => {
    let left = HEADERS_LENGTH;
    const kept: [string, string][] = [];
    for (const [name, value] of Object.entries(given).slice(0, MOST_HEADERS)) {
      const header: [string, string] = [
        secrets.hide(name),
        secrets.scrubHeader(name, value).slice(0, HEADER_LENGTH),
      ];
      left -= header[0].length + header[1].length;
      if (left < 0) break;
      kept.push(header);
    }
    return Object.fromEntries(kept);
  };
  const { request, response, fault, ms } = exchange;
  // Cut after scrubbing: a token that is cut in two would be no token to look for. Of a long body the beginning is here.
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
