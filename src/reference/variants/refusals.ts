import type { Behaviour } from '../behaviour.ts';
import { refusePayloads } from '../changes/accept-payloads.ts';
import { changeStatus } from '../changes/change-status.ts';
import { isCreate } from '../changes/operation.ts';
import { jsonValue } from '../conforming/json-value.ts';
import type { Variant } from './variant.ts';

/** Refuses in another shape, with the same status. */
function refuseAs(
  b: Behaviour,
  type: string | undefined,
  body: (status: number) => string,
): Pick<Behaviour, 'refusalAnswer'> {
  return {
    refusalAnswer: (refusal, status, request) => {
      const { 'content-type': _type, ...headers } = b.refusalAnswer(refusal, status, request).headers;
      return { status, headers: { ...headers, ...(type && { 'content-type': type }) }, body: body(status) };
    },
  };
}

export const refusalVariants = [
  {
    id: 'errors-as-text',
    difference: 'Errors are plain text.',
    change: (b) => refuseAs(b, 'text/plain; charset=utf-8', (status) => `error ${status}\n`),
  },
  {
    id: 'errors-as-html',
    difference: 'Errors are pages for people.',
    change: (b) =>
      refuseAs(b, 'text/html', (status) => `<!doctype html><title>${status}</title><h1>Sorry</h1>`),
  },
  {
    id: 'errors-empty',
    difference: 'Errors have no body.',
    change: (b) => refuseAs(b, undefined, () => ''),
  },
  {
    id: 'errors-without-type',
    difference: 'Errors do not say what their body is.',
    change: (b) => refuseAs(b, undefined, (status) => `{"error":${status}}`),
  },
  {
    id: 'errors-as-problems',
    difference: 'Errors are problem details, as RFC 9457 has them.',
    change: (b) =>
      refuseAs(b, 'application/problem+json', (status) => JSON.stringify({ type: 'about:blank', status })),
  },
  {
    id: 'errors-as-empty-list',
    difference: 'Errors have an empty array for a body.',
    change: (b) => refuseAs(b, 'application/json', () => '[]'),
  },
  {
    id: 'private-404-distinguishable',
    difference: 'The 404 of a private repository has another text than that of one that does not exist.',
    change: (b) => ({
      refusalAnswer: (refusal, status, request) =>
        refusal === 'repository-hidden'
          ? { status, headers: { 'content-type': 'application/json' }, body: '{"message":"No access"}' }
          : b.refusalAnswer(refusal, status, request),
    }),
  },
  {
    id: 'checks-payload-first',
    difference: 'The payload is checked before anything else.',
    change: () => ({ createChecks: ['payload', 'credential', 'repository'] }),
  },
  {
    id: 'checks-repository-first',
    difference: 'The repository is looked for before the credential is looked at.',
    change: () => ({
      listChecks: ['repository', 'credential', 'query'],
      createChecks: ['repository', 'credential', 'payload'],
    }),
  },
  {
    id: 'checks-payload-before-repository',
    difference: 'The payload is checked before the repository is looked for.',
    change: () => ({ createChecks: ['credential', 'payload', 'repository'] }),
  },
  {
    id: 'payload-malformed-400',
    difference: 'A payload that is no JSON at all is a bad request.',
    change: (b) => changeStatus(b, ['payload-invalid'], 400, ({ body }) => jsonValue(body) === undefined),
  },
  {
    id: 'payload-type-415',
    difference: 'A payload must be declared as JSON.',
    change: (b) => ({
      readPayload: (text, request) =>
        /json/.test(request.header('content-type') ?? '')
          ? b.readPayload(text, request)
          : { kind: 'invalid', problem: 'not declared as JSON' },
      ...changeStatus(
        b,
        ['payload-invalid'],
        415,
        (request) => isCreate(request) && !/json/.test(request.header('content-type') ?? ''),
      ),
    }),
  },
  {
    id: 'payload-extra-fields-422',
    difference: 'Fields that are not documented are refused.',
    change: (b) =>
      refusePayloads(b, (fields) => Object.keys(fields).some((name) => name !== 'title' && name !== 'body')),
  },
  {
    id: 'payload-null-body-422',
    difference: 'A body that is null is refused.',
    change: (b) => refusePayloads(b, (fields) => fields['body'] === null),
  },
  {
    id: 'title-long-422',
    difference: 'Titles of more than 256 characters are refused.',
    change: (b) => refusePayloads(b, ({ title }) => typeof title === 'string' && title.length > 256),
  },
] as const satisfies readonly Variant[];
