interface Waiting {
  readonly isAlone: boolean;
  readonly enter: () => void;
}

/** Places for requests in flight, and the queue for them. */
export class Lane {
  readonly #limit: () => number;
  #inFlight = 0;
  /** True while one has all places. */
  #isHeld = false;
  /** Waiting ones: those with priority, and all others. */
  readonly #first: Waiting[] = [];
  readonly #others: Waiting[] = [];

  /** @param limit the most that may be in flight now */
  constructor(limit: () => number) {
    this.#limit = limit;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /**
   * Waits for a place, or with `isAlone` for all of them.
   * @param isFirst true to go ahead of the others
   * @returns a function that gives it back
   */
  async enter(isFirst: boolean, isAlone = false): Promise<() => void> {
    await new Promise<void>((enter) => {
      (isFirst ? this.#first : this.#others).push({ isAlone, enter });
      this.#letIn();
    });
    return () => {
      if (isAlone) this.#isHeld = false;
      this.#inFlight -= 1;
      this.#letIn();
    };
  }

  /** Lets everybody in, at the end of the run. */
  letAllIn(): void {
    for (const { enter } of [...this.#first.splice(0), ...this.#others.splice(0)]) {
      this.#inFlight += 1;
      enter();
    }
  }

  /** Lets in as many as there is room for, in their order. */
  #letIn(): void {
    for (;;) {
      const from = this.#first.length > 0 ? this.#first : this.#others;
      const [next] = from;
      if (next === undefined || this.#isHeld) return;
      if (this.#inFlight >= (next.isAlone ? 1 : this.#limit())) return;
      from.shift();
      this.#inFlight += 1;
      this.#isHeld = next.isAlone;
      next.enter();
    }
  }
}
