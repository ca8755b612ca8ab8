import type { Clock } from './clock.ts';

/** What a run waits for. */
export type WaitReason =
  | 'rate limits'
  | 'retries'
  | 'outages'
  | 'a start'
  | 'new issues'
  | 'settled lists'
  | 'late effects';

/** Reasons for which a request is held up. */
const HOLDING_UP: ReadonlySet<WaitReason> = new Set(['rate limits', 'retries', 'outages']);

/** The times for which a run waited, in milliseconds. Concurrent waits count once. */
export class Waits {
  readonly #clock: Clock;
  #heldUpMs = 0;
  #until = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The time for which requests were held up. */
  get heldUpMs(): number {
    return this.#heldUpMs;
  }

  /** Adds the time since a moment. */
  note(reason: WaitReason, from: number): void {
    const until = this.#clock.now();
    if (HOLDING_UP.has(reason)) this.#heldUpMs += until - Math.max(from, this.#until);
    this.#until = until;
  }
}
