import type { ServiceRequest } from '../../src/service/request.ts';
import { acceptTokens } from '../changes/callers.ts';
import { deviationsOf } from './variant.ts';

function isBearerInOtherCase(authorization: string): boolean {
  return /^bearer /i.test(authorization) && !authorization.startsWith('Bearer ');
}

/** Rules that cannot be checked without creating an issue. */
const CREATING = [
  'create.anonymous',
  'create.invalid-token',
  'create.malformed-credential',
  'create.missing-title',
  'create.title-type',
  'create.body-type',
  'create.payload-type',
  'create.unknown-owner',
  'create.unknown-repo',
  'create.private.outsider',
  'create.rejected-no-effect',
  'create.accepted',
  'create.body-optional',
  'create.listed',
  'create.once',
  'create.concurrent',
];

export const credentialVariants = deviationsOf({
  'token-may-not-create': {
    difference: 'Creating needs a permission that neither token has (403).',
    change: () => ({ refusePayload: () => 'credential-forbidden' }),
    cannotShow: CREATING,
  },
  'scheme-case-sensitive': {
    difference: 'The scheme `Bearer` is case-sensitive.',
    change: (b) => ({
      authenticate: (authorization, request) =>
        isBearerInOtherCase(authorization ?? '')
          ? { kind: 'unknown' }
          : b.authenticate(authorization, request),
    }),
  },
  'scheme-token': {
    difference: 'A known token is accepted under the scheme `token` as well.',
    change: (b) => ({
      authenticate: (authorization, request) =>
        b.authenticate(authorization?.replace(/^token /i, 'Bearer '), request),
    }),
  },
  'token-case-insensitive': {
    difference: 'Tokens are case-insensitive.',
    change: acceptTokens((given, known) => given.toLowerCase() === known.toLowerCase()),
  },
  'names-case-sensitive': {
    difference: 'Names of owners and repositories are case-sensitive.',
    change: (b) => ({
      findRepository: (owner, repo, request) => {
        const found = b.findRepository(owner, repo, request);
        return found?.owner === owner && found.name === repo ? found : undefined;
      },
    }),
  },
  'scheme-other-ignored': {
    difference: 'A credential with another scheme than Bearer is ignored.',
    change: (b) => ({
      authenticate: (authorization, request) =>
        b.authenticate(/^bearer( |$)/i.test(authorization ?? '') ? authorization : undefined, request),
    }),
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
