export interface Slot {
  /** Most requests in flight while it lasts, itself included. */
  readonly peak: number;
}

interface Waiting {
  readonly isAlone: boolean;
  readonly enter: (slot: Slot) => void;
}

export class Lane {
  readonly #limit: () => number;
  readonly #slots = new Set<{ peak: number }>();
  /** The slot of one that needs all of them. */
  #alone: Slot | null = null;
  /** Waiting ones: those with priority, and all others. */
  readonly #first: Waiting[] = [];
  readonly #queue: Waiting[] = [];

  /** @param limit the most that may be in flight now */
  constructor(limit: () => number) {
    this.#limit = limit;
  }

  /**
   * Waits for a slot.
   * @param isFirst true to go ahead of the others
   * @param isAlone true to wait for all slots
   */
  enter(isFirst: boolean, isAlone = false): Promise<Slot> {
    return new Promise((enter) => {
      (isFirst ? this.#first : this.#queue).push({ isAlone, enter });
      this.#letIn();
    });
  }

  leave(slot: Slot): void {
    if (this.#alone === slot) this.#alone = null;
    this.#slots.delete(slot);
    this.#letIn();
  }

  /** Lets everybody in, at the end of the run. */
  letAllIn(): void {
    for (const { enter } of [...this.#first.splice(0), ...this.#queue.splice(0)]) enter({ peak: 1 });
  }

  /** Lets in as many as there is room for, in their order. */
  #letIn(): void {
    for (;;) {
      const from = this.#first.length > 0 ? this.#first : this.#queue;
      const [next] = from;
      if (next === undefined || this.#alone !== null) return;
      if (this.#slots.size >= (next.isAlone ? 1 : this.#limit())) return;
      from.shift();
      const slot = { peak: this.#slots.size + 1 };
      this.#slots.add(slot);
      if (next.isAlone) this.#alone = slot;
      for (const other of this.#slots) other.peak = Math.max(other.peak, this.#slots.size);
      next.enter(slot);
    }
  }
}
