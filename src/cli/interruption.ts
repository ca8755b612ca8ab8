/** Signals that ask a program to end. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How the process ends where nobody gets to say how: each of these ends it at once. */
interface Ends {
  /** At a second signal. */
  readonly interrupted: () => void;
  /** At an error that nobody awaited. */
  readonly broken: (error: unknown) => void;
}

/**
 * Hears from the first moment what would end the process. The first signal aborts {@link signal}, so that a run can end with
 * what it has; another one ends the process at once.
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

  /** Aborts at the first signal. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Tells somebody else of errors that nobody awaited; `null` for nobody any more. */
  tellFaults(onFault: ((error: unknown) => void) | null): void {
    this.#onFault = onFault;
  }

  /** Leaves signals to the system: for commands that leave nothing half done. One that came before takes effect now. */
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
