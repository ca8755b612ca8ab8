import { beginsEscape, cutWithinEscape, unescapedAt } from './escapes.ts';
import type { ProxyServer } from './route.ts';

/** A header of HEADERS, sent with every request. Its value is never shown. Plain data. */
export interface ExtraHeader {
  /** As configured; sent in lower case. */
  readonly name: string;
  readonly value: string;
  /**
   * Parts of the value that are hidden everywhere. A value too common for that is hidden only as this
   * header's value and beside its name.
   */
  readonly secrets: readonly string[];
}

declare const hidden: unique symbol;
/** A text without secrets. Only such a text may be truncated, because a partial secret is not recognised. */
export type Hidden = string & { readonly [hidden]: true };

const CUT = '…';
/** Least number of a secret's characters before a cut that are hidden. */
const MIN_BEGINNING = 6;

/** Truncates a text, and marks the cut. @param most UTF-16 units, the mark included */
export const cut = (text: Hidden, most: number): string =>
  // Removes half of a surrogate pair.
  text.length > most ? `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}${CUT}` : text;

/** Minimum length of a secret to search for in base64; a shorter one occurs by chance. */
const MIN_ENCODED_LENGTH = 8;

/** Returns the middle of a secret in base64, which is the same in every longer text, for each of its three positions. */
const inBase64 = (secret: string): string[] =>
  [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.from(`${' '.repeat(before)}${secret}`);
    const [from, to] = [Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6)];
    return (['base64', 'base64url'] as const).map((coding) => bytes.toString(coding).slice(from, to));
  });

/** Returns the texts that give a secret away. Each of their characters may be escaped. */
const formsOf = (secret: string): string[] => [
  secret,
  // In UTF-8.
  encodeURIComponent(secret),
  ...(secret.length < MIN_ENCODED_LENGTH ? [] : inBase64(secret)),
];

/** Returns the code of a character in lower case, if it is a letter of ASCII. */
const fold = (code: number): number => (code >= 0x41 && code <= 0x5a ? code + 0x20 : code);

/** A place in the tree of all forms. */
interface Place {
  readonly id: number;
  readonly next: Map<number, Place>;
  /** Stands in place of the form that ends here. */
  label?: string;
}

/** The forms that match at one position of a text. */
interface Found {
  readonly start: number;
  end: number;
  label: string | null;
  /** True if the text ends within a form. */
  isBegun: boolean;
  /** Places and positions where escapes were followed. Without them a text could be read in many ways. */
  readonly seen: Set<string>;
}

/**
 * Secrets of a run: configured tokens and headers, and the invalid tokens derived from them. All output
 * passes through here and shows a label (`<TOKEN>`) in place of a secret.
 */
export class Secrets {
  readonly #root: Place = { id: 0, next: new Map() };
  #places = 1;
  /** Headers by name, in lower case. */
  readonly #headers = new Map<string, { readonly value: string; readonly label: string }>();
  /** Secrets by their labels, with angle brackets. */
  readonly #byLabel = new Map<string, string>();

  /** Registers a secret with its label, without angle brackets. */
  add(secret: string, label: string): void {
    if (secret === '') return;
    if (!this.#byLabel.has(`<${label}>`)) this.#byLabel.set(`<${label}>`, secret);
    for (const form of formsOf(secret)) {
      let place = this.#root;
      for (let at = 0; at < form.length; at += 1) {
        const code = fold(form.charCodeAt(at));
        const next = place.next.get(code) ?? { id: this.#places++, next: new Map() };
        place.next.set(code, next);
        place = next;
      }
      place.label ??= `<${label}>`;
    }
  }

  addHeader({ name, value, secrets }: ExtraHeader): void {
    const label = `HEADERS: ${name}`;
    this.#headers.set(name.toLowerCase(), { value, label: `<${label}>` });
    for (const secret of secrets) this.add(secret, label);
  }

  /** Returns the value of a header without secrets. The value of a configured header is always replaced. */
  scrubHeader(name: string, value: string): Hidden {
    const known = this.#headers.get(name.toLowerCase());
    return known?.value === value ? (known.label as Hidden) : this.scrub(value);
  }

  readonly scrub = (text: string): Hidden => this.#scrub(text, false);

  /** Puts secrets in place of their labels, for checks to read a recorded answer as they read the original. */
  restore(text: string): string {
    return text.replaceAll(/<[^<>]{1,99}>/g, (label) => this.#byLabel.get(label) ?? label);
  }

  /** Replaces every secret in the beginning of a longer text. What may be the beginning of one is left out. */
  readonly scrubBeginning = (text: string): Hidden => this.#scrub(text, true);

  #scrub(text: string, isBeginning: boolean): Hidden {
    let [shown, from] = ['', 0];
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (!this.#root.next.has(fold(code)) && !beginsEscape(code)) continue;
      const found: Found = { start: at, end: at, label: null, isBegun: false, seen: new Set() };
      this.#follow(text, this.#root, at, found);
      const isCut = isBeginning && found.isBegun && found.end < text.length;
      if (found.label === null && !isCut) continue;
      shown += text.slice(from, at);
      if (isCut) return shown as Hidden;
      shown += found.label;
      from = found.end;
      at = from - 1;
    }
    return (shown + text.slice(from)) as Hidden;
  }

  /** Finds the longest form that continues from a place at a position. Each character may be escaped. */
  #follow(text: string, start: Place, from: number, found: Found): void {
    let [place, at]: [Place, number] = [start, from];
    for (;;) {
      if (place.label !== undefined && at > found.end) {
        found.end = at;
        found.label = place.label;
      }
      if (place.next.size === 0) return;
      if (place !== this.#root) this.#noteCut(text, at, found);
      if (at === text.length) return;
      const code = text.charCodeAt(at);
      if (beginsEscape(code)) {
        const key = `${place.id} ${at}`;
        if (found.seen.has(key)) return;
        found.seen.add(key);
        for (const unescaped of unescapedAt(text, at)) {
          const next = place.next.get(fold(unescaped.code));
          if (next !== undefined) this.#follow(text, next, unescaped.end, found);
        }
      }
      const next = place.next.get(fold(code));
      if (next === undefined) return;
      [place, at] = [next, at + 1];
    }
  }

  /** Notes that a text ends, or is cut, within a form. What is cut is no longer whole, and not found as such. */
  #noteCut(text: string, at: number, found: Found): void {
    const cutAt = cutWithinEscape(text, at) ?? at;
    found.isBegun ||= cutAt === text.length;
    if (text[cutAt] !== CUT || cutAt - found.start < MIN_BEGINNING || cutAt <= found.end) return;
    found.end = cutAt;
    found.label = '<beginning of a secret>';
  }

  /** Replaces secrets in every string of a plain value. Keys come from this program and stay. */
  scrubAll<T>(value: T): T {
    const text = JSON.stringify(value, (_, each: unknown) =>
      typeof each === 'string' ? this.scrub(each) : each,
    );
    return JSON.parse(text) as T;
  }
}

/** Returns the secrets of a run with these tokens, this proxy and these headers. */
export function secretsOf(
  tokens: { readonly token: string | undefined; readonly outsiderToken: string | undefined },
  proxy: ProxyServer | null = null,
  headers: readonly ExtraHeader[] = [],
): Secrets {
  const secrets = new Secrets();
  secrets.add(tokens.token ?? '', 'TOKEN');
  secrets.add(tokens.outsiderToken ?? '', 'OUTSIDER_TOKEN');
  for (const secret of proxy?.secrets ?? []) secrets.add(secret, 'credentials of the proxy');
  for (const header of headers) secrets.addHeader(header);
  return secrets;
}
