import type { Route } from './route.ts';

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

/** Names of HTML for characters that a secret may have. */
const NAMED = `excl ! quot " num # dollar $ percnt % amp & apos ' lpar ( rpar ) ast * midast * plus + comma , period .
sol / colon : semi ; lt < equals = gt > quest ? commat @ lsqb [ lbrack [ bsol \\ rsqb ] rbrack ] hat ^ lowbar _ underbar _
grave \` diacriticalgrave \` lcub { lbrace { verbar | vert | verticalline | rcub } rbrace }`;

const BY_NAME = new Map(Array.from(NAMED.matchAll(/(\S+) (\S+)/g), ([, name = '', one]) => [name, one]));

const [AMPERSAND, PERCENT, BACKSLASH] = [0x26, 0x25, 0x5c];

/** Match the rest of an escape behind its first character: a code, a name of HTML, or the character itself. */
const ESCAPES: Readonly<Record<number, RegExp>> = {
  [AMPERSAND]:
    /(?:(?:#|%(?:25){0,3}23)(?:(?<decimal>\d{1,7})|x(?<hex>[\da-f]{1,6}))(?:;|%(?:25){0,3}3b)?|(?<name>[a-z]{2,16})(?:;|%(?:25){0,3}3b))/iy,
  [PERCENT]: /(?<hex>[\da-f]{2})/iy,
  // Each JSON within JSON doubles the backslashes.
  [BACKSLASH]: /\\{0,7}(?:u(?<hex>[\da-f]{4})|(?<plain>["'/\\]))/iy,
};

/** UTF-16 units of a code of JSON behind its backslash: `u0041`. */
const UNICODE_LENGTH = 5;
/** Escapes within escapes that are read, such as `%252B` or `&amp;#43;`. */
const MAX_LEVELS = 4;

/** Returns the characters that a text may stand for at a position, its own and what it escapes, and where each ends. */
function charactersAt(text: string, start: number) {
  let [code, end] = [text.charCodeAt(start), start + 1];
  const found = [{ code: fold(code), end }];
  while (found.length <= MAX_LEVELS) {
    const rest = ESCAPES[code];
    if (rest === undefined) break;
    rest.lastIndex = end;
    const { decimal, hex, name = '', plain } = rest.exec(text)?.groups ?? {};
    // Backslashes that stand for one, before a text that begins like a code.
    const uAt = rest.lastIndex - UNICODE_LENGTH;
    if (code === BACKSLASH && hex !== undefined && uAt > end) found.push({ code: BACKSLASH, end: uAt });
    const inner = plain ?? BY_NAME.get(name.toLowerCase());
    code = inner?.charCodeAt(0) ?? (hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
    // An unknown name, or no escape.
    if (Number.isNaN(code)) break;
    end = rest.lastIndex;
    found.push({ code: fold(code), end });
  }
  return found;
}

/** Matches an incomplete escape before the mark of a cut. */
const UNFINISHED = /[\\%&][\\%&#;\w]{0,22}(?=…)/y;

/** Returns where a text is cut, at a position or within an escape that begins there; `null` if it is not. */
function cutAt(text: string, start: number): number | null {
  UNFINISHED.lastIndex = start;
  const end = UNFINISHED.test(text) ? UNFINISHED.lastIndex : start;
  return text[end] === CUT ? end : null;
}

/** A place in the tree of all forms. */
interface Place {
  readonly next: Map<number, Place>;
  /** Stands in place of the form that ends here. */
  label?: string;
}

/**
 * Secrets of a run: configured tokens and headers, and the invalid tokens derived from them. All output
 * passes through here and shows a label (`<TOKEN>`) in place of a secret.
 */
export class Secrets {
  readonly #root: Place = { next: new Map() };
  /** Labels of configured headers, by `name: value`. */
  readonly #headers = new Map<string, Hidden>();
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
        const next: Place = place.next.get(code) ?? { next: new Map() };
        place.next.set(code, next);
        place = next;
      }
      place.label ??= `<${label}>`;
    }
  }

  addHeader({ name, value, secrets }: ExtraHeader): void {
    const label = `HEADERS: ${name}`;
    this.#headers.set(`${name.toLowerCase()}: ${value}`, `<${label}>` as Hidden);
    for (const secret of secrets) this.add(secret, label);
  }

  /** Returns the value of a header without secrets. The value of a configured header is always replaced. */
  scrubHeader(name: string, value: string): Hidden {
    return this.#headers.get(`${name.toLowerCase()}: ${value}`) ?? this.scrub(value);
  }

  /** Puts secrets in place of their labels, for checks to read a recorded answer as they read the original. */
  restore(text: string): string {
    return text.replaceAll(/<[^<>]{1,99}>/g, (label) => this.#byLabel.get(label) ?? label);
  }

  /** Replaces every secret, and the beginning of one before the mark of a cut. Each character may be escaped. */
  readonly scrub = (text: string): Hidden => {
    let [shown, from] = ['', 0];
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (!this.#root.next.has(fold(code)) && ESCAPES[code] === undefined) continue;
      const { label, end } = this.#longestAt(text, at);
      if (label === null) continue;
      shown += text.slice(from, at) + label;
      from = end;
      at = end - 1;
    }
    return (shown + text.slice(from)) as Hidden;
  };

  /** Returns where the longest form ends that begins at a position, and its label; `null` without one. */
  #longestAt(text: string, start: number): { readonly end: number; readonly label: string | null } {
    let [end, label]: [number, string | null] = [start, null];
    /** Places that the characters lead to, and where these end. */
    let states = [{ place: this.#root, at: start }];
    while (states.length > 0) {
      const further: typeof states = [];
      for (const state of states)
        for (const character of charactersAt(text, state.at)) {
          const [place, at] = [state.place.next.get(character.code), character.end];
          // A text can be read in many ways that lead to the same.
          if (place === undefined || further.some((one) => one.place === place && one.at === at)) continue;
          further.push({ place, at });
          if (place.label !== undefined && at > end) [end, label] = [at, place.label];
          const cutEnd = place.next.size === 0 ? null : cutAt(text, at);
          if (cutEnd !== null && cutEnd - start >= MIN_BEGINNING && cutEnd > end)
            [end, label] = [cutEnd, '<beginning of a secret>'];
        }
      states = further;
    }
    return { end, label };
  }

  /** Replaces secrets in every string of a plain value. Keys come from this program and stay. */
  scrubAll<T>(value: T): T {
    const text = JSON.stringify(value, (_, each: unknown) =>
      typeof each === 'string' ? this.scrub(each) : each,
    );
    return JSON.parse(text) as T;
  }
}

export function secretsOf(
  tokens: { readonly token: string | undefined; readonly outsiderToken: string | undefined },
  proxy: Route['proxy'] = null,
  headers: readonly ExtraHeader[] = [],
): Secrets {
  const secrets = new Secrets();
  secrets.add(tokens.token ?? '', 'TOKEN');
  secrets.add(tokens.outsiderToken ?? '', 'OUTSIDER_TOKEN');
  for (const secret of proxy?.secrets ?? []) secrets.add(secret, 'credentials of the proxy');
  for (const header of headers) secrets.addHeader(header);
  return secrets;
}
