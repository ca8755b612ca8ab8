import { jsonValue } from '../../src/service/conforming/creating.ts';
import { isCreate } from '../../src/service/request.ts';
import { refusePayloads } from '../changes/creations.ts';
import { late } from '../changes/moments.ts';
import { changeStatus } from '../changes/refusals.ts';
import type { Deviation } from './variant.ts';

export const refusalVariants = [
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
    id: 'title-of-ten-at-least',
    difference: 'Titles of fewer than ten characters are refused.',
    change: (b) => refusePayloads(b, ({ title }) => typeof title === 'string' && title.length < 10),
  },
  {
    id: 'title-long-422',
    difference: 'Titles of more than 256 characters are refused.',
    change: (b) => refusePayloads(b, ({ title }) => typeof title === 'string' && title.length > 256),
  },
  {
    id: 'title-plain-only',
    difference:
      'Titles with anything but plain letters, digits and blanks are refused, their usual marks excepted.',
    change: (b) =>
      refusePayloads(b, ({ title }) => typeof title === 'string' && !/^[\w .,:;#()-]*$/.test(title)),
  },
  {
    id: 'checks-credential-last',
    difference: 'The credential is checked after everything else.',
    change: () => ({
      listChecks: ['repository', 'query', 'credential'],
      createChecks: ['repository', 'payload', 'credential'],
    }),
  },
  {
    id: 'checks-payload-then-repository',
    difference: 'The payload is checked first and the credential last.',
    change: () => ({
      listChecks: ['query', 'repository', 'credential'],
      createChecks: ['payload', 'repository', 'credential'],
    }),
  },
  {
    id: 'refusals-late',
    difference: 'An unknown credential is answered after 100 ms.',
    change: (b) =>
      late(b, (request) =>
        b.authenticate(request.header('authorization'), request).kind === 'unknown' ? 100 : 0,
      ),
  },
] as const satisfies readonly Deviation[];
