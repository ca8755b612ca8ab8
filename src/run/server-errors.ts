import { because, type Doubt } from '../client/doubt.ts';
import { type Exchange, isServerError, overlap } from '../client/exchange.ts';

interface Tally {
  readonly method: string;
  readonly tries: Exchange[];
}

/** True for an error of a creation beside another one of some: it may have been too much at once. */
const isTooMuch = (one: Exchange, all: readonly Exchange[]): boolean =>
  one.request.method === 'POST' &&
  isServerError(one) &&
  all.some((other) => other !== one && other.request.method === 'POST' && overlap(one, other));

/** Errors that the same request did not get when it was sent again. */
export interface ErrorsByChance {
  readonly method: 'GET' | 'POST';
  readonly statuses: number[];
  readonly errors: number;
  /** All requests of the method. */
  readonly requests: number;
}

/** The least errors by chance that count, and the share of all requests that they must exceed. */
const [LEAST, SHARE] = [2, 0.01];

const ASKED: Readonly<Record<string, string>> = { GET: 'listings', POST: 'creations' };

/** The 5xx of a run, by request. If the same request is answered otherwise as well, the error came by chance. */
export class ServerErrors {
  readonly #tallies = new Map<string, Tally>();

  /** Notes an attempt. @param marker the marker in its payload, if it is a creation */
  hear(exchange: Exchange, marker: string): void {
    const { response, fault, request } = exchange;
    if (response === null || fault !== null) return;
    const { method, url, headers, body } = request;
    const key = JSON.stringify([method, url, headers['authorization'], body?.replaceAll(marker, '')]);
    const tally = this.#tallies.get(key) ?? { method, tries: [] };
    this.#tallies.set(key, tally);
    tally.tries.push(exchange);
  }

  /** Returns the errors by chance among the requests of a method; `null` if there are too few to matter. */
  byChance(method: 'GET' | 'POST'): ErrorsByChance | null {
    const tallies = [...this.#tallies.values()].filter((tally) => tally.method === method);
    const all = tallies.flatMap(({ tries }) => tries);
    const errors = tallies.flatMap(({ tries }) =>
      tries.every(isServerError) ? [] : tries.filter((one) => isServerError(one) && !isTooMuch(one, all)),
    );
    if (errors.length < LEAST || errors.length <= SHARE * all.length) return null;
    const statuses = new Set(errors.map(({ response }) => response?.status ?? 0));
    return {
      method,
      statuses: [...statuses].toSorted((a, b) => a - b),
      errors: errors.length,
      requests: all.length,
    };
  }

  /** Returns why the rule on all requests of a method is undecided; `null` if it is not. */
  doubt(method: 'GET' | 'POST'): Doubt | null {
    const found = this.byChance(method);
    if (found === null) return null;
    const { statuses, errors, requests } = found;
    const reason = `The service answered ${statuses.join(' or ')} to ${errors} of ${requests} ${ASKED[method]} by chance: the same request was answered when it was sent again.`;
    return because('unstable', reason);
  }
}
