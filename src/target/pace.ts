import { setTimeout as sleep } from 'node:timers/promises';
import { type StopCause, Stopped } from './stopped.ts';

/** Limits on what is sent to one target. */
export interface PaceLimits {
  /** Requests in flight at most. */
  readonly concurrency: number;
  /** Requests in all, repetitions included. */
  readonly maxRequests: number;
  /** Requests a second; `undefined` for no limit. */
  readonly maxRate: number | undefined;
  /** Milliseconds until nothing more is sent. */
  readonly deadlineMs: number;
}

/** Lets requests through: so many at once, so many a second, so many in all, and none after the deadline or a stop. */
export class Pace {
  readonly #limits: PaceLimits;
  readonly #stop = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #waiting: (() => void)[] = [];
  readonly #endsAt: number;
  #inFlight = 0;
  #sent = 0;
  #nextAt = 0;
  #pausedUntil = 0;

  constructor(limits: PaceLimits) {
    this.#limits = limits;
    this.#endsAt = Date.now() + limits.deadlineMs;
    this.#timer = setTimeout(() => this.stop('deadline'), Math.min(limits.deadlineMs, 2 ** 31 - 1)).unref();
  }

  /** Requests let through so far. */
  get sent(): number {
    return this.#sent;
  }

  /** Aborts when the run is over. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Milliseconds until the deadline. */
  get remainingMs(): number {
    return Math.max(0, this.#endsAt - Date.now());
  }

  /** Ends the run: what is in flight is aborted, what waits is refused. */
  stop(cause: StopCause): void {
    clearTimeout(this.#timer);
    if (this.#stop.signal.aborted) return;
    this.#stop.abort(new Stopped(cause));
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** Lets nothing start for so many milliseconds; a target that asks for patience asks all requests for it. */
  pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, Date.now() + ms);
  }

  /** Waits for as long, or until the run ends. @throws {Stopped} */
  async wait(ms: number): Promise<void> {
    this.#throwIfOver();
    await sleep(ms, undefined, { signal: this.#stop.signal }).catch(() => undefined);
    this.#throwIfOver();
  }

  /** Runs one request under the limits. @throws {Stopped} */
  async run<T>(request: () => Promise<T>): Promise<T> {
    this.#throwIfOver();
    if (this.#inFlight >= this.#limits.concurrency) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      // The slot was handed over by the one who woke us, so it is ours already.
    } else this.#inFlight += 1;
    try {
      await this.#turn();
      return await request();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#inFlight -= 1;
      else next();
    }
  }

  async #turn(): Promise<void> {
    this.#throwIfOver();
    if (this.#sent >= this.#limits.maxRequests) throw new Stopped('requests');
    this.#sent += 1;
    const { maxRate } = this.#limits;
    const now = Date.now();
    let startAt = now;
    if (maxRate !== undefined) {
      startAt = Math.max(now, this.#nextAt);
      this.#nextAt = startAt + 1000 / maxRate;
    }
    startAt = Math.max(startAt, this.#pausedUntil);
    if (startAt <= now) return;
    try {
      await this.wait(startAt - now);
    } catch (error) {
      this.#sent -= 1;
      throw error;
    }
  }

  #throwIfOver(): void {
    if (this.#stop.signal.aborted) throw this.#stop.signal.reason;
  }
}
