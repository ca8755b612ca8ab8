import type { ServiceClock } from './world/world.ts';

/** The time one request takes, without what it waits for. */
export interface Stopwatch {
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly stop: () => void;
}

/** Counts what a running service is given to do, so that a suite can be told what it costs its target. */
export class Load {
  readonly #clock: ServiceClock;
  #requests = 0;
  #busyMs = 0;

  constructor(clock: ServiceClock) {
    this.#clock = clock;
  }

  get requests(): number {
    return this.#requests;
  }

  get busyMs(): number {
    return this.#busyMs;
  }

  /** The ordinal of the request that has just come in, from 1. */
  arrived(): number {
    this.#requests += 1;
    return this.#requests;
  }

  wait(milliseconds: number): Promise<void> {
    return this.#clock.sleep(milliseconds);
  }

  stopwatch(): Stopwatch {
    const started = performance.now();
    let waited = 0;
    return {
      pause: async (milliseconds) => {
        const from = performance.now();
        await this.wait(milliseconds);
        waited += performance.now() - from;
      },
      stop: () => {
        this.#busyMs += performance.now() - started - waited;
      },
    };
  }
}
