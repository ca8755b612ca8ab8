export type WaitCause =
  /** The target limits its callers (429, or 403 with a rate-limit header). */
  | 'rateLimit'
  /** A pause before repeating after 408, 421, 425, 5xx or a broken connection. */
  | 'backOff'
  | 'maxRate'
  /** The service had stopped answering. */
  | 'outage';

/** Times in which requests were held up, by cause. What is held up at once counts once. */
export class Waits {
  readonly #now: () => number;
  readonly #causes = new Map<WaitCause, { waiting: number; ms: number }>();

  /** @param now monotonic milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  async during(cause: WaitCause, wait: Promise<void>): Promise<void> {
    const held = this.#causes.get(cause) ?? { waiting: 0, ms: 0 };
    this.#causes.set(cause, held);
    if (held.waiting === 0) held.ms -= this.#now();
    held.waiting += 1;
    await wait.finally(() => {
      held.waiting -= 1;
      if (held.waiting === 0) held.ms += this.#now();
    });
  }

  /** Milliseconds by cause, for causes with any wait. */
  get summary(): Readonly<Partial<Record<WaitCause, number>>> {
    return Object.fromEntries(
      [...this.#causes].flatMap(([cause, { waiting, ms }]) =>
        waiting > 0 || ms < 0.5 ? [] : [[cause, Math.round(ms)]],
      ),
    );
  }
}
