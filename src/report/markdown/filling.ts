import type { RootContent } from 'mdast';
import { bytesOf, charactersOf, type Phrase, paragraph } from './nodes.ts';

interface FillingParts<Source, Item> {
  /** Blocks before the items, usually a heading. */
  readonly before: readonly RootContent[];
  readonly sources: readonly Source[];
  readonly itemOf: (source: Source) => Item;
  /** Returns the list or the table around the items. */
  readonly wrap: (items: readonly Item[]) => readonly RootContent[];
  /** Returns the note on omitted items: `left` are omitted, `taken` are not. */
  readonly more: (left: number, taken: number) => readonly Phrase[];
  /** Returns the final form of an item once all parts are filled; it must not take more bytes. */
  readonly kept?: (item: Item) => Item;
  readonly after?: readonly RootContent[];
}

/** A part of a document that takes items, from the first on, until the space is used up. */
export interface Filling {
  /** Bytes of the part without items; 0 if there are no items. */
  readonly fixed: number;
  /** Number of items taken so far. */
  readonly taken: number;
  /** True if items are left out so far. */
  readonly isCut: boolean;
  /** Takes more items. @returns the bytes that they take, at most `room` */
  take(room: number): number;
  /**
   * Takes items until their texts have more than `room` characters. Most reports fit as a whole, and
   * measuring bytes takes longer than writing the report.
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
      // An item is measured in a list or table of its own, which overestimates it a little.
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
