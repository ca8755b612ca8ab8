import { type ChildProcess, fork } from 'node:child_process';
import type { Task } from './child.ts';
import type { CellOutcome } from './outcome.ts';

/** Milliseconds after which the process is killed, because a cell without a guard may never end. */
const CELL_MS = 120_000;

const brokenOff = (error: string): CellOutcome => ({
  verdicts: {},
  reasons: {},
  requests: 0,
  reached: [],
  decided: [],
  error,
});

/** A process that tries one cell after the other. */
export class Child {
  readonly #bundle: string;
  #process: ChildProcess | null = null;

  constructor(bundle: string) {
    this.#bundle = bundle;
  }

  /** Tries a cell. Call it for one cell at a time. */
  try(task: Task): Promise<CellOutcome> {
    const child = this.#process ?? fork(this.#bundle, { execArgv: ['--max-semi-space-size=32'] });
    this.#process = child;
    return new Promise((resolve) => {
      const end = (outcome: CellOutcome): void => {
        clearTimeout(timer);
        child.removeAllListeners();
        resolve(outcome);
      };
      const timer = setTimeout(() => {
        this.stop();
        end(brokenOff(`it did not end within ${CELL_MS / 1000} s`));
      }, CELL_MS);
      child.once('message', (outcome: CellOutcome) => end(outcome));
      child.once('exit', (status) => {
        this.#process = null;
        end(brokenOff(`its process ended with ${status}`));
      });
      child.send(task);
    });
  }

  stop(): void {
    this.#process?.removeAllListeners();
    this.#process?.kill('SIGKILL');
    this.#process = null;
  }
}

/** Does work for each item, with as many in parallel as there are children. */
export async function forEach<T>(
  children: readonly Child[],
  all: readonly T[],
  work: (child: Child, one: T) => Promise<void>,
): Promise<void> {
  const queue = all.values();
  await Promise.all(
    children.map(async (child) => {
      for (const one of queue) await work(child, one);
    }),
  );
}
