import * as fc from 'fast-check';
import type { TargetAccess } from '../client/request.ts';
import type { Caller } from '../model/planned-request.ts';
import type { ByProfile, ProfileName } from '../model/profile.ts';
import { INHERITED_NAME, SORT_CLASSES } from './sorts.ts';
import { anyCharacters, madeUpToken, type NearMissPurpose, nearMisses, type TokenShape } from './tokens.ts';

/** All punctuation, and characters of other kinds. A percent sign before a bracket is no escape. */
const ODD_PARTS = ['%[', '<(', ...'"\'`)>]{}*+/\\|=?!&#$@^~,;:._- \n\t\u0001整🚀'] as const;
/** Endings that many services read as a direction. */
const ENDINGS = [':asc', '.asc', ' asc'] as const;
/** Characters that few names have. Servers refuse other ones in a path before they look for a name. */
const ODD_NAMES = [...'\'" é整🚀'];
/** Made-up owner and repository names: long enough to be unique, plain enough for every service. */
const names = fc.stringMatching(/^[a-z][a-z0-9]{15,22}[a-z]$/);

const suffixes = fc.stringMatching(/^-[a-z][a-z0-9]{8,10}$/);

/** The purpose of the made-up token of the preflight. */
export const MADE_UP = 'opening';

/** A seed of its own for each purpose, so that leaving out one rule changes nothing for another. */
function seedFor(seed: number, purpose: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let index = 0; index < purpose.length; index += 1)
    hash = Math.imul(hash ^ purpose.charCodeAt(index), 0x01000193);
  return hash >>> 1;
}

/** Classes of sizes within the range, without those that other rules request: small parts, and walks. */
const SIZE_CLASSES: readonly (readonly number[])[] = [
  [8, 16, 32, 64],
  [40, 60, 70, 80],
  [7, 11, 13, 17, 19, 23, 29, 31, 37, 43, 53, 59, 61, 67, 71, 73, 79, 83],
  [25, 35, 45, 55, 65, 75, 85, 95],
  [9, 21, 33, 49, 51, 63, 77, 81],
  [12, 14, 18, 22, 24, 28, 36, 48, 54, 56, 66, 72, 84, 88],
];
/** Sizes that show most of a short list, and that no other rule requests. */
const LARGE = ['91', '92', '94', '97', '98'];
const ALL_SIZES = Array.from({ length: 98 }, (_, index) => index + 2);
/** The number of sizes that the primary caller tries alone. In the pool, they stand before those with a purpose. */
const SIZES: ByProfile<number> = { quick: 0, standard: 10, thorough: 40 };
/** Single requests with a size, each with its own. */
const SIZE_PURPOSES = ['before the default', 'private', 'unknown name'] as const;

/** Classes that are tried alone, and not with other parameters. */
const ALWAYS_ALONE: ReadonlySet<string> = new Set(['nothing']);
const SORTS_OF_A_CLASS = 3;

const SCALE: ByProfile<number> = { quick: 0, standard: 1, thorough: 20 };

/** Everything generated, from one seed. Named values come first, and are always tried. */
export class Values {
  readonly #seed: number;
  readonly #profile: ProfileName;

  constructor(seed: number, profile: ProfileName) {
    this.#seed = seed;
    this.#profile = profile;
  }

  /** Returns generated values; by default none in `quick`. Each purpose has its own sequence. */
  #sample<T>(purpose: string, values: fc.Arbitrary<T>, numRuns = SCALE[this.#profile]): T[] {
    return fc.sample(values, { seed: seedFor(this.#seed, purpose), numRuns });
  }

  #one<T>(purpose: string, values: fc.Arbitrary<T>): T {
    for (const one of this.#sample(purpose, values, 1)) return one;
    throw new Error(`Nothing was drawn for ${purpose}.`);
  }

  /** Returns one random element; nothing of an empty list. */
  pick<T>(purpose: string, from: readonly T[]): T[] {
    const at = this.#one(purpose, fc.noBias(fc.nat(1_000_000))) % Math.max(1, from.length);
    return from.slice(at, at + 1);
  }

  coin(purpose: string): () => boolean {
    const falls = this.#sample(purpose, fc.boolean(), 128);
    let at = 0;
    return () => {
      at = (at + 1) % falls.length;
      return falls[at] === true;
    };
  }

  name = (purpose: string): string => this.#one(purpose, names);
  /** Returns a made-up name with all kinds of characters, in a drawn order. */
  oddName = (purpose: string): string =>
    `${this.name(purpose)}${this.shuffled(purpose, ODD_NAMES).join('')}zz`;
  /** Returns a made-up name that begins like a real name. */
  longer = (name: string, purpose: string): string => `${name}${this.#one(purpose, suffixes)}`;
  /** Returns a made-up name that ends like a real name. */
  prefixed = (name: string, purpose: string): string => `${this.#one(purpose, suffixes).slice(1)}-${name}`;

  shuffled<T>(purpose: string, from: readonly T[]): T[] {
    const all = fc.shuffledSubarray([...from], { minLength: from.length });
    return this.#one(purpose, fc.noBias(all));
  }

  /** All sizes that may be drawn, each once: first one of each class, then another of each. */
  get #sizePool(): number[] {
    const classes = SIZE_CLASSES.map((sizes, at) => this.shuffled(`sizes ${at}`, sizes));
    const longest = Math.max(...classes.map(({ length }) => length));
    return [...Array(longest).keys()].flatMap((at) => classes.flatMap((sizes) => sizes.slice(at, at + 1)));
  }

  /** Sizes that the primary caller tries alone: drawn ones of each class; none in `quick`, all in `thorough`. */
  sizes = (): number[] =>
    this.#profile === 'thorough'
      ? this.shuffled('all sizes', ALL_SIZES)
      : this.#sizePool.slice(0, SIZES[this.#profile]);
  /** Returns the size of one purpose, which no other purpose has. */
  size = (purpose: (typeof SIZE_PURPOSES)[number]): number =>
    this.#sizePool[SIZES[this.#profile] + SIZE_PURPOSES.indexOf(purpose)] ?? 7;
  /** Returns the large size of one purpose, which the other one does not have. */
  large = (purpose: 'private' | 'sort'): string =>
    this.shuffled('large sizes', LARGE)[purpose === 'sort' ? 0 : 1] ?? '98';
  /** Sizes of walks: small pages first, at which ties are reordered. */
  walks = (): number[] => [10, ...this.#sample('walk', fc.integer({ min: 11, max: 49 })).slice(1)];
  above = (): string[] => [
    '101',
    '150',
    '65541',
    ...this.#sample('above', fc.integer({ min: 102, max: 5000 })).map(String),
  ];
  /** The size above the maximum that another caller tries. */
  otherAbove = (purpose: string): string =>
    String(this.#one(`above as ${purpose}`, fc.integer({ min: 101, max: 400 })));
  /** The negative size that another caller tries. */
  otherNegative = (purpose: string): string => String(this.#one(`negative as ${purpose}`, OTHER_NEGATIVES));
  negatives = (): string[] => [
    '-1',
    '-5',
    '-2147483648',
    '-4294967291',
    LOWEST,
    ...this.#sample('negative', fc.integer({ min: -9999, max: -6 })).map(String),
  ];

  /** Returns invalid sorts of each class; none in `quick`. */
  drawnSorts(): string[] {
    const drawn = Object.entries(SORT_CLASSES).flatMap(([name, sorts]) =>
      this.#sample(`sort of ${name}`, sorts).slice(0, SORTS_OF_A_CLASS),
    );
    return [...new Set(drawn)];
  }

  /** Returns an invalid sort with all kinds of characters, in a drawn order. */
  oddSort = (purpose: string): string => `zz${this.shuffled(purpose, ODD_PARTS).join('')}`;
  /** The same, as long as a request line allows, behind the sign that many services read as a direction. */
  longSort = (): string => `-${this.oddSort('long')}${'q'.repeat(1200)}`;
  /** Returns an odd sort that ends in a direction. Each of the first callers has another ending. */
  directedSort(purpose: string, caller: number): string {
    const [ending = ''] = this.shuffled('endings of sorts', ENDINGS).slice(caller);
    return `${this.oddSort(purpose)}${ending}`;
  }

  /** Returns so many invalid sorts, of drawn classes. Each purpose has its own. */
  sorts(purpose: string, count: number): string[] {
    return this.shuffled(`classes of ${purpose}`, Object.entries(SORT_CLASSES))
      .filter(([name]) => !ALWAYS_ALONE.has(name))
      .slice(0, count)
      .map(([name, sorts]) => this.#one(`${purpose} ${name}`, sorts));
  }

  /**
   * Returns invalid tokens: made-up ones, near misses of the real one, wildcards of databases.
   * @param purpose each has other made-up tokens and near misses; only listings try a plain one and an inherited name, and only creations letters, punctuation and a scheme in lower case
   */
  invalidTokens(
    purpose: NearMissPurpose,
    { token, outsiderToken }: Pick<TargetAccess, 'token' | 'outsiderToken'>,
  ): Caller[] {
    const valid = outsiderToken === undefined ? [] : [outsiderToken];
    const madeUp = (shape: TokenShape): Caller => this.madeUpCaller(`credential to ${purpose}`, shape);
    const near = token === undefined ? [] : [...nearMisses(token, valid, purpose), anyCharacters(token)];
    return [
      madeUp(purpose === 'list' ? 'usual' : 'punctuation'),
      ...near.map((miss) => invalid(`Bearer ${miss.token}`, `Bearer <${miss.label}>`)),
      // A program that forgot to set its token sends such a word, and compares with it.
      invalid(`Bearer ${purpose === 'list' ? 'undefined' : this.#one('word for no token', NO_TOKEN)}`),
      // Wildcards of databases and shells, which no Bearer token may hold.
      ...['Bearer %', 'Bearer *'].map(malformedCaller),
      // Some services judge a token by its length or its form, and some look it up in an object that inherits names.
      madeUp('unsigned'),
      ...(purpose === 'list'
        ? [invalid(`Bearer ${INHERITED_NAME}`)]
        : // Not every service takes this for Bearer.
          [madeUp('letters'), malformedCaller(`bearer ${this.#token(purpose)}`)]),
    ];
  }

  /** Returns malformed credentials, which are not Bearer tokens. Each purpose has its own. */
  malformed(purpose: string): readonly Caller[] {
    const secret = this.#token(`malformed to ${purpose}`, 'short');
    return [
      'Bearer ',
      secret,
      `token ${secret}`,
      `Basic ${btoa(`zz:${secret}`)}`,
      `Digest username="zz", response="${secret}"`,
    ].map(malformedCaller);
  }

  madeUpCaller = (purpose: string, shape?: TokenShape): Caller =>
    invalid(`Bearer ${this.#token(purpose, shape)}`);

  #token(purpose: string, shape: TokenShape = 'usual'): string {
    return madeUpToken(seedFor(this.#seed, purpose), shape);
  }
}

/** Words that programs write for a token that is not set. */
const NO_TOKEN = fc.constantFrom('null', 'None', 'nil', 'true', '0');

const invalid = (value: string, label = value): Caller => ({
  kind: 'invalid',
  credential: { validity: 'invalid', value },
  label,
});
const malformedCaller = (value: string): Caller => ({ ...invalid(value), kind: 'malformed' });

export const LOWEST = '-9223372036854775809';
/** Small sizes, and some below the range of 64 bits. */
const OTHER_NEGATIVES = fc.oneof(
  fc.integer({ min: -9999, max: -1 }),
  fc.nat(1_000_000).map((size) => BigInt(LOWEST) - BigInt(size)),
);
/** Edges of integers. 2^32 + 5 and 2^64 + 5 are 5 to a program that cuts them off. */
export const HUGE = [
  '2147483647',
  '2147483648',
  '4294967301',
  '9223372036854775808',
  '18446744073709551621',
  `1${'0'.repeat(30)}`,
];
