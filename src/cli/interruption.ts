const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ends the process at once if nobody handles the event. */
interface Ends {
  /** Called at a second signal. */
  readonly interrupted: () => void;
  /** Called at an unhandled error. */
  readonly broken: (error: unknown) => void;
}

/**
 * Handles signals and unhandled errors from the start. The first signal aborts {@link signal}, so that a run
 * can end with its results. A second one ends the process at once.
 */
export class Interruption {
  readonly #controller = new AbortController();
  readonly #ends: Ends;
  #onFault: ((error: unknown) => void) | null = null;
  #first: NodeJS.Signals | null = null;

  constructor(ends: Ends) {
    this.#ends = ends;
    for (const name of SIGNALS) process.on(name, this.#hear);
    for (const name of ['uncaughtException', 'unhandledRejection'])
      process.on(name, (error: unknown) => (this.#onFault ?? ends.broken)(error));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Redirects unhandled errors to a receiver; `null` removes it. */
  tellFaults(onFault: ((error: unknown) => void) | null): void {
    this.#onFault = onFault;
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
    if (this.#first !== null) this.#ends.interrupted();
    this.#first = name;
    this.#controller.abort();
  };
}
