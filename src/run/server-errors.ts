import { type Exchange, isServerError } from '../client/exchange.ts';
import { markerPattern } from '../client/marker.ts';
import type { Asker } from '../client/test-bed.ts';
import { ERROR_SHARE_OF_A_TRAIT, SIGHTINGS_OF_A_TRAIT } from '../model/tuning.ts';

/** Some requests that were answered, and how many of them with 5xx. */
export interface Tally {
  readonly errors: number;
  readonly tries: number;
}

/** The answers to one request, however often it was sent. */
interface Answered extends Tally {
  readonly method: string;
  readonly asker: Asker | null;
  /** The 5xx that came last, if any did. */
  readonly last: Exchange | null;
  readonly statuses: ReadonlySet<number>;
}

const NONE: Tally = { errors: 0, tries: 0 };

const sumOf = (tallies: readonly Tally[]): Tally =>
  tallies.reduce(
    (sum, { errors, tries }) => ({ errors: sum.errors + errors, tries: sum.tries + tries }),
    NONE,
  );

const tallyOf = (attempts: readonly Exchange[]): Tally => {
  const answered = attempts.filter(({ response, fault }) => fault === null && response !== null);
  return { errors: answered.filter(isServerError).length, tries: answered.length };
};

/** 5xx by chance, of all answered requests of a method. */
export interface ByChance extends Tally {
  readonly method: string;
  readonly statuses: number[];
}

/**
 * The answers to all requests of a run, by request. If a request gets a 5xx, and another answer when it is sent again,
 * the error came by chance.
 */
export class ServerErrors {
  readonly #marker: RegExp;
  readonly #answered = new Map<string, Answered>();
  /** Requests whose errors break a rule: they are none of chance. */
  readonly #explained = new Set<string>();

  constructor(runId: string) {
    this.#marker = new RegExp(markerPattern(runId), 'gi');
  }

  /** Returns the name of a request without its marker. */
  keyOf({ request: { method, url, headers, body } }: Exchange): string {
    return JSON.stringify([method, url, headers['authorization'], body?.replaceAll(this.#marker, '')]);
  }

  /** Takes note of an attempt. */
  hear(exchange: Exchange, asker: Asker | null): void {
    const { response, fault, request } = exchange;
    if (response === null || fault !== null) return;
    const key = this.keyOf(exchange);
    const { errors, tries, last, statuses } = this.#answered.get(key) ?? {
      ...NONE,
      last: null,
      statuses: new Set<number>(),
    };
    const isError = isServerError(exchange);
    this.#answered.set(key, {
      method: request.method,
      asker,
      errors: errors + Number(isError),
      tries: tries + 1,
      last: isError ? exchange : last,
      statuses: isError ? new Set([...statuses, response.status]) : statuses,
    });
  }

  /** Notes that the errors of some requests break a rule. */
  explain(keys: ReadonlySet<string>): void {
    for (const key of keys) this.#explained.add(key);
  }

  /** The errors by chance of requests of a method. @param own requests that are left out */
  byChance(method: string, own: ReadonlySet<string> = new Set()): ByChance {
    const all = [...this.#answered].filter(([, answered]) => answered.method === method);
    const erring = all.filter(([key]) => !own.has(key) && !this.#explained.has(key));
    const chance = erring.flatMap(([, answered]) => (answered.errors < answered.tries ? [answered] : []));
    const statuses = new Set<number>();
    for (const answered of chance) for (const status of answered.statuses) statuses.add(status);
    return {
      method,
      errors: sumOf(chance).errors,
      tries: sumOf(all.map(([, answered]) => answered)).tries,
      statuses: [...statuses].toSorted((a, b) => a - b),
    };
  }

  /** True if one of some requests gets 5xx by chance. */
  isErring(keys: ReadonlySet<string>): boolean {
    return [...keys].some((key) => {
      const { errors, tries } = this.#answered.get(key) ?? NONE;
      return errors > 0 && errors < tries;
    });
  }

  /** The 5xx that a request was answered with last; `null` if it never was. */
  lastAt(exchange: Exchange): Exchange | null {
    return this.#answered.get(this.keyOf(exchange))?.last ?? null;
  }

  /** Returns the answers to some requests of a method. @param asker the caller; `null` for all callers */
  of(method: string, asker: Asker | null, isMeant: (key: string) => boolean): Tally {
    return sumOf(
      [...this.#answered].flatMap(([key, answered]) =>
        answered.method === method && (asker === null || answered.asker === asker) && isMeant(key)
          ? [answered]
          : [],
      ),
    );
  }
}

const ASKED: Readonly<Record<string, string>> = { GET: 'listings', POST: 'creations' };

/** In a few words: "500 to 47 of 440 listings, whatever they ask". */
export const inChance = ({ method, errors, tries, statuses }: ByChance): string =>
  `The service answered ${statuses.join(' or ')} to ${errors} of ${tries} ${ASKED[method] ?? method} by chance: the same request was answered when it was sent again`;

/** True if errors by chance are so many that they are a trait of the service. */
export const isTrait = ({ errors, tries }: Tally): boolean =>
  errors >= SIGHTINGS_OF_A_TRAIT && errors > ERROR_SHARE_OF_A_TRAIT * tries;

/**
 * Returns the probability that chance alone deals so many of all errors, or more, to a rule's own requests: Fisher's
 * exact test, one-sided.
 */
export function chanceOfErrors(own: Tally, others: Tally): number {
  const [errors, tries] = [own.errors + others.errors, own.tries + others.tries];
  // Logarithms, since the numbers of ways are large.
  const logs = [0];
  for (let n = 1; n <= tries; n += 1) logs.push((logs[n - 1] ?? 0) + Math.log(n));
  const log = (n: number): number => logs[n] ?? 0;
  const ways = (n: number, of: number): number => log(of) - log(n) - log(of - n);
  let chance = 0;
  for (let some = own.errors; some <= Math.min(errors, own.tries); some += 1)
    if (errors - some <= others.tries)
      chance += Math.exp(ways(some, own.tries) + ways(errors - some, others.tries) - ways(errors, tries));
  return chance;
}

/** The answers to the requests of one rule, and to those that they are compared with, by caller. */
export class RuleErrors {
  /** The rule's own requests, and those that they are compared with. */
  readonly keys = new Set<string>();
  readonly twinKeys = new Set<string>();
  readonly #own = new Map<Asker, Tally>();
  /** By caller, and by the name of the twin. */
  readonly #twins = new Map<Asker, Map<string, Tally>>();

  /** Adds the answers of one attempt. @param twins by their names; one name may come more than once */
  add(
    asker: Asker,
    own: readonly Exchange[],
    twins: readonly (readonly [string, readonly Exchange[]])[],
  ): void {
    this.#own.set(asker, sumOf([this.own(asker), tallyOf(own)]));
    const byName = this.#twins.get(asker) ?? new Map<string, Tally>();
    for (const [name, answers] of twins)
      byName.set(name, sumOf([byName.get(name) ?? NONE, tallyOf(answers)]));
    this.#twins.set(asker, byName);
  }

  own(asker: Asker): Tally {
    return this.#own.get(asker) ?? NONE;
  }

  /** Those of the twin that got 5xx most often: a case with two twins may share the cause with one of them. */
  twins(asker: Asker): Tally {
    const shareOf = ({ errors, tries }: Tally): number => errors / Math.max(1, tries);
    const [most = NONE] = [...(this.#twins.get(asker)?.values() ?? [])].toSorted(
      (a, b) => shareOf(b) - shareOf(a) || b.tries - a.tries,
    );
    return most;
  }
}

/**
 * Returns the answers to a rule's own requests of one caller in the run, and the probability that chance dealt them so
 * many 5xx. They are compared with their twins and with all others of that caller; the smaller probability counts.
 */
export function inRun(
  errors: ServerErrors,
  { keys, twinKeys }: RuleErrors,
  method: string,
  asker: Asker,
): { readonly own: Tally; readonly others: Tally; readonly chance: number } {
  const own = errors.of(method, asker, (key) => keys.has(key));
  const others = errors.of(method, asker, (key) => !keys.has(key));
  const twins = errors.of(method, null, (key) => !keys.has(key) && twinKeys.has(key));
  return { own, others, chance: Math.min(chanceOfErrors(own, others), chanceOfErrors(own, twins)) };
}
