import { setMaxListeners } from 'node:events';
import { AdaptiveLimits } from './adaptive-limits.ts';
import { type Clock, systemClock } from './clock.ts';
import { Stopped } from './stopped.ts';

export interface ThrottleLimits {
  readonly concurrency: number;
  /** Maximum requests in total, repetitions included. */
  readonly maxRequests: number;
  readonly maxRate: number | undefined;
  readonly deadlineMs: number;
}

const SECOND_MS = 1000;

/** The caller key of limits that hold for all callers. */
const EVERYBODY = '';

/** Lets requests through under the limits of concurrency, rate and total, until the deadline or a stop. */
export class Throttle {
  /** When the run started, on its clock. */
  readonly startedAt: number;
  readonly #limits: ThrottleLimits;
  readonly #clock: Clock;
  readonly #stop = new AbortController();
  /** Aborts at the end of the run, with a {@link Stopped} as its reason. */
  readonly signal = this.#stop.signal;
  /** Work that waits for all places, and goes ahead of the requests that wait for one. */
  readonly #alone: (() => void)[] = [];
  readonly #waiting: (() => void)[] = [];
  #inFlight = 0;
  #isHeld = false;
  /** The times before which no request of a caller starts, or none at all. */
  readonly #heldUntil = new Map<string, number>();
  readonly adaptive: AdaptiveLimits;
  #heldUpMs = 0;
  #heldUpFrom = 0;
  #heldUpUntil = 0;
  #openWaits = 0;
  #sent = 0;
  #reserved = 0;
  /** Requests that start without the pauses of the rate, which were made before. */
  #paused = 0;

  constructor(limits: ThrottleLimits, clock: Clock = systemClock) {
    this.#limits = limits;
    this.#clock = clock;
    this.adaptive = new AdaptiveLimits(limits.concurrency);
    // Every request in flight listens for the end of the run.
    setMaxListeners(0, this.signal);
    this.startedAt = clock.now();
    const late = 'The run reached its deadline; set a higher DEADLINE_S (--deadline).';
    void clock.sleep(limits.deadlineMs, this.signal).then(() => this.stop(new Stopped('limit', late)));
  }

  get sent(): number {
    return this.#sent;
  }

  get left(): number {
    return this.#limits.maxRequests - this.#reserved - this.#sent;
  }

  get isReserving(): boolean {
    return this.#reserved > 0;
  }

  /** Reserves for later `part` of each `whole` requests that are left, in place of earlier reservations. */
  reserve(part: number, whole: number): void {
    this.#reserved = 0;
    this.#reserved = Math.floor((this.left * part) / whole);
  }

  release(): void {
    this.#reserved = 0;
  }

  /** Milliseconds for which requests were held up. Concurrent waits count once. */
  get heldUpMs(): number {
    return this.#heldUpMs;
  }

  get remainingMs(): number {
    return Math.max(0, this.startedAt + this.#limits.deadlineMs - this.#clock.now());
  }

  /** Ends the run: requests in flight are aborted, waiting ones are refused. */
  stop(cause: Stopped): void {
    if (this.signal.aborted) return;
    this.#stop.abort(cause);
    for (const enter of [...this.#alone.splice(0), ...this.#waiting.splice(0)]) enter();
  }

  /** Lets no request of one caller start for a number of milliseconds. */
  limit(caller: string, ms: number): void {
    this.#heldUntil.set(caller, Math.max(this.#heldUntil.get(caller) ?? 0, this.#clock.now() + ms));
  }

  /** Records a refusal, after which no request may start for a while. @param startedAt when it was sent, on the run's clock */
  refused(startedAt: number): void {
    this.limit(EVERYBODY, this.adaptive.refused(startedAt, this.#clock.now()));
  }

  /** Records a time-out. With other requests in flight, which may explain it, it is a refusal. */
  timedOut(startedAt: number): void {
    if (this.#inFlight > 1) this.refused(startedAt);
  }

  /** Waits for the given time. @throws {Stopped} if the run ends */
  async wait(ms: number): Promise<void> {
    this.signal.throwIfAborted();
    if (ms <= 0) return;
    await this.#clock.sleep(ms, this.signal);
    this.signal.throwIfAborted();
  }

  /**
   * Makes the pauses of some requests before them, as far as the rate allows so many in a second, so that they can be in
   * flight together.
   * @throws {Stopped} if the run ends
   */
  async pauseFor(requests: number): Promise<void> {
    const { maxRate } = this.#limits;
    if (maxRate === undefined || maxRate < 2) return;
    await this.holdUp(this.wait(SECOND_MS));
    this.#paused = Math.min(requests, Math.floor(maxRate));
  }

  /** Notes the start of a request. Returns the milliseconds until the next one may start, by the rate. */
  #noteStart(): number {
    const { maxRate = Infinity } = this.#limits;
    if (this.#paused === 0) return SECOND_MS / maxRate;
    this.#paused -= 1;
    // No second has more requests than the rate.
    return this.#paused > 0 ? 0 : SECOND_MS;
  }

  /** Waits for some work because of the target, which is counted. @param from when that began */
  async holdUp<T>(work: Promise<T>, from = this.#clock.now()): Promise<T> {
    if (this.#openWaits === 0) this.#heldUpFrom = Math.max(from, this.#heldUpUntil);
    this.#openWaits += 1;
    return work.finally(() => {
      this.#openWaits -= 1;
      if (this.#openWaits > 0) return;
      this.#heldUpUntil = this.#clock.now();
      this.#heldUpMs += this.#heldUpUntil - this.#heldUpFrom;
    });
  }

  /**
   * Runs one request under the limits.
   * @param caller whose rate limit applies @param isAlone true for a request of the work that runs alone
   * @throws {Stopped} if the run is over
   */
  async run<T>(
    request: () => Promise<T>,
    { caller = EVERYBODY, isAlone = false }: { readonly caller?: string; readonly isAlone?: boolean } = {},
  ): Promise<T> {
    const { maxRequests } = this.#limits;
    for (;;) {
      // Before it takes a place, so that other requests continue.
      while (this.#heldMs(caller) > 0) await this.holdUp(this.wait(this.#heldMs(caller)));
      const leave = isAlone ? () => undefined : await this.#enter(this.#waiting);
      try {
        this.signal.throwIfAborted();
        if (this.#heldMs(caller) > 0) continue;
        if (this.left <= 0)
          throw new Stopped(
            'limit',
            `The run sent all ${maxRequests.toLocaleString('en')} requests of MAX_REQUESTS; set a higher MAX_REQUESTS (--max-requests).`,
          );
        this.#sent += 1;
        this.limit(EVERYBODY, Math.max(this.adaptive.pauseMs, this.#noteStart()));
        return await request();
      } finally {
        leave();
      }
    }
  }

  /**
   * Runs some work before the requests that wait, while no request is in flight but its own.
   * @throws {Stopped} if the run is over
   */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    const leave = await this.#enter(this.#alone);
    return work().finally(leave);
  }

  /** Waits for a place, or all of them. @returns a function that gives it back @throws {Stopped} if the run is over */
  async #enter(queue: (() => void)[]): Promise<() => void> {
    this.signal.throwIfAborted();
    await new Promise<void>((enter) => {
      queue.push(enter);
      this.#letIn();
    });
    this.signal.throwIfAborted();
    return () => {
      this.#inFlight -= 1;
      this.#isHeld = false;
      this.#letIn();
    };
  }

  /** Lets in as many as there is room for, in their order. */
  #letIn(): void {
    for (;;) {
      const isAlone = this.#alone.length > 0;
      if (this.#isHeld || this.#inFlight >= (isAlone ? 1 : this.adaptive.concurrency)) return;
      const enter = (isAlone ? this.#alone : this.#waiting).shift();
      if (enter === undefined) return;
      this.#inFlight += 1;
      this.#isHeld = isAlone;
      enter();
    }
  }

  #heldMs(caller: string): number {
    const until = [EVERYBODY, caller].map((one) => this.#heldUntil.get(one) ?? 0);
    return Math.max(...until) - this.#clock.now();
  }
}
