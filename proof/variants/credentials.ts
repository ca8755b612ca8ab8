import type { Change } from '../../src/service/behaviour.ts';
import type { ServiceRequest } from '../../src/service/request.ts';
import { acceptTokens, callerOf } from '../changes/callers.ts';
import { revise } from '../changes/decisions.ts';
import { late } from '../changes/moments.ts';
import { CREDENTIALS, PAYLOADS } from '../faults/broken-rules.ts';
import { OF_NEW_RECORDS } from './creation.ts';
import { deviationsOf } from './variant.ts';

/** Rules that cannot be checked without creating an issue. */
const CREATING = [
  'create.anonymous',
  ...CREDENTIALS,
  ...PAYLOADS,
  'create.unknown-owner',
  'create.unknown-repo',
  'create.private.outsider',
  'create.accepted',
  'create.body-optional',
  'create.listed',
  ...OF_NEW_RECORDS,
];

/** Reads another credential out of the Authorization header, if there is one. */
const authenticateAs =
  (read: (authorization: string) => string | undefined): Change =>
  (b) => ({
    authenticate: (authorization, request) =>
      b.authenticate(authorization === undefined ? undefined : read(authorization), request),
  });

export const credentialVariants = deviationsOf({
  'token-may-not-create': {
    difference: 'Creating needs a permission that neither token has (403).',
    change: () => ({ refusePayload: () => 'credential-forbidden' }),
    cannotShow: CREATING,
  },
  'scheme-case-sensitive': {
    difference: 'The scheme `Bearer` is case-sensitive.',
    change: revise('authenticate', (caller, authorization = '') =>
      /^bearer /i.test(authorization) && !authorization.startsWith('Bearer ') ? { kind: 'unknown' } : caller,
    ),
  },
  'scheme-token': {
    difference: 'A known token is accepted under the scheme `token` as well.',
    change: authenticateAs((authorization) => authorization.replace(/^token /i, 'Bearer ')),
  },
  'token-case-insensitive': {
    difference: 'Tokens are case-insensitive.',
    change: acceptTokens((given, known) => given.toLowerCase() === known.toLowerCase()),
  },
  'names-case-sensitive': {
    difference: 'Names of owners and repositories are case-sensitive.',
    change: revise('findRepository', (found, owner, repo) =>
      found?.owner === owner && found.name === repo ? found : undefined,
    ),
  },
  'invalid-token-held-up': {
    difference: 'An invalid credential is answered after six seconds, later than a run waits here.',
    cannotShow: ['list.invalid-token', ...CREDENTIALS],
    change: (b) => late((request) => (callerOf(b, request).kind === 'unknown' ? 6000 : 0))(b),
  },
  'scheme-other-ignored': {
    difference: 'A credential with another scheme than Bearer is ignored.',
    change: authenticateAs((given) => (/^bearer( |$)/i.test(given) ? given : undefined)),
  },
  'names-other-case-301': {
    difference: 'Names in another case are redirected to the canonical spelling.',
    change: (b) => {
      const named = ({ world, owner, repo }: ServiceRequest) => {
        const found = world.find(owner, repo);
        return found?.isPrivate || (found?.owner === owner && found.name === repo) ? undefined : found;
      };
      return {
        findRepository: (owner, repo, request) =>
          named(request) === undefined ? b.findRepository(owner, repo, request) : undefined,
        refusalAnswer: (refusal, status, request) => {
          const found = refusal === 'repository-unknown' ? named(request) : undefined;
          if (found === undefined) return b.refusalAnswer(refusal, status, request);
          const location = `/repos/${found.owner}/${found.name}/issues${request.url.search}`;
          return { status: 301, headers: { location }, body: '' };
        },
      };
    },
  },
});
