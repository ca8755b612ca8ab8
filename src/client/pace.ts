import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';
import { type Clock, systemClock } from './clock.ts';
import { AdaptiveConcurrency } from './concurrency.ts';
import { Load } from './load.ts';
import { StartTimes } from './start-times.ts';
import { outOfRequests, Stopped } from './stopped.ts';
import type { WaitCause, Waits } from './waits.ts';

export interface PaceLimits {
  /** Maximum requests in flight. */
  readonly concurrency: number;
  /** Maximum requests in total, repetitions included. */
  readonly maxRequests: number;
  /** Requests per second; `undefined` for no limit. */
  readonly maxRate: number | undefined;
  /** Milliseconds for a whole request, connecting and body included. */
  readonly timeoutMs: number;
  /** Milliseconds until no more requests are sent. */
  readonly deadlineMs: number;
}

/** Priority and limits of one request. */
export interface Turn {
  /** True to go ahead of waiting requests. */
  readonly first?: boolean;
  /** Caller whose rate limit applies; no limit if left out. */
  readonly caller?: string;
  /** True if it cannot be repeated. It is sent only if those in flight leave it time for an answer. */
  readonly once?: boolean;
}

/** A slot among the requests in flight. */
export interface Slot {
  /** Slots taken when it started, itself included. */
  readonly taken: number;
  /** Most slots taken while it lasts. */
  readonly peak: number;
  /** True if its request cannot be repeated. */
  readonly once: boolean;
}

/** Lets requests through under the limits of concurrency, rate and total, until the deadline or a stop. */
export class Pace {
  /** The target's estimated capacity within the time limit. */
  readonly load: Load;
  readonly #limits: PaceLimits;
  readonly #clock: Clock;
  readonly #concurrency: AdaptiveConcurrency;
  readonly #times: StartTimes;
  readonly #stop = new AbortController();
  /** Requests waiting for their turn: those with priority, and all others. */
  readonly #first: (() => void)[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #isAlone = new AsyncLocalStorage<boolean>();
  /** When the run started, on its clock. */
  readonly startedAt: number;
  readonly #endsAt: number;
  #gate: { readonly opened: Promise<void>; readonly open: () => void } | null = null;
  #drained: (() => void) | null = null;
  readonly #places = new Set<Slot & { peak: number }>();
  #sent = 0;
  #kept = 0;
  /** Requests sent before the current part of the run. */
  #sentBefore = 0;
  #wantsTwo = false;

  constructor(limits: PaceLimits, clock: Clock = systemClock) {
    this.#limits = limits;
    this.#clock = clock;
    this.#concurrency = new AdaptiveConcurrency(limits.concurrency);
    this.#times = new StartTimes(clock, limits.maxRate);
    this.load = new Load(limits.timeoutMs);
    // Every request in flight listens for the end of the run.
    setMaxListeners(0, this.#stop.signal);
    this.startedAt = clock.now();
    this.#endsAt = this.startedAt + limits.deadlineMs;
    void clock.sleep(limits.deadlineMs, this.#stop.signal).then(() => this.stop(new Stopped('deadline')));
  }

  /** Time for which requests were held up, by cause. */
  get waits(): Waits {
    return this.#times.waits;
  }

  /** Requests sent so far. */
  get sent(): number {
    return this.#sent;
  }

  /** Requests that may still be sent. */
  get left(): number {
    return this.#limits.maxRequests - this.#kept - this.#sent;
  }

  /** Starts a part of the run and reserves requests for later parts. */
  keep(requests: number): void {
    this.#sentBefore = this.#sent;
    this.#kept = requests;
  }

  /** Aborts when the run is over. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** True for code that runs within {@link alone}. */
  get isAlone(): boolean {
    return this.#isAlone.getStore() === true;
  }

  get remainingMs(): number {
    return Math.max(0, this.#endsAt - this.#clock.now());
  }

  /** Ends the run: requests in flight are aborted, waiting ones are refused. */
  stop(cause: Stopped): void {
    if (this.#stop.signal.aborted) return;
    this.#stop.abort(cause);
    for (const wake of [...this.#first.splice(0), ...this.#waiting.splice(0)]) wake();
    this.#gate?.open();
  }

  /** Lets no request of one caller start for a number of milliseconds. */
  limit(caller: string, ms: number): void {
    this.#times.limit(caller, ms);
  }

  /**
   * Allows two requests in flight despite earlier refusals, until the target refuses again. Until {@link alone}
   * ends, it also overrides the estimate of the load.
   */
  allowTwo(): void {
    this.#concurrency.allowTwo();
    this.#wantsTwo = true;
  }

  /** Records an answer that does not ask for fewer requests. */
  wentWell(): void {
    this.#times.wentWell();
    this.#concurrency.wentWell();
  }

  /**
   * Records a refusal as one too many. Unless it is chance, fewer requests are allowed, and none starts for a
   * while.
   * @param startedAt when it was sent, on the run's clock
   * @param cause of the back-off
   */
  refused(startedAt: number, cause: WaitCause = 'backOff'): void {
    if (!this.#concurrency.refused(startedAt, this.#clock.now())) return;
    this.#times.backOff(cause);
  }

  /** True if the target has refused everything for so long that repeating only prolongs the run. */
  get isInVain(): boolean {
    return this.#times.isInVain;
  }

  /**
   * Waits for the given time.
   * @param cause set if a request is held up by it
   * @throws {Stopped} if the run ends
   */
  async wait(ms: number, cause?: WaitCause): Promise<void> {
    this.#throwIfOver();
    if (ms <= 0) return;
    const from = this.#clock.now();
    await this.#clock.sleep(ms, this.#stop.signal);
    if (cause !== undefined) this.waits.add(cause, from, this.#clock.now());
    this.#throwIfOver();
  }

  /** Runs one request under the limits. @throws {Stopped} if the run is over */
  async run<T>(
    request: (place: Slot) => Promise<T>,
    { first = false, caller, once = false }: Turn = {},
  ): Promise<T> {
    for (;;) {
      await this.#untilAllowed(caller);
      const place = await this.#enter(first, once);
      try {
        await this.#turn();
        // A caller that was limited meanwhile gives its slot to others.
        if (this.#times.limitedMs(caller) > 0) {
          this.#sent -= 1;
          continue;
        }
        return await request(place);
      } finally {
        this.#places.delete(place);
        this.#wake();
        if (this.#places.size === 0) this.#drained?.();
      }
    }
  }

  /**
   * Runs some work while no other request is in flight, so that its requests are close in time. It starts
   * after the requests that already wait, or before them if `first` is set. Only one such work runs at a
   * time; within it, requests are sent as usual.
   * @throws {Stopped} if the run is over
   */
  async alone<T>(work: () => Promise<T>, { first = false }: Pick<Turn, 'first'> = {}): Promise<T> {
    if (this.isAlone) return work();
    this.#throwIfOver();
    if (!first && this.#gate === null && this.#first.length + this.#waiting.length > 0)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    this.#throwIfOver();
    while (this.#gate !== null) {
      this.#wake();
      await this.#gate.opened;
      this.#throwIfOver();
    }
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    this.#gate = { opened, open };
    // Requests behind this one in the queue now wait at the gate.
    this.#wake();
    try {
      if (this.#places.size > 0) {
        await new Promise<void>((resolve) => {
          this.#drained = resolve;
        });
      }
      return await this.#isAlone.run(true, work);
    } finally {
      this.#drained = null;
      this.#gate = null;
      this.#wantsTwo = false;
      // Left enabled, the storage would track every promise of the process.
      this.#isAlone.disable();
      open();
    }
  }

  /** Waits for the end of a caller's limit without taking a slot. */
  async #untilAllowed(caller: string | undefined): Promise<void> {
    for (let left = this.#times.limitedMs(caller); left > 0; left = this.#times.limitedMs(caller))
      await this.wait(left, 'rateLimit');
  }

  /** Returns the maximum in flight. @param once true for a request that cannot be repeated */
  #room(once = false): number {
    const { limit } = this.#concurrency;
    const least = this.#wantsTwo && this.load.hasTimeForTwo ? 2 : 1;
    return Math.min(limit, Math.max(least, this.load.most(limit, once)));
  }

  async #enter(first: boolean, once: boolean): Promise<Slot> {
    for (;;) {
      this.#throwIfOver();
      const room = this.#room(once);
      if (this.#gate !== null && !this.isAlone) {
        // Requests let through now were behind this one in the queue.
        this.#wake();
        await this.#gate.opened;
      } else if (this.#places.size < room) {
        const taken = this.#places.size + 1;
        const place = { taken, peak: taken, once };
        this.#places.add(place);
        for (const other of this.#places) other.peak = Math.max(other.peak, taken);
        return place;
      } else {
        await new Promise<void>((resolve) => {
          (first ? this.#first : this.#waiting).push(resolve);
        });
      }
    }
  }

  /** Wakes as many requests as there are free slots; the limit may have changed. */
  #wake(): void {
    for (let room = this.#room() - this.#places.size; room > 0; room -= 1)
      (this.#first.shift() ?? this.#waiting.shift())?.();
  }

  async #turn(): Promise<void> {
    this.#throwIfOver();
    if (this.left <= 0) throw outOfRequests(this.#sent - this.#sentBefore, this.#limits.maxRequests);
    this.#sent += 1;
    try {
      await this.#times.take((ms) => this.wait(ms));
    } catch (error) {
      this.#sent -= 1;
      throw error;
    }
  }

  #throwIfOver(): void {
    if (this.#stop.signal.aborted) throw this.#stop.signal.reason;
  }
}
