import { JSON_TYPE } from '../answer.ts';
import type { Behaviour, Refusal } from '../behaviour.ts';

/** The Bearer scheme, case-insensitive as in HTTP, with one token. */
export const BEARER = /^bearer +(\S+)$/i;

/** Conforming access (section 5). */
export const access = {
  authenticate: (authorization, request) => {
    if (authorization === undefined || authorization === '') return { kind: 'anonymous' };
    const token = BEARER.exec(authorization)?.[1];
    const account = token === undefined ? undefined : request.world.accounts.get(token);
    return account === undefined ? { kind: 'unknown' } : { kind: 'known', account };
  },

  findRepository: (owner, repo, request) => request.world.find(owner, repo),

  mayUse: (caller, { readers }) =>
    readers === 'everybody' || (caller.kind === 'known' && readers.has(caller.account.login)),
} satisfies Partial<Behaviour>;

const STATUS = {
  'credential-missing': 401,
  'credential-unknown': 401,
  'credential-forbidden': 403,
  'repository-unknown': 404,
  // The same as for an unknown name, so that outsiders cannot learn that the repository exists.
  'repository-hidden': 404,
  'payload-invalid': 422,
  'query-invalid': 422,
  'method-unknown': 405,
  'path-unknown': 404,
} as const satisfies Record<Refusal, number>;

const MESSAGE = {
  'credential-missing': 'Requires authentication',
  'credential-unknown': 'Bad credentials',
  'credential-forbidden': 'Forbidden',
  'repository-unknown': 'Not Found',
  'repository-hidden': 'Not Found',
  'payload-invalid': 'Validation Failed',
  'query-invalid': 'Validation Failed',
  'method-unknown': 'Method Not Allowed',
  'path-unknown': 'Not Found',
} as const satisfies Record<Refusal, string>;

/** Conforming refusals (section 7). The order of the checks is unspecified; this one is usual. */
export const refusing = {
  listChecks: ['credential', 'repository', 'query'],
  createChecks: ['credential', 'repository', 'query', 'payload'],

  refuseCredential: ({ caller, request }) => {
    if (caller.kind === 'unknown') return 'credential-unknown';
    if (caller.kind === 'anonymous' && request.method === 'POST') return 'credential-missing';
    return undefined;
  },
  refuseRepository: ({ repository }, mayUse) => {
    if (repository === undefined) return 'repository-unknown';
    return mayUse ? undefined : 'repository-hidden';
  },
  refuseQuery: () => undefined,
  refusePayload: (payload) => (payload.kind === 'invalid' ? 'payload-invalid' : undefined),

  refusalStatus: (refusal) => STATUS[refusal],
  refusalAnswer: (refusal, status) => ({
    status,
    headers: {
      'content-type': JSON_TYPE,
      ...(status === 401 && { 'www-authenticate': 'Bearer' }),
      ...(status === 405 && { allow: 'GET, POST' }),
    },
    body: JSON.stringify({ message: MESSAGE[refusal] }),
  }),
} satisfies Partial<Behaviour>;
