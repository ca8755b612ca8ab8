import { setTimeout as delay } from 'node:timers/promises';

/** The time one request takes, without what it waits for. */
export interface Stopwatch {
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly stop: () => void;
}

/** Counts what a running service is given to do, so that a suite can be told what it costs its target. */
export class Load {
  #requests = 0;
  #busyMs = 0;

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

  /** Waiting alone keeps no process alive. */
  async wait(milliseconds: number): Promise<void> {
    await delay(milliseconds, undefined, { ref: false });
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
