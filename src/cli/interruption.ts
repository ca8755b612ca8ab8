const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Handles signals and unhandled errors from the start. The first signal aborts {@link signal}, so that a run
 * can end with its results. A second one ends the process at once.
 */
export class Interruption {
  readonly #controller = new AbortController();
  readonly #end: () => void;
  /** Receives unhandled errors. */
  onFault: (error: unknown) => void;
  #first: NodeJS.Signals | null = null;

  /** @param end called at a second signal @param onFault called at an unhandled error; both end the process */
  constructor(end: () => void, onFault: (error: unknown) => void) {
    this.#end = end;
    this.onFault = onFault;
    for (const name of SIGNALS) process.on(name, this.#hear);
    for (const name of ['uncaughtException', 'unhandledRejection'])
      process.on(name, (error: unknown) => this.onFault(error));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * Restores the default handling of signals, for commands that leave nothing half done. An earlier signal
   * takes effect now.
   */
  release(): void {
    for (const name of SIGNALS) process.off(name, this.#hear);
    if (this.#first !== null) process.kill(process.pid, this.#first);
  }

  readonly #hear = (name: NodeJS.Signals): void => {
    if (this.#first !== null) this.#end();
    this.#first = name;
    this.#controller.abort();
  };
}
