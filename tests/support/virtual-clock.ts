import type { Clock } from '../../src/client/clock.ts';

interface Sleeper {
  readonly at: number;
  readonly order: number;
  readonly wake: () => void;
}

const EPOCH = Date.parse('2026-11-01T12:00:00Z');

/**
 * A clock that stands still while anything is done, and goes on to the next moment that somebody waits for as soon as all
 * of them wait: minutes pass in no time. For what runs within one process only.
 */
export class VirtualClock implements Clock {
  #now = 0;
  #order = 0;
  #sleepers: Sleeper[] = [];
  #isPumping = false;

  now = (): number => this.#now;

  date = (): number => EPOCH + this.#now;

  sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
    if (signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      this.#order += 1;
      const sleeper: Sleeper = {
        at: this.#now + Math.max(0, ms),
        order: this.#order,
        wake: () => {
          signal?.removeEventListener('abort', cancel);
          resolve();
        },
      };
      const cancel = (): void => {
        this.#sleepers = this.#sleepers.filter((one) => one !== sleeper);
        resolve();
      };
      signal?.addEventListener('abort', cancel, { once: true });
      this.#sleepers.push(sleeper);
      this.#pump();
    });
  };

  /** Everything that can be done without time passing is done once the queue of the event loop comes round again. */
  #pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    const turn = (): void => {
      const next = this.#sleepers.toSorted((a, b) => a.at - b.at || a.order - b.order)[0];
      if (next === undefined) {
        this.#isPumping = false;
        return;
      }
      this.#sleepers = this.#sleepers.filter((one) => one !== next);
      this.#now = Math.max(this.#now, next.at);
      next.wake();
      setImmediate(turn);
    };
    setImmediate(turn);
  }
}
