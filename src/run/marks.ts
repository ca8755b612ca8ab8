import { textOf } from '../client/exchange.ts';
import { markerOf, markerPattern } from '../client/marker.ts';
import type { Answer } from '../model/ask.ts';

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
    return markerOf(this.#runId, this.#made);
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
