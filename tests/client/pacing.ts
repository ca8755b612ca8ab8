import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../src/client/clock.ts';
import { Pace, type PaceLimits } from '../../src/client/pace.ts';
import { Stopped } from '../../src/client/stopped.ts';

const paces: Pace[] = [];

/** A pace with generous limits, unless overridden. */
export function paceOf(limits: Partial<PaceLimits> = {}, clock?: Clock): Pace {
  const pace = new Pace(
    {
      concurrency: 4,
      maxRequests: 10_000,
      maxRate: undefined,
      timeoutMs: 10_000,
      deadlineMs: 60_000,
      ...limits,
    },
    clock,
  );
  paces.push(pace);
  return pace;
}

/** Stops all paces of a test, so that none waits for its deadline. */
export function stopPaces(): void {
  for (const pace of paces.splice(0)) pace.stop(new Stopped('interrupted'));
}

/** Requests that end when told to, with the number in flight. */
export class Gauge {
  inFlight = 0;
  most = 0;
  ended = 0;
  readonly #ends: (() => void)[] = [];

  request = async (): Promise<void> => {
    this.inFlight += 1;
    this.most = Math.max(this.most, this.inFlight);
    await new Promise<void>((resolve) => this.#ends.push(resolve));
    this.inFlight -= 1;
    this.ended += 1;
  };

  endOne(): boolean {
    const end = this.#ends.shift();
    end?.();
    return end !== undefined;
  }
}

/** Ends requests one by one until `count` have ended. */
export async function drain(gauge: Gauge, count: number): Promise<void> {
  for (let turns = 0; gauge.ended < count; turns += 1) {
    if (turns > 20 * count + 100) throw new Error(`${gauge.ended} of ${count} ended: nothing moves any more`);
    gauge.endOne();
    await turn();
  }
}
