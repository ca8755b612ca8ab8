import type { Clock } from './clock.ts';

/** Time limit of a request. It stands still while the request waits for a resource of this program. */
export class Countdown {
  readonly #clock: Clock;
  readonly #onEnd: () => void;
  #leftMs: number;
  #beganAt = 0;
  #waitedMs = 0;
  #cancel: () => void = () => undefined;

  /** Starts at once. @param onEnd called if the time is up before {@link stop} */
  constructor(clock: Clock, ms: number, onEnd: () => void) {
    this.#clock = clock;
    this.#leftMs = ms;
    this.#onEnd = onEnd;
    this.#run();
  }

  /** Milliseconds for which the countdown stood still. */
  get waitedMs(): number {
    return this.#waitedMs;
  }

  /** Stands still until the work is done. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.stop();
    const pausedAt = this.#clock.now();
    this.#leftMs -= pausedAt - this.#beganAt;
    try {
      return await work();
    } finally {
      this.#waitedMs += this.#clock.now() - pausedAt;
      this.#run();
    }
  }

  stop(): void {
    this.#cancel();
  }

  #run(): void {
    this.#beganAt = this.#clock.now();
    this.#cancel = this.#clock.after(this.#leftMs, this.#onEnd);
  }
}
