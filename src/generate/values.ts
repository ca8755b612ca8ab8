import { type Arbitrary, boolean, integer, nat, noBias, sample, string, stringMatching } from 'fast-check';
import { bearer } from '../client/request.ts';
import type { Caller } from '../model/planned-request.ts';
import type { ByProfile, ProfileName } from '../model/profile.ts';
import { nearMisses } from './near-misses.ts';
import { anyCharacters, madeUpToken } from './tokens.ts';

/** Made-up owner and repository names: long enough to be unique, plain enough for every service. */
const names = stringMatching(/^[a-z][a-z0-9]{15,22}[a-z]$/);

/** Suffixes that turn a real name into a made-up one. */
const suffixes = stringMatching(/^-[a-z][a-z0-9]{8,10}$/);

/** A seed of its own for each purpose, so that leaving out one rule changes nothing for another. */
function seedFor(seed: number, purpose: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let index = 0; index < purpose.length; index += 1)
    hash = Math.imul(hash ^ purpose.charCodeAt(index), 0x01000193);
  return hash >>> 1;
}

/** Lengths of made-up tokens. */
const [USUAL_LENGTH, LONG] = [36, 200];

const SCALE: ByProfile<number> = { quick: 0, standard: 1, thorough: 20 };

/** Everything generated, from one seed. Named values come first, and are always tried. */
export class Values {
  readonly #seed: number;
  readonly #profile: ProfileName;

  constructor(seed: number, profile: ProfileName) {
    this.#seed = seed;
    this.#profile = profile;
  }

  /** Returns generated values, none in `quick`. Each purpose has its own sequence. */
  sample<T>(purpose: string, values: Arbitrary<T>, count: number): T[] {
    const numRuns = count * SCALE[this.#profile];
    return numRuns === 0 ? [] : sample(values, { seed: seedFor(this.#seed, purpose), numRuns });
  }

  #one<T>(purpose: string, values: Arbitrary<T>): T[] {
    return sample(values, { seed: seedFor(this.#seed, purpose), numRuns: 1 });
  }

  /** Returns one random element; nothing of an empty list. */
  pick<T>(purpose: string, from: readonly T[]): T[] {
    const at = (this.#one(purpose, noBias(nat(1_000_000)))[0] ?? 0) % Math.max(1, from.length);
    return from.slice(at, at + 1);
  }

  /** Returns a coin that falls as the seed says. */
  coin(purpose: string): () => boolean {
    const falls = sample(boolean(), { seed: seedFor(this.#seed, purpose), numRuns: 128 });
    let at = 0;
    return () => {
      at = (at + 1) % falls.length;
      return falls[at] === true;
    };
  }

  /** Returns a made-up name. */
  name = (purpose: string): string => this.#one(purpose, names)[0] ?? 'madeupname';
  /** Returns a made-up name that begins like a real name. */
  longer = (name: string, purpose: string): string => `${name}${this.#one(purpose, suffixes)[0] ?? '-x'}`;

  /** Drawn sizes, and ones that many programs have in a menu; none in `quick`. */
  sizes = (): number[] => {
    const drawn = this.sample('sizes', integer({ min: 3, max: 98 }), 2);
    return drawn.length === 0 ? [] : [...drawn, 20, 50];
  };
  /** Sizes of walks: small pages first, at which ties are reordered. */
  walks = (): number[] => [10, ...this.sample('walk', integer({ min: 11, max: 49 }), 1).slice(1)];
  above = (): string[] => [
    '101',
    '150',
    '65541',
    ...this.sample('above', integer({ min: 102, max: 5000 }), 1).map(String),
  ];
  negatives = (): string[] => [
    '-1',
    '-5',
    '-2147483648',
    '-4294967291',
    LOWEST,
    ...this.sample('negative', integer({ min: -9999, max: -6 }), 1).map(String),
  ];

  invalidSorts(): string[] {
    const odd = string({ unit: 'grapheme', minLength: 3, maxLength: 12 }).map((text) => `zz${text}`);
    return [...SORTS, LONG_SORT, ...this.sample('sorts', odd, 2)];
  }

  /** Returns invalid tokens: made-up ones, near misses of the real one, wildcards of databases. */
  invalidTokens(token: string | undefined, outsiderToken: string | undefined): Caller[] {
    const valid = outsiderToken === undefined ? [] : [outsiderToken];
    const madeUp = (length: number): Caller => this.madeUpCaller('credential', length);
    const near =
      token === undefined ? [] : [...nearMisses(token, 'TOKEN', valid), anyCharacters(token, 'TOKEN')];
    return [
      madeUp(USUAL_LENGTH),
      ...near.map((miss) => invalid(miss.token, `Bearer <${miss.label}>`)),
      // A program that forgot to set its token sends this, and compares with it.
      invalid('undefined', 'Bearer undefined'),
      // Wildcards of databases and shells, which no Bearer token may hold.
      ...['%', '*'].map((mark) => invalid(mark, `Bearer ${mark}`, 'malformed')),
      // Some services refuse a token by its length.
      madeUp(LONG),
    ];
  }

  /** Returns a caller with a made-up token. */
  madeUpCaller(purpose: string, length = USUAL_LENGTH): Caller {
    const made = madeUpToken(seedFor(this.#seed, purpose), length);
    return invalid(made, `Bearer ${made}`);
  }
}

const invalid = (token: string, shown: string, kind: 'invalid' | 'malformed' = 'invalid'): Caller => ({
  kind,
  credential: bearer(token, 'invalid'),
  label: shown,
});

/** Below the integers of 64 bits. */
export const LOWEST = '-9223372036854775809';
/** A sort that no service has. */
export const MADE_UP_SORT = 'zz-no-such-key';
/** A name that every object inherits. */
export const INHERITED_SORT = 'constructor';
/** A sort key with all kinds of characters, for callers with few requests. */
export const ODD_SORT = `zz'"<%整\u0001`;
/** The same, as long as a request line allows. */
export const LONG_SORT = `${ODD_SORT}${'q'.repeat(1200)}`;

const SORTS = [
  MADE_UP_SORT,
  ODD_SORT,
  '__proto__',
  INHERITED_SORT,
  '整列しない',
  `zz'"--;(),asc`,
  'zz\u0001\u007f',
  '-1e99zz',
  'zz.Zz%zz',
];

/** Edges of integers. 2^32 + 5 and 2^64 + 5 are 5 to a program that cuts them off. */
export const HUGE = [
  '2147483647',
  '2147483648',
  '4294967301',
  '9223372036854775808',
  '18446744073709551621',
  `1${'0'.repeat(30)}`,
];

const malformed = (value: string): Caller => ({
  kind: 'malformed',
  credential: { validity: 'invalid', value },
  label: value,
});

/** Malformed credentials, which are not Bearer tokens. */
export const MALFORMED: readonly Caller[] = [
  malformed('Bearer '),
  malformed('zzq7k2w9v4t1m8s3'),
  malformed('token zzq7k2w9v4t1m8s3'),
  malformed('Basic enp6OnF4N2sydzl2'),
  malformed('Digest username="zz", response="9f8e7d"'),
];
