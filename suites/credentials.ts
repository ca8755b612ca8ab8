import { bearer, type Credential } from '../src/client/request.ts';
import { anyCharacters, madeUpTokens, nearMisses, usualTokens, WILDCARDS } from '../src/generate/tokens.ts';
import type { RuleCase } from '../src/model/case.ts';
import type { Trial } from '../src/run/trial.ts';

/** A credential that must be refused, and the text that stands for it in reports. */
export interface Refused {
  readonly as: Credential;
  readonly shown: string;
  /** Statuses that are right: no Bearer token may hold a wildcard, so that one may be called a bad request. */
  readonly statuses: readonly number[];
}

const UNAUTHORIZED = [401];
const MALFORMED = [401, 400];

const refused = (token: string, statuses: readonly number[]): Refused => ({
  as: bearer(token, 'invalid'),
  shown: `Bearer ${token}`,
  statuses,
});

/** Numbers of made-up tokens, near misses and wildcards that are tried. */
const MADE_UP = { quick: 1, standard: 5, thorough: 6 };
const NEAR = { quick: 3, standard: Infinity, thorough: Infinity };
const WILD = { quick: 0, standard: Infinity, thorough: Infinity };

/**
 * Returns invalid tokens: made-up ones of the usual lengths, near misses of the real one, and wildcards of databases. Both
 * rules on them try the same ones: a token that one operation refuses, the other must refuse too.
 */
export function invalidTokens(t: Trial): Refused[] {
  const { token, outsiderToken } = t.bed;
  const valid = outsiderToken === undefined ? [] : [outsiderToken];
  const madeUp = usualTokens(t.seed('credential')).map((made) => refused(made, UNAUTHORIZED));
  const wild = WILDCARDS.map((mark) => refused(mark, MALFORMED));
  const near =
    token === undefined
      ? []
      : [...nearMisses(token, 'TOKEN', valid), anyCharacters(token, 'TOKEN')].map((miss) => ({
          as: t.secretToken(miss.token, miss.label),
          shown: `Bearer <${miss.label}>`,
          statuses: UNAUTHORIZED,
        }));
  // Made-up tokens come first, since their violations can be reproduced without the real one.
  return [
    ...madeUp.slice(0, MADE_UP[t.profile]),
    ...near.slice(0, NEAR[t.profile]),
    ...wild.slice(0, WILD[t.profile]),
  ];
}

/** Cases of made-up tokens of any length; in `thorough` alone, since strangers have a small allowance. */
export function madeUpCases(t: Trial, make: (refused: Refused) => RuleCase): RuleCase[] {
  return t.generated(
    { values: madeUpTokens, runs: { quick: 0, standard: 0, thorough: 40 } },
    (token) => make(refused(token, UNAUTHORIZED)),
    ['anonymous'],
  );
}
