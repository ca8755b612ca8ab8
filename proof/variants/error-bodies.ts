import { JSON_TYPE } from '../../src/service/answer.ts';
import type { Change } from '../../src/service/behaviour.ts';
import type { ServiceRequest } from '../../src/service/request.ts';
import { revise } from '../changes/decisions.ts';
import { deviationsOf } from './variant.ts';

/** Changes the body of refusals; the status stays. */
const errorsAs = (
  type: string | undefined,
  body: (status: number, request: ServiceRequest) => string,
): Change =>
  revise('refusalAnswer', (answer, _refusal, status, request) => {
    const { 'content-type': _type, ...headers } = answer.headers;
    const typed = type === undefined ? headers : { ...headers, 'content-type': type };
    return { status, headers: typed, body: body(status, request) };
  });

export const errorBodyVariants = deviationsOf({
  'errors-as-text': {
    difference: 'Errors are plain text.',
    change: errorsAs('text/plain; charset=utf-8', (status) => `error ${status}\n`),
  },
  'errors-as-html': {
    difference: 'Errors are HTML pages.',
    change: errorsAs('text/html', (status) => `<!doctype html><title>${status}</title><h1>Sorry</h1>`),
  },
  'errors-empty': {
    difference: 'Errors have no body.',
    change: errorsAs(undefined, () => ''),
  },
  'errors-without-type': {
    difference: 'Errors have no Content-Type.',
    change: errorsAs(undefined, (status) => `{"error":${status}}`),
  },
  'errors-as-problems': {
    difference: 'Errors are problem details (RFC 9457).',
    change: errorsAs('application/problem+json', (status) => JSON.stringify({ type: 'about:blank', status })),
  },
  'errors-as-empty-list': {
    difference: 'The body of an error is an empty array.',
    change: errorsAs('application/json', () => '[]'),
  },
  'errors-huge': {
    difference: 'Errors are accompanied by 200 KB of advice.',
    change: errorsAs(JSON_TYPE, (status) => JSON.stringify({ status, advice: 'Try again. '.repeat(18_000) })),
  },
  'errors-as-records': {
    difference: 'The body of an error is an array of objects that look like issues.',
    change: errorsAs(JSON_TYPE, (status) =>
      JSON.stringify([{ id: status, number: 1, title: `Error ${status}`, state: 'open' }]),
    ),
  },
  'errors-as-json-text': {
    difference: 'Errors are JSON strings.',
    change: errorsAs(JSON_TYPE, (status) => `"error ${status}"`),
  },
  'errors-echo': {
    difference: 'Errors repeat the address and the payload of the request.',
    change: errorsAs(JSON_TYPE, (status, { url, body }) => JSON.stringify({ status, url: url.href, body })),
  },
});
