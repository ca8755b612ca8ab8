/** Marks a state in which no text ends. */
const NONE = -1;

/**
 * Finds several texts in one pass over another text (Aho and Corasick, "Efficient string matching", 1975).
 * Each unit takes one step, so the time is linear. ASCII letters match in either case.
 */
export class KnownTexts {
  readonly lengths: readonly number[];
  /** Character class by UTF-16 unit; 0 for units that occur in no text. */
  readonly #classes = new Uint16Array(0x10000);
  readonly #width: number;
  /** Next state, by state and class. */
  readonly #next: Int32Array;
  /** Index of the longest text that ends in a state. */
  readonly #ends: Int32Array;
  /** Number of units matched in a state. */
  readonly #depths: Int32Array;

  constructor(texts: readonly string[]) {
    this.lengths = texts.map(({ length }) => length);
    this.#width = this.#classify(texts);
    const most = this.lengths.reduce((sum, length) => sum + length, 1);
    this.#next = new Int32Array(most * this.#width);
    this.#ends = new Int32Array(most).fill(NONE);
    this.#depths = new Int32Array(most);
    this.#link(this.#plant(texts));
  }

  #classify(texts: readonly string[]): number {
    let classes = 1;
    for (const text of texts)
      for (let index = 0; index < text.length; index += 1) {
        const unit = text.charCodeAt(index);
        if (this.#classes[unit] !== 0) continue;
        this.#classes[unit] = classes;
        const letter = unit | 0x20;
        if (unit < 0x80 && letter >= 0x61 && letter <= 0x7a) {
          this.#classes[letter] = classes;
          this.#classes[letter - 0x20] = classes;
        }
        classes += 1;
      }
    return classes;
  }

  /** Builds the trie of the texts. @returns the number of states */
  #plant(texts: readonly string[]): number {
    let states = 1;
    for (const [nth, text] of texts.entries()) {
      let state = 0;
      for (let index = 0; index < text.length; index += 1) {
        const step = state * this.#width + (this.#classes[text.charCodeAt(index)] ?? 0);
        if (this.#next[step] === 0) {
          this.#depths[states] = index + 1;
          this.#next[step] = states++;
        }
        state = this.#next[step] ?? 0;
      }
      if (state !== 0 && this.#ends[state] === NONE) this.#ends[state] = nth;
    }
    return states;
  }

  /** Adds the failure transitions, nearest to the root first: the end of one text may begin another. */
  #link(states: number): void {
    const width = this.#width;
    const falls = new Int32Array(states);
    const queue = [0];
    for (const state of queue) {
      const fall = falls[state] ?? 0;
      if (this.#ends[state] === NONE) this.#ends[state] = this.#ends[fall] ?? NONE;
      for (let kind = 1; kind < width; kind += 1) {
        const below = this.#next[state * width + kind] ?? 0;
        const beside = state === 0 ? 0 : (this.#next[fall * width + kind] ?? 0);
        if (below === 0) this.#next[state * width + kind] = beside;
        else {
          falls[below] = beside;
          queue.push(below);
        }
      }
    }
  }

  /**
   * Finds the longest text that ends at each position.
   * @param found receives the index of the text and the end of the match
   * @returns how many of the last units may begin a text
   */
  search(units: Uint8Array | Uint16Array, found: (text: number, end: number) => void): number {
    const [classes, next, ends, width] = [this.#classes, this.#next, this.#ends, this.#width];
    let state = 0;
    for (let index = 0; index < units.length; index += 1) {
      state = next[state * width + (classes[units[index] ?? 0] ?? 0)] ?? 0;
      const text = ends[state] ?? NONE;
      if (text !== NONE) found(text, index + 1);
    }
    return this.#depths[state] ?? 0;
  }
}
