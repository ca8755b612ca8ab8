/** Why a request was held up: by the target, by a setting, or because nobody was there. */
export type WaitCause =
  /** The target limits its callers (429, or 403 that says so), and asked for a wait or was given one. */
  | 'rateLimit'
  /** Before something is sent again after 408, 421, 425, 5xx or a broken connection. */
  | 'backOff'
  /** MAX_RATE. */
  | 'maxRate'
  /** The service had stopped answering. */
  | 'outage';

type Span = readonly [from: number, to: number];

/**
 * For how long requests were held up. Requests wait side by side, so time counts once however many waited then: the length
 * of the union of all waits of one cause. Causes overlap too, so their times do not add up.
 */
export class Waits {
  /** Of each cause, in their order, none touching another. */
  readonly #spans = new Map<WaitCause, readonly Span[]>();

  /** Some request was held up from one time to another, in milliseconds of one clock. */
  add(cause: WaitCause, from: number, to: number): void {
    if (to <= from) return;
    const spans = this.#spans.get(cause) ?? [];
    // Waits are told of when they end, so those that this one touches are mostly the last ones.
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

  /** Milliseconds by cause, of those for which anything waited. */
  get summary(): Readonly<Partial<Record<WaitCause, number>>> {
    return Object.fromEntries(
      [...this.#spans].map(([cause, spans]) => [
        cause,
        Math.round(spans.reduce((sum, [from, to]) => sum + to - from, 0)),
      ]),
    );
  }
}
