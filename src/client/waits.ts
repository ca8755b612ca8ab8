import type { Clock } from './clock.ts';

/** What a run waits for. */
export const WAIT_REASONS = [
  'rate limits',
  'retries',
  'outages',
  'a start',
  'new issues',
  'settled lists',
  'late effects',
] as const;
export type WaitReason = (typeof WAIT_REASONS)[number];
/** Reasons for which a request is held up. */
const HOLDING_UP = WAIT_REASONS.slice(0, 3);

/** The times for which a run waited, in milliseconds. Concurrent waits count once. */
export class Waits {
  readonly #clock: Clock;
  readonly #ms: Partial<Record<WaitReason, number>> = {};
  #until = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The time for which requests were held up. */
  get heldUpMs(): number {
    return HOLDING_UP.reduce((sum, reason) => sum + (this.#ms[reason] ?? 0), 0);
  }

  get msByReason(): Readonly<Partial<Record<WaitReason, number>>> {
    return this.#ms;
  }

  /** Adds the time since a moment. */
  note(reason: WaitReason, from: number): void {
    const until = this.#clock.now();
    this.#ms[reason] = (this.#ms[reason] ?? 0) + until - Math.max(from, this.#until);
    this.#until = until;
  }
}
