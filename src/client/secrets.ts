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
export type Hide = (text: string) => Hidden;

const CUT = '…';

/** Truncates a text, and marks the cut. @param most UTF-16 units, the mark included */
export const cut = (text: Hidden, most: number): string =>
  // Removes half of a surrogate pair.
  text.length > most ? `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}${CUT}` : text;

/** Minimum length of a secret to search for in base64; a shorter one occurs by chance. */
const MIN_ENCODED_LENGTH = 8;

const HTML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const forRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Returns the middle of a secret in base64, which is the same in every longer text, for each of its three positions. */
const inBase64 = (secret: string): string[] =>
  [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.from(`${' '.repeat(before)}${secret}`);
    const [from, to] = [Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6)];
    return (['base64', 'base64url'] as const).map((coding) => bytes.toString(coding).slice(from, to));
  });

/** Returns the forms in which an honest service may repeat a secret: plain, escaped, encoded. */
const formsOf = (secret: string): string[] => [
  secret,
  inJson(secret),
  inJson(inJson(secret)),
  encodeURIComponent(secret),
  secret.replaceAll(/[&<>"']/g, (character) => HTML[character] ?? character),
  ...(secret.length < MIN_ENCODED_LENGTH ? [] : inBase64(secret)),
];

/**
 * Secrets of a run: configured tokens and headers, and the invalid tokens derived from them. All output
 * passes through here and shows a label (`<TOKEN>`) in place of a secret.
 */
export class Secrets {
  /** Labels by the forms of a secret, in lower case. */
  readonly #labels = new Map<string, string>();
  /** Headers by name, in lower case. */
  readonly #headers = new Map<string, { readonly value: string; readonly label: string }>();
  /** Finds every form, the longest first; `null` after a secret was added. */
  #pattern: RegExp | null = null;

  /** Registers a secret with its label, without angle brackets. */
  add(secret: string, label: string): void {
    if (secret === '') return;
    for (const form of formsOf(secret)) {
      const key = form.toLowerCase();
      if (!this.#labels.has(key)) this.#labels.set(key, `<${label}>`);
    }
    this.#pattern = null;
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

  readonly scrub: Hide = (text) => {
    if (this.#labels.size === 0) return text as Hidden;
    this.#pattern ??= new RegExp(
      [...this.#labels.keys()]
        .toSorted((a, b) => b.length - a.length)
        .map(forRegExp)
        .join('|'),
      'gi',
    );
    return text.replace(
      this.#pattern,
      (found) => this.#labels.get(found.toLowerCase()) ?? '<secret>',
    ) as Hidden;
  };

  /** Replaces every secret in the beginning of a longer text. What may be the beginning of one is left out. */
  readonly scrubBeginning: Hide = (text) => {
    const shown = this.scrub(text);
    const lower = shown.toLowerCase();
    let begun = 0;
    for (const form of this.#labels.keys())
      for (let length = form.length - 1; length > begun; length -= 1)
        if (lower.endsWith(form.slice(0, length))) begun = length;
    return shown.slice(0, shown.length - begun) as Hidden;
  };

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
