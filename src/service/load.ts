import type { ServiceClock } from './world/world.ts';

/** Measures the time of a request, without waits. */
export interface Stopwatch {
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly stop: () => void;
}

/** Counts the requests to a running service and its time, which show the cost of a suite. */
export class ServiceLoad {
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

  /** Counts a new request and returns its number, from 1. */
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
