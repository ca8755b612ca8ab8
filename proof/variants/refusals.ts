import type { Change } from '../../src/service/behaviour.ts';
import { jsonValue } from '../../src/service/conforming/creating.ts';
import { isCreate, type ServiceRequest } from '../../src/service/request.ts';
import { changeStatus } from '../changes/answers.ts';
import { callerOf } from '../changes/callers.ts';
import { refusePayloads } from '../changes/creations.ts';
import { revise, together } from '../changes/decisions.ts';
import { late } from '../changes/moments.ts';
import { deviationsOf } from './variant.ts';

const refuseTitles = (refuses: (title: string) => boolean): Change =>
  refusePayloads(({ title }) => typeof title === 'string' && refuses(title));

const isTyped = ({ header }: ServiceRequest): boolean => /json/.test(header('content-type') ?? '');

export const refusalVariants = deviationsOf({
  'private-404-distinguishable': {
    difference: 'The 404 of a private repository differs from that of an unknown one.',
    change: revise('refusalAnswer', (answer, refusal) =>
      refusal === 'repository-hidden'
        ? { ...answer, headers: { 'content-type': 'application/json' }, body: '{"message":"No access"}' }
        : answer,
    ),
  },
  'checks-payload-first': {
    difference: 'The payload is checked before anything else.',
    change: () => ({ createChecks: ['payload', 'credential', 'repository'] }),
  },
  'checks-repository-first': {
    difference: 'The repository is checked before the credential.',
    change: () => ({
      listChecks: ['repository', 'credential', 'query'],
      createChecks: ['repository', 'credential', 'payload'],
    }),
  },
  'checks-payload-before-repository': {
    difference: 'The payload is checked before the repository.',
    change: () => ({ createChecks: ['credential', 'payload', 'repository'] }),
  },
  'payload-malformed-400': {
    difference: 'A payload that is not JSON is answered with 400.',
    change: changeStatus('payload-invalid', 400, ({ body }) => jsonValue(body) === undefined),
  },
  'payload-type-415': {
    difference: 'The Content-Type of a payload must be JSON.',
    change: together(
      revise('readPayload', (payload, _text, request) =>
        isTyped(request) ? payload : { kind: 'invalid', problem: 'not declared as JSON' },
      ),
      changeStatus('payload-invalid', 415, (request) => isCreate(request) && !isTyped(request)),
    ),
  },
  'payload-extra-fields-422': {
    difference: 'Undocumented fields are refused.',
    change: refusePayloads((fields) =>
      Object.keys(fields).some((name) => name !== 'title' && name !== 'body'),
    ),
  },
  'payload-null-body-422': {
    difference: 'A body of null is refused.',
    change: refusePayloads((fields) => fields['body'] === null),
  },
  'title-of-ten-at-least': {
    difference: 'Titles with fewer than ten characters are refused.',
    change: refuseTitles((title) => title.length < 10),
  },
  'title-long-422': {
    difference: 'Titles with more than 256 characters are refused.',
    change: refuseTitles((title) => title.length > 256),
  },
  'title-plain-only': {
    difference: 'Titles with other characters than plain letters, digits and usual punctuation are refused.',
    change: refuseTitles((title) => !/^[\w .,:;#()-]*$/.test(title)),
  },
  'checks-credential-last': {
    difference: 'The credential is checked last.',
    change: () => ({
      listChecks: ['repository', 'query', 'credential'],
      createChecks: ['repository', 'payload', 'credential'],
    }),
  },
  'checks-payload-then-repository': {
    difference: 'The payload is checked first, and the credential last.',
    change: () => ({
      listChecks: ['query', 'repository', 'credential'],
      createChecks: ['payload', 'repository', 'credential'],
    }),
  },
  'refusals-late': {
    difference: 'An unknown credential is refused after 100 ms.',
    change: late((request, b) => (callerOf(b, request).kind === 'unknown' ? 100 : 0)),
  },
});
