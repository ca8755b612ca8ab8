import { bearer, type Credential } from '../src/client/request.ts';
import type { RuleCase } from '../src/engine/case.ts';
import type { Trial } from '../src/engine/trial.ts';
import { anyCharacters, madeUpTokens, nearMisses, usualTokens, WILDCARDS } from '../src/generate/tokens.ts';

/** A credential that must be refused, and what it shows as. */
export interface Refused {
  readonly as: Credential;
  readonly shown: string;
  /** Statuses that are right: no Bearer token may hold a wildcard, so that one may be called a bad request. */
  readonly statuses: readonly number[];
}

const UNAUTHORIZED = [401];
const MALFORMED = [401, 400];

/**
 * Invalid tokens: made-up ones of the usual lengths, near misses of the real one, and what a database takes for wildcards.
 * Both rules on them try the same ones, since a token that was refused by one operation must not be let in by the other.
 */
export function invalidTokens(t: Trial): Refused[] {
  const { token, outsiderToken } = t.bed;
  const valid = outsiderToken === undefined ? [] : [outsiderToken];
  const madeUp = usualTokens(t.seed('credential'))
    .slice(0, t.pick(1, 5, 6))
    .map((made) => ({
      as: bearer(made, 'invalid'),
      shown: `Bearer ${made}`,
      statuses: UNAUTHORIZED,
    }));
  const wild = WILDCARDS.map((mark) => ({
    as: bearer(mark, 'invalid'),
    shown: `Bearer ${mark}`,
    statuses: MALFORMED,
  }));
  const near =
    token === undefined
      ? []
      : [...nearMisses(token, 'TOKEN', valid), anyCharacters(token, 'TOKEN')].map((miss) => ({
          as: t.secretToken(miss.token, miss.label),
          shown: `Bearer <${miss.label}>`,
          statuses: UNAUTHORIZED,
        }));
  // Made-up tokens first: what they break can be reproduced without the real one.
  return t.isQuick ? [...madeUp, ...near.slice(0, 3)] : [...madeUp, ...near, ...wild];
}

/** Cases of made-up tokens of any length; in `thorough` alone, since strangers have a small allowance. */
export function madeUpCases(t: Trial, make: (refused: Refused) => RuleCase): RuleCase[] {
  return t.generated(
    { values: madeUpTokens, runs: t.pick(0, 0, 40), examples: [] },
    (token) => make({ as: bearer(token, 'invalid'), shown: `Bearer ${token}`, statuses: UNAUTHORIZED }),
    ['anonymous'],
  );
}
