/** Causes for which a request is held up. */
export type WaitCause =
  /** The target limits its callers (429, or 403 with a rate-limit header). */
  | 'rateLimit'
  /** A pause before repeating after 408, 421, 425, 5xx or a broken connection. */
  | 'backOff'
  /** The setting MAX_RATE. */
  | 'maxRate'
  /** The service had stopped answering. */
  | 'outage';

type Span = readonly [from: number, to: number];

/**
 * Measures the time for which requests were held up. Concurrent waits of one cause count once: the result is
 * the length of their union. Waits of different causes may overlap, so their times do not add up.
 */
export class Waits {
  /** Disjoint spans of each cause, in order. */
  readonly #spans = new Map<WaitCause, readonly Span[]>();

  /** Adds the wait of a request, in milliseconds of one clock. */
  add(cause: WaitCause, from: number, to: number): void {
    if (to <= from) return;
    const spans = this.#spans.get(cause) ?? [];
    // Waits are reported when they end, so an overlap is usually with the latest spans.
    let first = spans.length;
    while (first > 0 && (spans[first - 1]?.[1] ?? 0) >= from) first -= 1;
    let end = first;
    while (end < spans.length && (spans[end]?.[0] ?? 0) <= to) end += 1;
    const touched = spans.slice(first, end);
    const whole: Span = [
      Math.min(from, ...touched.map(([begin]) => begin)),
      Math.max(to, ...touched.map(([, last]) => last)),
    ];
    this.#spans.set(cause, [...spans.slice(0, first), whole, ...spans.slice(end)]);
  }

  /** Milliseconds by cause, for causes with any wait. */
  get summary(): Readonly<Partial<Record<WaitCause, number>>> {
    return Object.fromEntries(
      [...this.#spans].map(([cause, spans]) => [
        cause,
        Math.round(spans.reduce((sum, [from, to]) => sum + to - from, 0)),
      ]),
    );
  }
}
