import { because, type Doubt } from '../client/doubt.ts';
import { type Exchange, isServerError } from '../client/exchange.ts';
import { markerPattern } from '../client/marker.ts';

interface Tally {
  readonly method: string;
  errors: number;
  tries: number;
  readonly statuses: Set<number>;
}

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
  readonly #marker: RegExp;
  readonly #tallies = new Map<string, Tally>();

  constructor(runId: string) {
    this.#marker = new RegExp(markerPattern(runId), 'gi');
  }

  /** Notes an attempt. */
  hear(exchange: Exchange): void {
    const { response, fault, request } = exchange;
    if (response === null || fault !== null) return;
    const { method, url, headers, body } = request;
    const key = JSON.stringify([method, url, headers['authorization'], body?.replaceAll(this.#marker, '')]);
    const tally = this.#tallies.get(key) ?? { method, errors: 0, tries: 0, statuses: new Set() };
    this.#tallies.set(key, tally);
    tally.tries += 1;
    if (!isServerError(exchange)) return;
    tally.errors += 1;
    tally.statuses.add(response.status);
  }

  /** Returns the errors by chance among the requests of a method; `null` if there are too few to matter. */
  byChance(method: 'GET' | 'POST'): ErrorsByChance | null {
    const all = [...this.#tallies.values()].filter((tally) => tally.method === method);
    const chance = all.filter(({ errors, tries }) => errors > 0 && errors < tries);
    const errors = chance.reduce((sum, one) => sum + one.errors, 0);
    const requests = all.reduce((sum, one) => sum + one.tries, 0);
    if (errors < LEAST || errors <= SHARE * requests) return null;
    const seen = new Set<number>();
    for (const { statuses } of chance) for (const status of statuses) seen.add(status);
    return { method, statuses: [...seen].toSorted((a, b) => a - b), errors, requests };
  }

  /** Returns why the rule on all requests of a method is undecided; `null` if it is not. */
  doubt(method: 'GET' | 'POST'): Doubt | null {
    const found = this.byChance(method);
    if (found === null) return null;
    const { statuses, errors, requests } = found;
    return {
      ...because(
        'unstable',
        `The service answered ${statuses.join(' or ')} to ${errors} of ${requests} ${ASKED[method]} by chance: the same request was answered when it was sent again.`,
      ),
      errorsByChance: true,
    };
  }
}
