import { BEARER } from '../../src/service/conforming/access-and-refusals.ts';
import { isCreate } from '../../src/service/request.ts';
import type { Account } from '../../src/service/world/repository.ts';
import { acceptTokens, anyAccount } from '../changes/callers.ts';
import { changeStatus } from '../changes/refusals.ts';
import type { Fault } from './fault.ts';

const KEY_LENGTH = 8;

/** The sum of its characters, of which a check digit is made. */
function checkDigit(token: string): number {
  return [...token].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % 10;
}

/** Credentials that are compared by something else than themselves, or read in a way of its own. */
export const tokenFaults = [
  {
    id: 'token-compared-by-length',
    description: 'The lengths of two tokens are compared before the tokens, which are then forgotten.',
    breaks: ['list.invalid-token', 'create.invalid-token'],
    change: (b) => acceptTokens(b, (given, known) => given.length === known.length),
  },
  {
    id: 'token-compared-by-second-half',
    description: 'Only the second half of a token is thought secret, and only that is compared.',
    breaks: ['list.invalid-token', 'create.invalid-token'],
    change: (b) =>
      acceptTokens(b, (given, known) => {
        const half = Math.floor(known.length / 2);
        return given.slice(-half) === known.slice(-half);
      }),
  },
  {
    id: 'token-compared-by-check-digit',
    description: 'A token whose check digit is right is let in without being looked up.',
    breaks: ['list.invalid-token', 'create.invalid-token'],
    change: (b) => acceptTokens(b, (given, known) => checkDigit(given) === checkDigit(known)),
  },
  {
    id: 'token-cached-by-beginning',
    description:
      'Tokens that were let in are kept under their first eight characters, and found by them again.',
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
    description: 'What is shorter than any token is taken for no token at all.',
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
    description: 'What is longer than any token is a bad request.',
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
    description:
      'A credential of one word is taken for the session of a browser, which something else has checked.',
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
    description: 'A scheme that the service does not know is forbidden.',
    breaks: ['create.malformed-credential'],
    change: (b) =>
      changeStatus(b, ['credential-unknown'], 403, (request) =>
        /^(?!bearer\b)\S+ +\S/i.test(request.header('authorization') ?? ''),
      ),
  },
] as const satisfies readonly Fault[];
