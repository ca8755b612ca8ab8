import { isObject, strings } from '../listings/records.ts';
import type { Answer } from '../model/planned-request.ts';
import type { Creation } from './ledger.ts';
import { markerPattern } from './markers.ts';

/** A text in a listing, without the space around it. */
interface Placed {
  readonly text: string;
  /** Markers of this run in it. */
  readonly markers: readonly string[];
  /** Index of the record that holds it. */
  readonly at: number;
  readonly depth: number;
}

/** A record that holds texts of a creation. */
interface Match {
  readonly answer: Answer;
  readonly at: number;
  /** The number of texts, which grows while the listing is read. */
  texts: number;
}

/** Returns a text without outer space, in lower case. A service may show titles in capitals. */
const comparable = (text: string): string => text.trim().toLowerCase();

/** True if a text stands beside the title or the body of a record, so that the record only quotes another one. */
function isQuoted(record: unknown, text: string, field: 'title' | 'body'): boolean {
  const own = (name: string): string => {
    const value = isObject(record) ? record[name] : undefined;
    return typeof value === 'string' ? value.trim() : '';
  };
  return own(field) !== '' && own('title') !== text && own('body') !== text;
}

/** Finds the records of creations in listings, by their titles and bodies. */
export class MarkedRecords {
  readonly #creations: readonly Creation[];
  readonly #pattern: RegExp;
  /** The least depth in a record at which the text of a creation stood, by the headers: a version may show it deeper. */
  readonly #textDepths = new Map<string, number>();
  readonly #known = new WeakMap<readonly unknown[], readonly Placed[]>();
  /** Texts of creations that records have shown: titles, and bodies that came with a title. */
  readonly shown = new Set<'title' | 'body'>();

  constructor(runId: string, creations: readonly Creation[]) {
    this.#pattern = markerPattern(runId);
    this.#creations = creations;
  }

  markersIn = (list: readonly unknown[]): ReadonlySet<string> =>
    new Set(this.#textsIn(list).flatMap(({ markers }) => markers));

  /** Returns the texts of a listing that may belong to a creation. Equal answers share their listing, which is searched once. */
  #textsIn(list: readonly unknown[]): readonly Placed[] {
    const known = this.#known.get(list);
    if (known !== undefined) return known;
    const texts = list.flatMap((record, at) =>
      strings(record)
        .filter(({ text }) => /ic-/i.test(text))
        .map(({ text, depth }) => {
          const markers = (text.match(this.#pattern) ?? []).map((marker) => marker.toLowerCase());
          return { text: text.trim(), markers, at, depth };
        }),
    );
    this.#known.set(list, texts);
    return texts;
  }

  /**
   * Returns the records of listings that hold title or body of a creation as their own. Of those of one creation, it returns
   * those with the most texts: a record may hold the title of its neighbour, or of what it was copied from.
   */
  of(answers: Iterable<Answer>): ReadonlyMap<Creation, readonly Match[]> {
    const matches = new Map<Creation, Match[]>();
    for (const answer of answers)
      for (const { creation, at } of this.#found(answer)) {
        const others = matches.get(creation) ?? [];
        const same = others.find((one) => one.answer === answer && one.at === at);
        if (same === undefined) others.push({ answer, at, texts: 1 });
        else same.texts += 1;
        matches.set(creation, others);
      }
    return new Map(
      [...matches].map(([creation, some]) => {
        const most = Math.max(...some.map(({ texts }) => texts));
        return [creation, some.filter(({ texts }) => texts === most)];
      }),
    );
  }

  /** Returns the texts of creations that records of a listing hold as their own, at the least depth. */
  #found({ list, exchange }: Answer): readonly (Pick<Placed, 'at'> & { readonly creation: Creation })[] {
    const byText = new Map(
      this.#creations.flatMap((creation) =>
        creation.texts.map((text) => [comparable(text), creation] as const),
      ),
    );
    const found = this.#textsIn(list ?? []).flatMap(({ text, at, depth }) => {
      const record = list?.[at];
      const creation = isObject(record) ? byText.get(comparable(text)) : undefined;
      if (creation === undefined) return [];
      const isTitle = creation.isTitled && comparable(creation.texts[0] ?? '') === comparable(text);
      const field = isTitle ? 'title' : 'body';
      if (depth === 1 && isQuoted(record, text, field)) return [];
      this.shown.add(field);
      return [{ creation, at, depth }];
    });
    // A record may quote another one deeper down.
    const { authorization: _, ...headers } = exchange.request.headers;
    const form = JSON.stringify(headers);
    const least = Math.min(this.#textDepths.get(form) ?? Infinity, ...found.map(({ depth }) => depth));
    this.#textDepths.set(form, least);
    return found.filter(({ depth }) => depth === least);
  }
}
