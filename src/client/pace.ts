import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';
import { type Clock, systemClock } from './clock.ts';
import { AdaptiveConcurrency } from './concurrency.ts';
import { Load } from './load.ts';
import { outOfRequests, Stopped } from './stopped.ts';
import { type WaitCause, Waits } from './waits.ts';

/** Limits on what is sent to one target. */
export interface PaceLimits {
  /** Requests in flight at most. */
  readonly concurrency: number;
  /** Requests in all, repetitions included. */
  readonly maxRequests: number;
  /** Requests a second; `undefined` for no limit. */
  readonly maxRate: number | undefined;
  /** Milliseconds for one request as a whole, connecting and body included. */
  readonly timeoutMs: number;
  /** Milliseconds until nothing more is sent. */
  readonly deadlineMs: number;
}

/** How a request takes its turn. */
export interface Turn {
  /** Whether it goes before others that wait, as one does that has waited before. */
  readonly first?: boolean;
  /** Whose limit it counts against, since a service may limit each caller by itself; nobody's where left out. */
  readonly caller?: string;
  /** Whether it may not be sent again, so that it goes only where those in flight leave it the time for an answer. */
  readonly once?: boolean;
}

/** The place of a request among those in flight. */
export interface Place {
  /** How many were taken when it was, itself included. */
  readonly taken: number;
  /** How many were taken at most while it is. */
  readonly peak: number;
  /** Whether its request may not be sent again. */
  readonly once: boolean;
}

/** How long to back off after refusals that are not chance: no request starts; three times as long each time, up to about a second. */
const backOffMs = (inARow: number): number => 40 * 3 ** Math.min(inARow, 3);
/** Back-offs in a row, without one good answer in between, after which more of them are no use: four seconds. */
const MAX_BACK_OFFS = 6;

/** Lets requests through: so many at once, so many a second, so many in all, and none after the deadline or a stop. */
export class Pace {
  /** What the target can do in the time of a request. */
  readonly load: Load;
  /** For how long requests were held up, and why. */
  readonly waits = new Waits();
  readonly #limits: PaceLimits;
  readonly #clock: Clock;
  readonly #concurrency: AdaptiveConcurrency;
  readonly #stop = new AbortController();
  /** Those that wait for their turn: the ones that go first, and all others. */
  readonly #first: (() => void)[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #isAlone = new AsyncLocalStorage<boolean>();
  readonly #limitedUntil = new Map<string, number>();
  /** When the first request could be sent, by the clock. */
  readonly startedAt: number;
  readonly #endsAt: number;
  #gate: { readonly opened: Promise<void>; readonly open: () => void } | null = null;
  #drained: (() => void) | null = null;
  readonly #places = new Set<Place & { peak: number }>();
  #sent = 0;
  #kept = 0;
  /** How many had been sent when this part of the run began. */
  #sentBefore = 0;
  #nextAt = 0;
  #pausedUntil = 0;
  #pauseCause: WaitCause = 'backOff';
  #backOffs = 0;
  #wantsTwo = false;

  constructor(limits: PaceLimits, clock: Clock = systemClock) {
    this.#limits = limits;
    this.#clock = clock;
    this.#concurrency = new AdaptiveConcurrency(limits.concurrency);
    this.load = new Load(limits.timeoutMs);
    // Every request in flight listens for the end of the run.
    setMaxListeners(0, this.#stop.signal);
    this.startedAt = clock.now();
    this.#endsAt = this.startedAt + limits.deadlineMs;
    void clock.sleep(limits.deadlineMs, this.#stop.signal).then(() => this.stop(new Stopped('deadline')));
  }

  /** Requests let through so far. */
  get sent(): number {
    return this.#sent;
  }

  /** How many more may be sent. */
  get left(): number {
    return this.#limits.maxRequests - this.#kept - this.#sent;
  }

  /** Begins a part of the run, and keeps so many of the requests that are left for later parts. */
  keep(requests: number): void {
    this.#sentBefore = this.#sent;
    this.#kept = requests;
  }

  /** Aborts when the run is over. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Whether it is within {@link alone} that this is asked. */
  get isAlone(): boolean {
    return this.#isAlone.getStore() === true;
  }

  /** Milliseconds until the deadline. */
  get remainingMs(): number {
    return Math.max(0, this.#endsAt - this.#clock.now());
  }

  /** Ends the run: what is in flight is aborted, what waits is refused. */
  stop(cause: Stopped): void {
    if (this.#stop.signal.aborted) return;
    this.#stop.abort(cause);
    for (const wake of [...this.#first.splice(0), ...this.#waiting.splice(0)]) wake();
    this.#gate?.open();
  }

  /** Lets nothing start for so many milliseconds. */
  pause(ms: number, cause: WaitCause = 'backOff'): void {
    const until = this.#clock.now() + ms;
    if (until <= this.#pausedUntil) return;
    [this.#pausedUntil, this.#pauseCause] = [until, cause];
  }

  /** Lets no request of a caller start for so many milliseconds; those of others go on. */
  limit(caller: string, ms: number): void {
    const until = this.#clock.now() + ms;
    this.#limitedUntil.set(caller, Math.max(this.#limitedUntil.get(caller) ?? 0, until));
  }

  /** Lets two requests be in flight at once from now on, whatever refusals taught, until there are more of them. */
  allowTwo(): void {
    this.#concurrency.allowTwo();
    this.#wantsTwo = true;
  }

  /** A request got an answer that does not ask for fewer of them. */
  wentWell(): void {
    this.#backOffs = 0;
    this.#concurrency.wentWell();
  }

  /**
   * A request was refused for being one too many. Where that is not chance, fewer are in flight from now on, and none
   * starts for a moment, the longer the more often it happens in a row: a target may ask for no wait, or for too short a one.
   * @param startedAt when it was sent, by the clock
   * @param cause of the back-off
   */
  refused(startedAt: number, cause: WaitCause = 'backOff'): void {
    if (!this.#concurrency.refused(startedAt, this.#clock.now())) return;
    if (!this.isInVain) this.pause(backOffMs(this.#backOffs), cause);
    this.#backOffs += 1;
  }

  /** Whether the target has refused everything for so long that to ask again and again only draws out the run. */
  get isInVain(): boolean {
    return this.#backOffs >= MAX_BACK_OFFS;
  }

  /**
   * Waits for as long, or until the run ends.
   * @param cause where a request is held up by it
   * @throws {Stopped}
   */
  async wait(ms: number, cause?: WaitCause): Promise<void> {
    this.#throwIfOver();
    if (ms <= 0) return;
    const from = this.#clock.now();
    await this.#clock.sleep(ms, this.#stop.signal);
    if (cause !== undefined) this.waits.add(cause, from, this.#clock.now());
    this.#throwIfOver();
  }

  /**
   * Runs one request under the limits.
   * @throws {Stopped}
   */
  async run<T>(
    request: (place: Place) => Promise<T>,
    { first = false, caller, once = false }: Turn = {},
  ): Promise<T> {
    for (;;) {
      await this.#untilAllowed(caller);
      const place = await this.#enter(first, once);
      try {
        await this.#turn();
        // Whoever was told to wait meanwhile gives its place to others.
        if (this.#limitedMs(caller) > 0) {
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
   * Runs some work while no other request is in flight, so that little can happen between its requests: after those that
   * wait for their turn already, or before them. Only one such work runs at a time; within it, requests go out as ever.
   * @throws {Stopped}
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
    // Whoever is behind us in the queue waits at the gate from now on.
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
      // Left on, it would be told of every promise of the process for as long as that lives.
      this.#isAlone.disable();
      open();
    }
  }

  #limitedMs(caller: string | undefined): number {
    return caller === undefined ? 0 : (this.#limitedUntil.get(caller) ?? 0) - this.#clock.now();
  }

  /** Waits without taking anybody's place. */
  async #untilAllowed(caller: string | undefined): Promise<void> {
    for (let left = this.#limitedMs(caller); left > 0; left = this.#limitedMs(caller))
      await this.wait(left, 'rateLimit');
  }

  /** How many may be in flight. @param once for one that may not be sent again */
  #room(once = false): number {
    const { limit } = this.#concurrency;
    const least = this.#wantsTwo && this.load.hasTimeForTwo ? 2 : 1;
    return Math.min(limit, Math.max(least, this.load.most(limit, once)));
  }

  async #enter(first: boolean, once: boolean): Promise<Place> {
    for (;;) {
      this.#throwIfOver();
      const room = this.#room(once);
      if (this.#gate !== null && !this.isAlone) {
        // Whoever is let through now is behind us in the queue.
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

  /** Wakes as many as there is room for: the limit changes meanwhile. */
  #wake(): void {
    for (let room = this.#room() - this.#places.size; room > 0; room -= 1)
      (this.#first.shift() ?? this.#waiting.shift())?.();
  }

  async #turn(): Promise<void> {
    this.#throwIfOver();
    if (this.left <= 0) throw outOfRequests(this.#sent - this.#sentBefore, this.#limits.maxRequests);
    this.#sent += 1;
    try {
      await this.#untilNext();
      // Somebody may have been asked for patience meanwhile, and that asks all for it.
      while (this.#pausedUntil > this.#clock.now()) await this.#untilNext();
    } catch (error) {
      this.#sent -= 1;
      throw error;
    }
  }

  /** Takes the place of the next request that may start, and waits until then. @throws {Stopped} */
  async #untilNext(): Promise<void> {
    const { maxRate } = this.#limits;
    const from = this.#clock.now();
    const [pausedUntil, cause] = [this.#pausedUntil, this.#pauseCause];
    const startAt = Math.max(from, pausedUntil, maxRate === undefined ? 0 : this.#nextAt);
    if (maxRate !== undefined) this.#nextAt = startAt + 1000 / maxRate;
    try {
      await this.wait(startAt - from);
    } finally {
      const to = this.#clock.now();
      this.waits.add(cause, from, Math.min(pausedUntil, to));
      // What it waits beyond its place is the machine's doing.
      this.waits.add('maxRate', Math.max(from, pausedUntil), Math.min(startAt, to));
    }
  }

  #throwIfOver(): void {
    if (this.#stop.signal.aborted) throw this.#stop.signal.reason;
  }
}
