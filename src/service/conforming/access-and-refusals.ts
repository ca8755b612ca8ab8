import type { Behaviour, RefusalReason } from '../behaviour.ts';
import { isCreate, JSON_TYPE } from '../request.ts';

/** The Bearer scheme, case-insensitive as in HTTP, with one token. */
export const BEARER = /^bearer +(\S+)$/i;

const REFUSALS: Readonly<Record<RefusalReason, readonly [status: number, message: string]>> = {
  'credential-missing': [401, 'Requires authentication'],
  'credential-unknown': [401, 'Bad credentials'],
  'credential-forbidden': [403, 'Forbidden'],
  'repository-unknown': [404, 'Not Found'],
  // The same as for an unknown name, so that outsiders cannot learn that the repository exists.
  'repository-hidden': [404, 'Not Found'],
  'payload-invalid': [422, 'Validation Failed'],
  'query-invalid': [422, 'Validation Failed'],
  'method-unknown': [405, 'Method Not Allowed'],
  'path-unknown': [404, 'Not Found'],
};

/** Conforming access (section 5) and refusals (section 7). The order of the checks is unspecified; this one is usual. */
export const accessAndRefusals = {
  authenticate: (authorization = '', { world }) => {
    if (authorization === '') return { kind: 'anonymous' };
    const account = world.accounts.get(BEARER.exec(authorization)?.[1] ?? '');
    return account === undefined ? { kind: 'unknown' } : { kind: 'known', account };
  },

  findRepository: (owner, repo, { world }) => world.find(owner, repo),

  mayUse: (caller, { readers }) =>
    readers === 'everybody' || (caller.kind === 'known' && readers.has(caller.account.login)),

  listChecks: ['credential', 'repository', 'query'],
  createChecks: ['credential', 'repository', 'query', 'payload'],

  refuseCredential: ({ caller, request }) => {
    if (caller.kind === 'unknown') return 'credential-unknown';
    return caller.kind === 'anonymous' && isCreate(request) ? 'credential-missing' : undefined;
  },
  refuseRepository: ({ repository }, mayUse) => {
    if (repository === undefined) return 'repository-unknown';
    return mayUse ? undefined : 'repository-hidden';
  },
  refuseQuery: () => undefined,
  refusePayload: (draft) => (draft === undefined ? 'payload-invalid' : undefined),

  refusalStatus: (refusal) => REFUSALS[refusal][0],
  refusalAnswer: (refusal, status) => ({
    status,
    headers: {
      'content-type': JSON_TYPE,
      ...(status === 401 && { 'www-authenticate': 'Bearer' }),
      ...(status === 405 && { allow: 'GET, POST' }),
    },
    body: JSON.stringify({ message: REFUSALS[refusal][1] }),
  }),
} satisfies Partial<Behaviour>;
