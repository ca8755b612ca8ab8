import { hash } from 'node:crypto';

/** Things that are the same are one, as long as anybody keeps it: nothing is kept here. */
export class Shared<T extends object> {
  readonly #known = new Map<string, WeakRef<T>>();
  #sweepAt = 1024;

  /**
   * The one thing of those that are the same.
   * @param content the same for the same things
   */
  share(content: string | Buffer, thing: T): { readonly value: T; readonly isNew: boolean } {
    const name = hash('sha256', content, 'base64');
    const value = this.#known.get(name)?.deref();
    if (value !== undefined) return { value, isNew: false };
    this.#sweep();
    this.#known.set(name, new WeakRef(thing));
    return { value: thing, isNew: true };
  }

  #sweep(): void {
    if (this.#known.size < this.#sweepAt) return;
    for (const [name, kept] of this.#known) if (kept.deref() === undefined) this.#known.delete(name);
    this.#sweepAt = 2 * this.#known.size + 1024;
  }
}
