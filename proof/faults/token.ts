import { BEARER } from '../../src/service/conforming/access-and-refusals.ts';
import { isCreate } from '../../src/service/request.ts';
import type { Account } from '../../src/service/world/repository.ts';
import { acceptTokens, anyCaller } from '../changes/callers.ts';
import { revise } from '../changes/decisions.ts';
import { unknownCredentialAs } from '../changes/refusals.ts';
import { CREDENTIALS, TOKENS } from './broken-rules.ts';
import { faultsOf } from './fault.ts';

const KEY_LENGTH = 8;

/** Returns the sum of the character codes modulo 10. */
function checkDigit(token: string): number {
  return [...token].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % 10;
}

/** Faults in comparing and parsing credentials. */
export const tokenFaults = faultsOf({
  'token-compared-by-length': {
    description: 'Only the lengths of two tokens are compared.',
    breaks: TOKENS,
    change: acceptTokens((given, known) => given.length === known.length),
  },
  'token-compared-by-second-half': {
    description: 'Only the second half of a token is compared.',
    breaks: TOKENS,
    change: acceptTokens((given, known) => {
      const half = Math.floor(known.length / 2);
      return given.slice(-half) === known.slice(-half);
    }),
  },
  'token-compared-by-check-digit': {
    description: 'A token with a valid check digit is accepted without a lookup.',
    breaks: TOKENS,
    change: acceptTokens((given, known) => checkDigit(given) === checkDigit(known)),
  },
  'token-cached-by-beginning': {
    description: 'Accepted tokens are cached by their first eight characters.',
    breaks: TOKENS,
    change: (b) => {
      const kept = new Map<string, Account>();
      return revise('authenticate', (caller, authorization) => {
        const key = BEARER.exec(authorization ?? '')?.[1]?.slice(0, KEY_LENGTH);
        if (key === undefined) return caller;
        if (caller.kind === 'known') kept.set(key, caller.account);
        const account = kept.get(key);
        return caller.kind === 'unknown' && account !== undefined ? { kind: 'known', account } : caller;
      })(b);
    },
  },
  'token-too-short-overlooked': {
    description: 'A token that is too short counts as missing.',
    breaks: ['list.invalid-token'],
    change: revise('authenticate', (caller, authorization) => {
      const token = BEARER.exec(authorization ?? '')?.[1];
      return token !== undefined && token.length < KEY_LENGTH ? { kind: 'anonymous' } : caller;
    }),
  },
  'token-too-long-400': {
    description: 'A token that is too long is answered with 400.',
    breaks: ['list.invalid-token', ...CREDENTIALS],
    change: unknownCredentialAs(400, (credential) => credential.length > 64),
  },
  'create-schemeless-accepted': {
    description: 'A credential of one word is accepted as a browser session that was already checked.',
    breaks: ['create.malformed-credential'],
    change: revise('authenticate', (caller, authorization, request) =>
      isCreate(request) && /^(?!bearer$)\S+$/i.test(authorization ?? '') ? anyCaller(request.world) : caller,
    ),
  },
  'create-other-scheme-403': {
    description: 'An unknown scheme is answered with 403 instead of 401.',
    breaks: ['create.malformed-credential'],
    change: unknownCredentialAs(403, (credential) => /^(?!bearer\b)\S+ +\S/i.test(credential)),
  },
});
