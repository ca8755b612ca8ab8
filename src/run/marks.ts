import { textOf } from '../client/exchange.ts';
import type { Answer } from '../model/ask.ts';

/** Matches the marker `ic-<run>-<number>` that every sent title and body contains, by which issues are found again. */
export const markerPattern = (runId: string): RegExp => new RegExp(`ic-${runId}-[0-9a-z]{4,}`, 'i');

/** True if a text may hold a marker of any run. */
export const mayHoldMarker = (text: string): boolean => text.includes('ic-');

/** What an answer holds of this run's own texts. */
interface Marked {
  readonly marks: ReadonlySet<string>;
  readonly hasCanary: boolean;
}

/** Makes the markers of a run, and finds them and its canary in answers. A long body is read once, since equal ones are shared. */
export class Marks {
  readonly #pattern: RegExp;
  readonly #holdsCanary: (exchange: Answer['exchange'], text: string) => boolean;
  readonly #runId: string;
  #made = 0;
  readonly #read = new WeakMap<object, Marked>();

  /** @param holdsCanary true if an answer holds the canary */
  constructor(runId: string, holdsCanary: (exchange: Answer['exchange'], text: string) => boolean) {
    this.#runId = runId;
    this.#pattern = new RegExp(markerPattern(runId), 'gi');
    this.#holdsCanary = holdsCanary;
  }

  /** Returns a marker that was not sent yet. */
  next(): string {
    this.#made += 1;
    return `ic-${this.#runId}-${this.#made.toString(36).padStart(4, '0')}`;
  }

  in({ exchange, list }: Answer): Marked {
    const { response } = exchange;
    if (response === null) return { marks: new Set(), hasCanary: false };
    const key = response.long ?? response;
    const earlier = this.#read.get(key);
    if (earlier !== undefined) return earlier;
    const text = list === null ? (textOf(response) ?? '') : JSON.stringify(list);
    const found = {
      marks: new Set((text.match(this.#pattern) ?? []).map((mark) => mark.toLowerCase())),
      hasCanary: this.#holdsCanary(exchange, text),
    };
    this.#read.set(key, found);
    return found;
  }
}
