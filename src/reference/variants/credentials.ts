import { acceptTokens } from '../changes/accept-tokens.ts';
import type { Variant } from './variant.ts';

function isBearerInOtherCase(authorization: string): boolean {
  return /^bearer /i.test(authorization) && !authorization.startsWith('Bearer ');
}

export const credentialVariants = [
  {
    id: 'scheme-case-sensitive',
    difference: 'Bearer must be written as documented.',
    change: (b) => ({
      authenticate: (authorization, request) =>
        isBearerInOtherCase(authorization ?? '')
          ? { kind: 'unknown' }
          : b.authenticate(authorization, request),
    }),
  },
  {
    id: 'scheme-token',
    difference: 'A known token is accepted under the scheme `token` as well.',
    change: (b) => ({
      authenticate: (authorization, request) =>
        b.authenticate(authorization?.replace(/^token /i, 'Bearer '), request),
    }),
  },
  {
    id: 'token-case-insensitive',
    difference: 'Tokens are hexadecimal at heart, and may be written in either case.',
    change: (b) => acceptTokens(b, (given, known) => given.toLowerCase() === known.toLowerCase()),
  },
  {
    id: 'names-case-sensitive',
    difference: 'Owner and repository must be written as they were named.',
    change: (b) => ({
      findRepository: (owner, repo, request) => {
        const found = b.findRepository(owner, repo, request);
        return found?.owner === owner && found.name === repo ? found : undefined;
      },
    }),
  },
] as const satisfies readonly Variant[];
