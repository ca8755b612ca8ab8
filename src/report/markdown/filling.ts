import type { RootContent } from 'mdast';
import { bytesOf, charactersOf, type Phrase, paragraph } from './nodes.ts';

interface FillingParts<Source, Item> {
  /** What stands before the items: a heading, mostly. */
  readonly before: readonly RootContent[];
  readonly sources: readonly Source[];
  readonly itemOf: (source: Source) => Item;
  /** Puts items into the list or the table that holds them. */
  readonly wrap: (items: readonly Item[]) => readonly RootContent[];
  /** Says how many are left out, and where they are; `taken` of them are not. */
  readonly more: (left: number, taken: number) => readonly Phrase[];
  /** An item once all parts have taken theirs: something that takes no more bytes. */
  readonly kept?: (item: Item) => Item;
  readonly after?: readonly RootContent[];
}

/** A part of a document of which as many items are taken as there is room for, from the first on. */
export interface Filling {
  /** Bytes that it takes without any item; 0 where there is none to take. */
  readonly fixed: number;
  /** How many items it has taken so far. */
  readonly taken: number;
  /** Whether something is left out so far. */
  readonly isCut: boolean;
  /** Takes more items. @returns the bytes that they take, at most `room` */
  take(room: number): number;
  /**
   * Takes items until their texts have more than so many characters. Most reports fit as a whole, and to measure one takes
   * longer than to write it.
   * @returns the characters of the items that were taken: more than `room` if some may be left
   */
  takeUnmeasured(room: number): number;
  blocks(): RootContent[];
}

class FilledPart<Source, Item> implements Filling {
  readonly #parts: FillingParts<Source, Item>;
  readonly #items: Item[] = [];

  constructor(parts: FillingParts<Source, Item>) {
    this.#parts = parts;
  }

  get fixed(): number {
    return bytesOf(this.#around([], this.#parts.sources.length));
  }

  get taken(): number {
    return this.#items.length;
  }

  get isCut(): boolean {
    return this.#items.length < this.#parts.sources.length;
  }

  take(room: number): number {
    const { sources, itemOf, wrap } = this.#parts;
    let spent = 0;
    for (const source of sources.slice(this.#items.length)) {
      const item = itemOf(source);
      // Measured as if each had a list or a table of its own, which is somewhat more than it takes among others.
      const bytes = bytesOf(wrap([item]));
      if (spent + bytes > room) break;
      spent += bytes;
      this.#items.push(item);
    }
    return spent;
  }

  takeUnmeasured(room: number): number {
    const { sources, itemOf, wrap } = this.#parts;
    let characters = 0;
    for (const source of sources) {
      const item = itemOf(source);
      characters += charactersOf(wrap([item]));
      this.#items.push(item);
      if (characters > room) break;
    }
    return characters;
  }

  blocks(): RootContent[] {
    const { sources, wrap, kept = (item: Item) => item } = this.#parts;
    const held = this.#items.length === 0 ? [] : wrap(this.#items.map(kept));
    return this.#around(held, sources.length - this.#items.length);
  }

  #around(held: readonly RootContent[], left: number): RootContent[] {
    const { before, sources, more, after = [] } = this.#parts;
    if (sources.length === 0) return [];
    return [
      ...before,
      ...held,
      ...(left > 0 ? [paragraph(...more(left, sources.length - left))] : []),
      ...after,
    ];
  }
}

export const filling = <Source, Item>(parts: FillingParts<Source, Item>): Filling => new FilledPart(parts);
