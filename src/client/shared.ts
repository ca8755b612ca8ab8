import { hash } from 'node:crypto';

/** Shares equal objects while somebody uses them. It holds weak references only. */
export class Shared<T extends object> {
  readonly #known = new Map<string, WeakRef<T>>();
  #sweepAt = 1024;

  /** Returns the shared object for a content. @param content identifies equal objects */
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
