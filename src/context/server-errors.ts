import { asksToWait, type Exchange, isServerError, isSuccess, overlap } from '../client/exchange.ts';
import type { Credential } from '../client/request.ts';
import { type UndecidedReason, undecidedReason } from '../client/undecided-reason.ts';

/** Milliseconds for which errors of every listing may be an outage that ends. */
const OUTAGE_MS = 30_000;
/** The least number of intermittent errors that counts, and the share of requests that they must exceed. */
const MIN_ERRORS = 2;
const MIN_ERROR_SHARE = 0.01;

/** True for a 5xx, or an answer that broke off after its headers. A connection without an answer may just have been idle too long. */
const isErroneous = (exchange: Exchange): boolean =>
  isServerError(exchange) || (exchange.response !== null && exchange.fault?.kind === 'connection-lost');

const ASKED: Readonly<Record<string, string>> = { GET: 'listings', POST: 'creations' };

/** The 5xx and incomplete answers of a run, by request. An error is intermittent if the same request also got another answer. */
export class ServerErrors {
  readonly #tries = new Map<string, Exchange[]>();
  /** By credential: the time since which its listings get 5xx, or `null` if the last one did not. */
  readonly #down = new Map<string | undefined, number | null>();
  #listedAt = 0;

  /** Returns the statuses of errors: `an incomplete 200 or 503`. */
  static inWords = (statuses: readonly number[]): string =>
    statuses.map((status) => (status < 500 ? `an incomplete ${status}` : status)).join(' or ');

  /** Notes an attempt. @param marker the marker in its payload, if it is a creation */
  hear(exchange: Exchange, marker: string): void {
    const { response, fault, request } = exchange;
    if (response === null || (fault !== null && !isErroneous(exchange))) return;
    const { method, url, headers, body } = request;
    const key = JSON.stringify([
      method,
      url,
      headers['authorization'],
      headers['accept'],
      body?.replaceAll(marker, ''),
    ]);
    const tries = this.#tries.get(key) ?? [];
    tries.push(exchange);
    this.#tries.set(key, tries);
    if (method !== 'GET' || fault !== null) return;
    const credential = headers['authorization'];
    const since = isServerError(exchange) ? (this.#down.get(credential) ?? exchange.startedAt) : null;
    // A credential that was never shown a list has no outage.
    if (isSuccess(exchange) || this.#down.has(credential)) this.#down.set(credential, since);
    this.#listedAt = exchange.startedAt;
  }

  /**
   * Returns the time until which an outage may explain that every listing with a credential gets 5xx; `null` if the last one did
   * not, or none ever did.
   */
  outageUntil(credential: Credential): number | null {
    const since = this.#down.get('value' in credential ? credential.value : undefined) ?? null;
    return since === null ? null : since + OUTAGE_MS;
  }

  /** Returns the number of intermittent errors among all requests of a method; `null` if there are too few to matter. */
  intermittent(method: 'GET' | 'POST') {
    const byRequest = [...this.#tries.values()].filter(([first]) => first?.request.method === method);
    const all = byRequest.flat();
    const isConcurrent = (one: Exchange, some: readonly Exchange[]): boolean =>
      some.some((other) => other !== one && overlap(one, other));
    // A service that also asks a single request to wait is not overloaded.
    const areOverload = method === 'GET' && all.every((one) => !asksToWait(one) || isConcurrent(one, all));
    // Concurrent creations may be overload: all of them, if the status is not 500; equal ones, which a burst sends.
    const isOverload = (one: Exchange, tries: readonly Exchange[]): boolean =>
      method === 'POST'
        ? isConcurrent(one, one.response?.status === 500 ? tries : all)
        : areOverload && asksToWait(one);
    // Only a later try shows that an error has gone.
    const isGone = (tries: readonly Exchange[], at: number): boolean =>
      tries.slice(at + 1).some((later) => !isErroneous(later));
    const errors = byRequest.flatMap((tries) =>
      tries.filter((one, at) => isErroneous(one) && isGone(tries, at) && !isOverload(one, tries)),
    );
    if (errors.length < MIN_ERRORS || errors.length <= MIN_ERROR_SHARE * all.length) return null;
    const statuses = [...new Set(errors.map(({ response }) => response?.status ?? 0))];
    statuses.sort((a, b) => a - b);
    return { method, statuses, errors: errors.length, requests: all.length };
  }

  /** Returns the reason why the rule on all requests of a method is undecided; `null` if it is not. The caller is the primary one. */
  undecidedReason(
    method: 'GET' | 'POST',
    { credential }: { readonly credential: Credential },
  ): UndecidedReason | null {
    const until = this.outageUntil(credential);
    if (method === 'GET' && until !== null && this.#listedAt >= until)
      return undecidedReason('unstable', 'The last listings of the run got 5xx.');
    const found = this.intermittent(method);
    if (found === null) return null;
    const { statuses, errors, requests } = found;
    const reason = `The service answered ${ServerErrors.inWords(statuses)} to ${errors} of ${requests} ${ASKED[method]} intermittently: later tries got none.`;
    const isLimit = statuses.every((status) => status === 503);
    const hint = isLimit ? ' If that is a limit, set MAX_RATE, or a lower CONCURRENCY.' : '';
    return undecidedReason('unstable', `${reason}${hint}`);
  }
}
