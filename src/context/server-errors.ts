import { type Exchange, isServerError, overlap } from '../client/exchange.ts';
import { type UndecidedReason, undecidedReason } from '../client/undecided-reason.ts';

/** Errors that the same request did not get when it was sent again. */
export interface ErrorsByChance {
  readonly method: 'GET' | 'POST';
  readonly statuses: number[];
  readonly errors: number;
  /** All requests of the method. */
  readonly requests: number;
}

/** The least errors by chance that count, and the share of all requests that they must exceed. */
const MIN_ERRORS = 2;
const MIN_ERROR_SHARE = 0.01;

const ASKED: Readonly<Record<string, string>> = { GET: 'listings', POST: 'creations' };

/** The 5xx of a run, by request. If the same request is answered otherwise as well, the error came by chance. */
export class ServerErrors {
  readonly #tries = new Map<string, Exchange[]>();

  /** Notes an attempt. @param marker the marker in its payload, if it is a creation */
  hear(exchange: Exchange, marker: string): void {
    const { response, fault, request } = exchange;
    if (response === null || fault !== null) return;
    const { method, url, headers, body } = request;
    const key = JSON.stringify([method, url, headers['authorization'], body?.replaceAll(marker, '')]);
    const tries = this.#tries.get(key) ?? [];
    tries.push(exchange);
    this.#tries.set(key, tries);
  }

  /** Returns the errors by chance among the requests of a method; `null` if there are too few to matter. */
  byChance(method: 'GET' | 'POST'): ErrorsByChance | null {
    const byRequest = [...this.#tries.values()].filter(([first]) => first?.request.method === method);
    const all = byRequest.flat();
    // A creation beside another one may have been too much at once.
    const isTooMuch = (one: Exchange): boolean =>
      method === 'POST' && all.some((other) => other !== one && overlap(one, other));
    const errors = byRequest.flatMap((tries) =>
      tries.every(isServerError) ? [] : tries.filter((one) => isServerError(one) && !isTooMuch(one)),
    );
    if (errors.length < MIN_ERRORS || errors.length <= MIN_ERROR_SHARE * all.length) return null;
    const statuses = new Set(errors.map(({ response }) => response?.status ?? 0));
    return {
      method,
      statuses: [...statuses].toSorted((a, b) => a - b),
      errors: errors.length,
      requests: all.length,
    };
  }

  /** Returns why the rule on all requests of a method is undecided; `null` if it is not. */
  undecidedReason(method: 'GET' | 'POST'): UndecidedReason | null {
    const found = this.byChance(method);
    if (found === null) return null;
    const { statuses, errors, requests } = found;
    const reason = `The service answered ${statuses.join(' or ')} to ${errors} of ${requests} ${ASKED[method]} by chance: the same request was answered when it was sent again.`;
    return undecidedReason('unstable', reason);
  }
}
