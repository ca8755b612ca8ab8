/** A mutex with a queue in order of arrival. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  /**
   * Waits for the turn.
   * @returns a function that ends the turn, to be called once
   * @throws the reason of the signal, if it aborts first
   */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#isTaken) await this.#wait(signal);
    this.#isTaken = true;
    return () => {
      this.#isTaken = false;
      this.#waiting.shift()?.();
    };
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        signal.removeEventListener('abort', giveUp);
        // Taken at once, so that nobody else gets in between.
        this.#isTaken = true;
        resolve();
      };
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(enter);
    });
  }
}
