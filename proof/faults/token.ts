import { BEARER } from '../../src/service/conforming/access-and-refusals.ts';
import { isCreate } from '../../src/service/request.ts';
import type { Account } from '../../src/service/world/repository.ts';
import { acceptTokens, anyAccount } from '../changes/callers.ts';
import { changeStatus } from '../changes/refusals.ts';
import type { Fault } from './fault.ts';

const KEY_LENGTH = 8;

/** Returns the sum of the character codes modulo 10. */
function checkDigit(token: string): number {
  return [...token].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % 10;
}

/** Faults in comparing and parsing credentials. */
export const tokenFaults = [
  {
    id: 'token-compared-by-length',
    description: 'Only the lengths of two tokens are compared.',
    breaks: ['list.invalid-token', 'create.invalid-token'],
    change: (b) => acceptTokens(b, (given, known) => given.length === known.length),
  },
  {
    id: 'token-compared-by-second-half',
    description: 'Only the second half of a token is compared.',
    breaks: ['list.invalid-token', 'create.invalid-token'],
    change: (b) =>
      acceptTokens(b, (given, known) => {
        const half = Math.floor(known.length / 2);
        return given.slice(-half) === known.slice(-half);
      }),
  },
  {
    id: 'token-compared-by-check-digit',
    description: 'A token with a valid check digit is accepted without a lookup.',
    breaks: ['list.invalid-token', 'create.invalid-token'],
    change: (b) => acceptTokens(b, (given, known) => checkDigit(given) === checkDigit(known)),
  },
  {
    id: 'token-cached-by-beginning',
    description: 'Accepted tokens are cached by their first eight characters.',
    breaks: ['list.invalid-token', 'create.invalid-token'],
    change: (b) => {
      const kept = new Map<string, Account>();
      return {
        authenticate: (authorization, request) => {
          const caller = b.authenticate(authorization, request);
          const key = BEARER.exec(authorization ?? '')?.[1]?.slice(0, KEY_LENGTH);
          if (key === undefined) return caller;
          if (caller.kind === 'known') kept.set(key, caller.account);
          const account = kept.get(key);
          return caller.kind === 'unknown' && account !== undefined ? { kind: 'known', account } : caller;
        },
      };
    },
  },
  {
    id: 'token-too-short-overlooked',
    description: 'A token that is too short counts as missing.',
    breaks: ['list.invalid-token'],
    change: (b) => ({
      authenticate: (authorization, request) => {
        const token = BEARER.exec(authorization ?? '')?.[1];
        const isTooShort = token !== undefined && token.length < KEY_LENGTH;
        return isTooShort ? { kind: 'anonymous' } : b.authenticate(authorization, request);
      },
    }),
  },
  {
    id: 'token-too-long-400',
    description: 'A token that is too long is answered with 400.',
    breaks: ['list.invalid-token', 'create.invalid-token', 'create.malformed-credential'],
    change: (b) =>
      changeStatus(
        b,
        ['credential-unknown'],
        400,
        (request) => (request.header('authorization') ?? '').length > 64,
      ),
  },
  {
    id: 'create-schemeless-accepted',
    description: 'A credential of one word is accepted as a browser session that was already checked.',
    breaks: ['create.malformed-credential'],
    change: (b) => ({
      authenticate: (authorization, request) =>
        isCreate(request) && /^(?!bearer$)\S+$/i.test(authorization ?? '')
          ? { kind: 'known', account: anyAccount(request.world) }
          : b.authenticate(authorization, request),
    }),
  },
  {
    id: 'create-other-scheme-403',
    description: 'An unknown scheme is answered with 403 instead of 401.',
    breaks: ['create.malformed-credential'],
    change: (b) =>
      changeStatus(b, ['credential-unknown'], 403, (request) =>
        /^(?!bearer\b)\S+ +\S/i.test(request.header('authorization') ?? ''),
      ),
  },
] as const satisfies readonly Fault[];
