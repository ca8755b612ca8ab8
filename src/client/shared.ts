import { hash } from 'node:crypto';

/** Shares equal objects while somebody uses them. It holds weak references only. */
export class Shared<T extends object> {
  readonly #known = new Map<string, WeakRef<T>>();
  #sweepAt = 1024;

  /** Returns the shared object for a content, made if it is new. @param content identifies equal objects */
  shareOf(content: Buffer, make: () => T): T {
    const name = hash('sha256', content, 'base64');
    const known = this.#known.get(name)?.deref();
    if (known !== undefined) return known;
    this.#sweep();
    const made = make();
    this.#known.set(name, new WeakRef(made));
    return made;
  }

  #sweep(): void {
    if (this.#known.size < this.#sweepAt) return;
    for (const [name, kept] of this.#known) if (kept.deref() === undefined) this.#known.delete(name);
    this.#sweepAt = 2 * this.#known.size + 1024;
  }
}
