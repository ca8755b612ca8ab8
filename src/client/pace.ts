import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';
import { type Clock, systemClock } from './clock.ts';
import { AdaptiveConcurrency } from './concurrency.ts';
import { Lane, type Slot } from './lane.ts';
import { outOfRequests, Stopped } from './stopped.ts';
import { type WaitCause, Waits } from './waits.ts';

export interface PaceLimits {
  readonly concurrency: number;
  /** Maximum requests in total, repetitions included. */
  readonly maxRequests: number;
  readonly maxRate: number | undefined;
  /** Milliseconds for a whole request, connecting and body included. */
  readonly timeoutMs: number;
  readonly deadlineMs: number;
}

export interface Turn {
  /** True to go ahead of waiting requests. */
  readonly first?: boolean;
  /** Caller whose rate limit applies; no limit if left out. */
  readonly caller?: string;
}

/** Returns the pause after repeated refusals: tripled each time, up to about a second. */
const backOffMs = (inARow: number): number => 40 * 3 ** Math.min(inARow, 3);
/** Consecutive back-offs (about four seconds) after which more are useless. */
const MAX_BACK_OFFS = 6;

const REMEMBERED = 32;
/** Share of the time-out; if an answer took that long, the load explains a time-out beside others. */
const BUSY_SHARE = 0.5;

/** Lets requests through under the limits of concurrency, rate and total, until the deadline or a stop. */
export class Pace {
  /** When the run started, on its clock. */
  readonly startedAt: number;
  /** Time for which requests were held up, by cause. */
  readonly waits: Waits;
  readonly #limits: PaceLimits;
  readonly #clock: Clock;
  readonly #concurrency: AdaptiveConcurrency;
  readonly #stop = new AbortController();
  readonly #others: Lane;
  /** The lane of the work that has the service for itself. */
  readonly #own = new AsyncLocalStorage<Lane>();
  #ownLane: Lane | null = null;
  readonly #endsAt: number;
  readonly #durations: number[] = [];
  readonly #limitedUntil = new Map<string, number>();
  readonly #spacingMs: number;
  #nextAt = 0;
  #pause: { readonly until: number; readonly cause: WaitCause } = { until: 0, cause: 'backOff' };
  #backOffs = 0;
  #sent = 0;
  #kept = 0;
  /** Requests sent before the current part of the run. */
  #sentBefore = 0;

  constructor(limits: PaceLimits, clock: Clock = systemClock) {
    this.#limits = limits;
    this.#clock = clock;
    this.#spacingMs = limits.maxRate === undefined ? 0 : 1000 / limits.maxRate;
    this.#concurrency = new AdaptiveConcurrency(limits.concurrency);
    this.#others = this.#newLane();
    this.waits = new Waits(clock.now);
    // Every request in flight listens for the end of the run.
    setMaxListeners(0, this.#stop.signal);
    this.startedAt = clock.now();
    this.#endsAt = this.startedAt + limits.deadlineMs;
    void clock.sleep(limits.deadlineMs, this.#stop.signal).then(() => this.stop(new Stopped('deadline')));
  }

  get sent(): number {
    return this.#sent;
  }

  get left(): number {
    return this.#limits.maxRequests - this.#kept - this.#sent;
  }

  /** Starts a part of the run and reserves requests for later parts. */
  keep(requests: number): void {
    this.#sentBefore = this.#sent;
    this.#kept = requests;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** True for code that runs within {@link alone}. */
  get isAlone(): boolean {
    return this.#own.getStore() !== undefined;
  }

  get remainingMs(): number {
    return Math.max(0, this.#endsAt - this.#clock.now());
  }

  /** True if the target has refused everything for so long that repeating only prolongs the run. */
  get isInVain(): boolean {
    return this.#backOffs >= MAX_BACK_OFFS;
  }

  /** Ends the run: requests in flight are aborted, waiting ones are refused. */
  stop(cause: Stopped): void {
    if (this.#stop.signal.aborted) return;
    this.#stop.abort(cause);
    this.#others.letAllIn();
    this.#ownLane?.letAllIn();
  }

  /** Lets no request of one caller start for a number of milliseconds. */
  limit(caller: string, ms: number): void {
    this.#limitedUntil.set(caller, Math.max(this.#limitedUntil.get(caller) ?? 0, this.#clock.now() + ms));
  }

  /** Allows two requests in flight despite earlier refusals, until the target refuses again. */
  allowTwo(): void {
    this.#concurrency.allowTwo();
  }

  /** Records an answer that does not ask for fewer requests. */
  wentWell(): void {
    this.#backOffs = 0;
    this.#concurrency.wentWell();
  }

  /**
   * Records a refusal as one too many. Unless it is chance, fewer requests are allowed, and none starts for a
   * while: longer each time, since a target may ask for no wait or one too short.
   * @param startedAt when it was sent, on the run's clock
   * @param cause of the back-off
   */
  refused(startedAt: number, cause: WaitCause = 'backOff'): void {
    const now = this.#clock.now();
    if (!this.#concurrency.refused(startedAt, now)) return;
    const until = now + backOffMs(this.#backOffs);
    if (!this.isInVain && until > this.#pause.until) this.#pause = { until, cause };
    this.#backOffs += 1;
  }

  answered(ms: number): void {
    this.#durations.push(ms);
    if (this.#durations.length > REMEMBERED) this.#durations.shift();
  }

  /** Records a time-out. @returns true if the load explains it; fewer requests are then allowed */
  timedOut({ peak }: Slot, startedAt: number): boolean {
    const isBusy = Math.max(...this.#durations) >= BUSY_SHARE * this.#limits.timeoutMs;
    if (peak <= 1 || !isBusy) return false;
    this.#concurrency.timedOut(peak, startedAt, this.#clock.now());
    return true;
  }

  /**
   * Waits for the given time.
   * @param cause set if a request is held up by it
   * @throws {Stopped} if the run ends
   */
  async wait(ms: number, cause?: WaitCause): Promise<void> {
    this.#throwIfOver();
    if (ms <= 0) return;
    const end = cause === undefined ? undefined : this.waits.begin(cause);
    await this.#clock.sleep(ms, this.#stop.signal);
    end?.();
    this.#throwIfOver();
  }

  /** Runs one request under the limits. @throws {Stopped} if the run is over */
  async run<T>(request: (slot: Slot) => Promise<T>, { first = false, caller }: Turn = {}): Promise<T> {
    const lane = this.#own.getStore() ?? this.#others;
    for (;;) {
      // Without a slot, so that others get on.
      for (let left = this.#limitedMs(caller); left > 0; left = this.#limitedMs(caller))
        await this.wait(left, 'rateLimit');
      this.#throwIfOver();
      const slot = await lane.enter(first);
      try {
        await this.#start();
        if (this.#limitedMs(caller) <= 0) return await request(slot);
        this.#sent -= 1;
      } finally {
        lane.leave(slot);
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
    const slot = await this.#others.enter(first, true);
    try {
      this.#throwIfOver();
      this.#ownLane = this.#newLane();
      return await this.#own.run(this.#ownLane, work);
    } finally {
      this.#ownLane = null;
      // Left enabled, the storage would track every promise of the process.
      this.#own.disable();
      this.#others.leave(slot);
    }
  }

  #newLane(): Lane {
    return new Lane(() => this.#concurrency.limit);
  }

  #limitedMs(caller: string | undefined): number {
    return caller === undefined ? 0 : (this.#limitedUntil.get(caller) ?? 0) - this.#clock.now();
  }

  /** Counts a request, takes the next start time and waits for it. */
  async #start(): Promise<void> {
    this.#throwIfOver();
    if (this.left <= 0) throw outOfRequests(this.#sent - this.#sentBefore, this.#limits.maxRequests);
    this.#sent += 1;
    try {
      do {
        const { until, cause } = this.#pause;
        const startAt = Math.max(this.#clock.now(), until, this.#nextAt);
        if (this.#spacingMs > 0) this.#nextAt = startAt + this.#spacingMs;
        await this.wait(until - this.#clock.now(), cause);
        await this.wait(startAt - this.#clock.now(), 'maxRate');
        // A pause may have begun meanwhile; it applies to every request.
      } while (this.#pause.until > this.#clock.now());
    } catch (error) {
      this.#sent -= 1;
      throw error;
    }
  }

  #throwIfOver(): void {
    if (this.#stop.signal.aborted) throw this.#stop.signal.reason;
  }
}
