import { unescapeOnce } from './escapes.ts';
import { type ExtraHeader, labelOf } from './extra-header.ts';
import { KnownTexts } from './known-texts.ts';
import { type ProxyServer, secretsOfProxy } from './route.ts';
import { type Finding, searchBase64, searchHex, searchPlain } from './searches.ts';

declare const hidden: unique symbol;
/** A text without secrets. Only such a text may be truncated, because a partial secret is not recognised. */
export type Hidden = string & { readonly [hidden]: true };
/** Replaces all secrets in a text. */
export type Hide = (text: string) => Hidden;

/** Mark of truncated text. */
export const CUT = '…';

/** Truncates a text, and marks the cut. @param most UTF-16 units, the mark included */
export const cut = (text: Hidden, most: number): string =>
  // Removes half of a surrogate pair.
  text.length > most ? `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}${CUT}` : text;

const escapeForRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Minimum length of a decoded secret; shorter ones occur in other texts by chance. */
const MIN_DECODED_LENGTH = 8;
/**
 * Minimum bytes to search for in base64 or hexadecimal. Six bytes are at least eight digits, too many for
 * chance.
 */
const MIN_ENCODED_BYTES = 6;
/** Number of nested escapings that are undone. */
const PASSES = 3;
/** UTF-16 units searched in a target's text: far more than is ever shown of one. */
const MAX_SEARCHED_LENGTH = 16 * 1024;

/** Returns the text in the case that {@link KnownTexts} compares. */
const inSmallLetters = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * Returns the forms that a secret takes after unescaping. A part of a secret may look like an escape and is
 * then undone with the text around it. A last character that may begin an escape is also left out.
 */
function formsOf(secret: string): string[] {
  const forms = [JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
  let text: string | undefined = secret;
  for (let pass = 0; pass < PASSES && text !== undefined; pass += 1) {
    text = unescapeOnce(text)?.text;
    if (text !== undefined) forms.push(text);
  }
  const whole = [...forms, ...[secret, ...forms].map((form) => form.replace(/[%&\\]$/, ''))];
  // Characters beyond ASCII may be decoded byte by byte.
  return [...whole, ...whole.map((form) => Buffer.from(form).toString('latin1'))].filter(
    ({ length }) => length >= MIN_DECODED_LENGTH,
  );
}

/** Characters that {@link besideName} allows between a name and its value. */
const BETWEEN = 8 + 'value'.length + 8;

/**
 * Matches a common header value beside its name, as services print headers (`x-debug: 1`, `"X-Debug":["1"]`,
 * `HTTP_X_DEBUG=1`).
 */
const besideName = ({ name, value }: ExtraHeader): RegExp =>
  new RegExp(
    `(${escapeForRegExp(name).replaceAll('-', '[-_]')}(?:[^a-z0-9]{1,8}value)?[^a-z0-9]{1,8})${escapeForRegExp(value)}(?![a-z0-9])`,
    'gi',
  );

/** The position of a secret, and its label. */
interface Secret {
  from: number;
  to: number;
  readonly label: string;
  /** Length of the match. Among overlapping secrets, the label of the longest is shown. */
  readonly length: number;
}

/** Merges overlapping secrets and sorts them by position. */
function apart(secrets: readonly Secret[]): Secret[] {
  const merged: Secret[] = [];
  for (const secret of secrets.toSorted((a, b) => a.from - b.from || b.length - a.length)) {
    const last = merged.at(-1);
    if (last === undefined || secret.from >= last.to) merged.push(secret);
    else {
      const { label, length } = secret.length > last.length ? secret : last;
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, secret.to), label, length };
    }
  }
  return merged;
}

/**
 * Secrets of a run: configured tokens and headers, and the invalid tokens derived from them. All output
 * passes through here and shows a label (`<TOKEN>`) in place of a secret.
 */
export class Secrets {
  /** Labels by the forms of a secret, in lower case. */
  readonly #labels = new Map<string, string>();
  #known: { readonly texts: KnownTexts; readonly labels: readonly string[] } | null = null;
  /** Headers by name, in lower case. */
  readonly #headers = new Map<string, { readonly value: string; readonly shown: string }>();
  readonly #beside: { readonly pattern: RegExp; readonly shown: string; readonly longest: number }[] = [];

  /** Registers a secret with its label, without angle brackets. */
  add(secret: string, label: string): void {
    if (secret === '') return;
    for (const form of [secret, ...formsOf(secret)]) {
      const key = inSmallLetters(form);
      if (!this.#labels.has(key)) this.#labels.set(key, `<${label}>`);
    }
    this.#known = null;
  }

  /** Registers a header that is sent with every request. */
  addHeader(header: ExtraHeader): void {
    const { name, value, secrets } = header;
    const shown = `<${labelOf(name)}>`;
    this.#headers.set(name.toLowerCase(), { value, shown });
    for (const secret of secrets) this.add(secret, labelOf(name));
    if (secrets.includes(value)) return;
    this.#beside.push({ pattern: besideName(header), shown, longest: name.length + BETWEEN + value.length });
  }

  /** Returns the value of a header without secrets. The value of a configured header is always replaced. */
  scrubHeader(name: string, value: string): Hidden {
    const known = this.#headers.get(name.toLowerCase());
    return known?.value === value ? (known.shown as Hidden) : this.hide(value);
  }

  /** Replaces every secret in a whole text. */
  readonly scrub: Hide = (text) => this.#hideIn(text, false);

  /**
   * Replaces every secret in the beginning of a longer text. A possible partial secret at its end is dropped.
   */
  readonly scrubBeginning: Hide = (text) => this.#hideIn(text, true);

  /** Replaces secrets in a text of the target. A long text is truncated to {@link MAX_SEARCHED_LENGTH}. */
  readonly hide: Hide = (text) => {
    const isCut = text.length > MAX_SEARCHED_LENGTH || text.endsWith(CUT);
    if (!isCut) return this.scrub(text);
    const end = Math.min(text.length - (text.endsWith(CUT) ? 1 : 0), MAX_SEARCHED_LENGTH);
    return `${this.scrubBeginning(text.slice(0, end))}${CUT}` as Hidden;
  };

  /** Returns the search texts with their labels, rebuilt only after a secret was added. */
  #texts(): { readonly texts: KnownTexts; readonly labels: readonly string[] } {
    this.#known ??= {
      texts: new KnownTexts([...this.#labels.keys()]),
      labels: [...this.#labels.values()],
    };
    return this.#known;
  }

  #hideIn(text: string, isCut: boolean): Hidden {
    if (this.#labels.size === 0 && this.#beside.length === 0) return text as Hidden;
    const { secrets, end } = this.#find(text, isCut);
    let [shown, from] = ['', 0];
    for (const secret of apart(secrets)) {
      if (secret.from >= end) break;
      shown += text.slice(from, secret.from) + secret.label;
      from = secret.to;
    }
    return (shown + text.slice(from, Math.max(from, end))) as Hidden;
  }

  /** Finds all secrets in a text in any encoding. `end` excludes a possible partial secret at its end. */
  #find(text: string, isCut: boolean): { readonly secrets: readonly Secret[]; readonly end: number } {
    const { texts, labels } = this.#texts();
    const secrets: Secret[] = [];
    let end = text.length;
    let plain = text;
    let starts: Uint32Array | null = null;
    for (let pass = 0; ; pass += 1) {
      const placeOf = (index: number): number => (starts === null ? index : (starts[index] ?? text.length));
      const found = (from: number, to: number, label: string, length: number): void => {
        const last = secrets.at(-1);
        // A text that overlaps itself may match at every position, so its matches are merged.
        if (last?.label === label && last.length === length && from < last.to && from >= last.from)
          last.to = Math.max(last.to, to);
        else secrets.push({ from, to, label, length });
      };
      const told = {
        found: ({ text: nth, from, to }: Finding): void =>
          found(placeOf(from), placeOf(to), labels[nth] ?? '', texts.lengths[nth] ?? 0),
        begun: (from: number): void => {
          if (isCut) end = Math.min(end, placeOf(from));
        },
      };
      searchPlain(plain, texts, told);
      searchBase64(plain, texts, MIN_ENCODED_BYTES, told);
      searchHex(plain, texts, MIN_ENCODED_BYTES, told);
      for (const { pattern, shown, longest } of this.#beside) {
        for (const match of plain.matchAll(pattern)) {
          const to = match.index + match[0].length;
          found(placeOf(match.index + (match[1]?.length ?? 0)), placeOf(to), shown, 0);
        }
        told.begun(Math.max(0, plain.length - longest));
      }
      const next = pass < PASSES ? unescapeOnce(plain, isCut) : null;
      if (next === null) return { secrets, end };
      plain = next.text;
      starts = next.starts.map(placeOf);
    }
  }

  /** Replaces secrets in every string of a plain value. Keys come from this program and stay. */
  scrubAll<T>(value: T): T;
  scrubAll(value: unknown): unknown {
    if (typeof value === 'string') return this.scrub(value);
    if (Array.isArray(value)) return value.map((item) => this.scrubAll<unknown>(item));
    if (value !== null && typeof value === 'object') {
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, this.scrubAll<unknown>(item)]),
      );
    }
    return value;
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
  for (const secret of proxy === null ? [] : secretsOfProxy(proxy))
    secrets.add(secret, 'credentials of the proxy');
  for (const header of headers) secrets.addHeader(header);
  return secrets;
}
