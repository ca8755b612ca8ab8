import { type Answer, type Caller, keyOf, type PlannedRequest } from '../model/planned-request.ts';

export const REFUSALS: readonly number[] = [401, 403];

/** Notes a lockout: the service refuses the plain list to a caller whom it accepted before. */
export class Lockout {
  readonly #primary: Caller;
  readonly #plain: string;
  /** Time at which the primary caller was last accepted before the lockout. */
  #acceptedAt = -Infinity;
  #reason: string | null = null;
  /** The first status of the plain list, which is the usual one until the preflight has ended. */
  #firstStatus: number | null = null;

  constructor(plain: PlannedRequest) {
    this.#primary = plain.caller;
    this.#plain = keyOf(plain);
  }

  /** @param usual the usual status of the plain list; `null` until that is known @param isAnythingListed true once a listing showed a record */
  hear(answer: Answer, usual: number | null, isAnythingListed: boolean): void {
    const { ask, status, unsaid, exchange } = answer;
    const { kind, label } = this.#primary;
    const isRefused = REFUSALS.includes(status);
    const isAccepted = ask.caller === this.#primary && status > 0 && !isRefused;
    if (isAccepted && this.#reason === null)
      this.#acceptedAt = Math.max(this.#acceptedAt, exchange.startedAt);
    if (keyOf(ask) !== this.#plain) return;
    this.#firstStatus ??= status;
    const before = usual ?? this.#firstStatus;
    if (isRefused && unsaid === null && status !== before && isAnythingListed)
      this.#reason ??= `The plain list with ${label} got ${status}, not ${before} as before. The service may lock callers out${kind === 'member' ? ', or TOKEN may have expired' : ''}.`;
  }

  /** Reason why later answers prove nothing; `null` if nobody is locked out. */
  get reason(): string | null {
    return this.#reason;
  }

  /** True if answers at a time may come from the lockout. */
  isPossibleAt = (time: number): boolean => this.#reason !== null && time > this.#acceptedAt;
}
