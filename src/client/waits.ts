export type WaitCause =
  /** The target limits its callers (429, or 403 with a rate-limit header). */
  | 'rateLimit'
  /** A pause before repeating after 408, 421, 425, 5xx or a broken connection. */
  | 'backOff'
  | 'maxRate'
  /** The service had stopped answering. */
  | 'outage';

export class Waits {
  readonly #now: () => number;
  readonly #causes = new Map<WaitCause, { waiting: number; since: number; ms: number }>();

  /** @param now monotonic milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Begins a wait. @returns a function that ends it */
  begin(cause: WaitCause): () => void {
    const held = this.#causes.get(cause) ?? { waiting: 0, since: 0, ms: 0 };
    this.#causes.set(cause, held);
    if (held.waiting === 0) held.since = this.#now();
    held.waiting += 1;
    return () => {
      held.waiting -= 1;
      if (held.waiting === 0) held.ms += this.#now() - held.since;
    };
  }

  /** Milliseconds by cause, for causes with any wait. */
  get summary(): Readonly<Partial<Record<WaitCause, number>>> {
    return Object.fromEntries(
      [...this.#causes].flatMap(([cause, { ms }]) => (ms < 0.5 ? [] : [[cause, Math.round(ms)]])),
    );
  }
}
