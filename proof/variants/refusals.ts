import type { Behaviour } from '../../src/service/behaviour.ts';
import { jsonValue } from '../../src/service/conforming.ts';
import { isCreate, isList, JSON_TYPE, type ServiceRequest } from '../../src/service/request.ts';
import { changeStatus } from '../changes/answers.ts';
import { isUnknown } from '../changes/callers.ts';
import { refusePayloads } from '../changes/creations.ts';
import { combine, late, revise } from '../changes/decisions.ts';
import { CREDENTIALS } from '../faults/broken-rules.ts';
import { differs, hides, variantsOf, variationOf } from './variant.ts';

type Checks = Behaviour['createChecks'];

/** Checks creations in another order, or listings too, whose query is checked in the place of a payload. */
const checksCreations = (...createChecks: Checks) =>
  differs(`Creations are checked in another order: ${createChecks.join(', ')}.`, () => ({ createChecks }));
const checksAll = (...createChecks: Checks) => {
  const listChecks = createChecks.map((step) => (step === 'payload' ? 'query' : step));
  const difference = `Requests are checked in another order: ${createChecks.join(', ')}.`;
  return differs(difference, () => ({ createChecks, listChecks }));
};

const refusesPayload = variationOf(refusePayloads);

const refusesTitle = variationOf((pattern: RegExp) =>
  refusePayloads(({ title }) => typeof title === 'string' && pattern.test(title)),
);

const EMOJI = /\p{Emoji_Presentation}/u;

const isTyped = ({ header }: ServiceRequest): boolean => /json/.test(header('content-type') ?? '');

/** Payloads that are refused for further reasons, and the order of checks. */
export const refusalVariants = variantsOf('silent', {
  'private-404-distinguishable': differs(
    'The 404 of a private repository differs from that of an unknown one.',
    revise('refusalAnswer', (answer, refusal) =>
      refusal === 'repository-hidden'
        ? { ...answer, headers: { 'content-type': 'application/json' }, body: '{"message":"No access"}' }
        : answer,
    ),
  ),
  'checks-payload-first': checksCreations('payload', 'credential', 'repository'),
  'checks-repository-first': checksAll('repository', 'credential', 'payload'),
  'checks-payload-before-repository': checksCreations('credential', 'payload', 'repository'),
  'payload-malformed-400': differs(
    'A payload that is not JSON is answered with 400.',
    changeStatus('payload-invalid', 400, ({ body }) => jsonValue(body) === undefined),
  ),
  'payload-type-415': differs(
    'The Content-Type of a payload must be JSON.',
    combine(
      revise('readPayload', (draft, _text, request) => (isTyped(request) ? draft : undefined)),
      changeStatus('payload-invalid', 415, (request) => isCreate(request) && !isTyped(request)),
    ),
  ),
  'payload-extra-fields-422': refusesPayload('Undocumented fields are refused.', (fields) =>
    Object.keys(fields).some((name) => name !== 'title' && name !== 'body'),
  ),
  'payload-extra-fields-400': differs(
    'Undocumented fields are refused with 400, before anything else.',
    combine(
      refusePayloads((fields) => 'issue' in fields),
      changeStatus('payload-invalid', 400, ({ body }) => body.startsWith('{"issue"')),
    ),
  ),
  'payload-null-body-422': refusesPayload('A body of null is refused.', ({ body }) => body === null),
  'title-of-ten-at-least': refusesTitle('Titles with fewer than ten characters are refused.', /^.{0,9}$/s),
  'title-long-422': refusesTitle('Titles with more than 256 characters are refused.', /^.{257}/s),
  'title-plain-only': refusesTitle(
    'Titles with other characters than plain letters, digits and usual punctuation are refused.',
    /[^\w .,:;#()-]/,
  ),
  'checks-credential-last': checksAll('repository', 'payload', 'credential'),
  'checks-payload-then-repository': checksAll('payload', 'repository', 'credential'),
  'invalid-token-held-up': hides(
    ['list.invalid-token', 'list.token', 'list.private.outsider', ...CREDENTIALS],
    differs,
  )(
    'An invalid credential is answered after six seconds, later than a run waits here.',
    late((request, b) => (isUnknown(request, b) ? 6000 : 0)),
  ),
  'refusals-late': differs(
    'An unknown credential is refused after 100 ms.',
    late((request, b) => (isUnknown(request, b) ? 100 : 0)),
  ),
});

/** Changes the body of refusals; the status stays. */
const errorsAs = (type: string | undefined, body: (status: number, request: ServiceRequest) => string) =>
  revise('refusalAnswer', (answer, _refusal, status, request) => {
    const { 'content-type': _type, ...headers } = answer.headers;
    const typed = type === undefined ? headers : { ...headers, 'content-type': type };
    return { status, headers: typed, body: body(status, request) };
  });
const errors = variationOf(errorsAs);

/** Titles that are refused after public bug reports. */
export const reportedTitleVariants = variantsOf('bad-day', {
  'title-control-characters-422': refusesTitle(
    'Titles with control characters or a lone surrogate are refused with 422.',
    /[\p{Cc}\p{Cs}]/u,
  ),
  'title-emoji-409': differs(
    'Titles with an emoji are taken for repeated ones, and refused with 409.',
    combine(
      refusePayloads(({ title }) => typeof title === 'string' && EMOJI.test(title)),
      changeStatus('payload-invalid', 409, ({ body }) => EMOJI.test(body)),
    ),
  ),
  'title-255-characters-422': refusesTitle('Titles of more than 254 characters are refused.', /^.{255}/s),
});

export const errorBodyVariants = variantsOf('silent', {
  'errors-as-text': differs(
    'Errors are plain text.',
    errorsAs('text/plain; charset=utf-8', (status) => `error ${status}\n`),
  ),
  'errors-as-html': differs(
    'Errors are HTML pages.',
    errorsAs('text/html', (status) => `<!doctype html><title>${status}</title><h1>Sorry</h1>`),
  ),
  'errors-empty': errors('Errors have no body.', undefined, () => ''),
  'errors-without-type': errors('Errors have no Content-Type.', undefined, (status) => `{"error":${status}}`),
  'errors-as-problems': differs(
    'Errors are problem details (RFC 9457).',
    errorsAs('application/problem+json', (status) => JSON.stringify({ type: 'about:blank', status })),
  ),
  'errors-as-empty-list': errors('The body of an error is an empty array.', 'application/json', () => '[]'),
  'errors-huge': errors('Errors are accompanied by 200 KB of advice.', JSON_TYPE, (status) =>
    JSON.stringify({ status, advice: 'Try again. '.repeat(18_000) }),
  ),
  'errors-as-records': errors('The body of an error is an array of issues.', JSON_TYPE, (status) =>
    JSON.stringify([{ id: status, number: 1, title: `Error ${status}`, state: 'open' }]),
  ),
  'errors-as-json-text': errors('Errors are JSON strings.', JSON_TYPE, (status) => `"error ${status}"`),
  'errors-echo': differs(
    'Errors repeat the address and the payload of the request.',
    errorsAs(JSON_TYPE, (status, { url, body }) => JSON.stringify({ status, url: url.href, body })),
  ),
  'errors-name-a-public-issue': differs(
    'Refused lists suggest the first issue of the public repository.',
    revise('refusalAnswer', (answer, _refusal, _status, request) => {
      if (!isList(request)) return answer;
      const [repository] = request.world.repositories;
      const body = JSON.stringify({ message: 'Refused', suggestion: repository?.issues.at(0)?.title });
      return { ...answer, body };
    }),
  ),
});
