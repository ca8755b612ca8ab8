import { type ExtraHeader, labelOf } from './extra-header.ts';
import { type ProxyServer, secretsOfProxy } from './route.ts';

declare const hidden: unique symbol;
/** A text without secrets in it: only such a one may be cut, since a part of a secret is not found any more. */
export type Hidden = string & { readonly [hidden]: true };
/** Takes all secrets out of a text. */
export type Hide = (text: string) => Hidden;

/** The beginning of a text, with a mark where something is left out. @param most UTF-16 units, the mark included */
export const cut = (text: Hidden, most: number): string =>
  // No half of a surrogate pair is left over.
  text.length > most ? `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;

const escapeForRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Shorter parts of a secret that is written otherwise stand in texts by chance. */
const TELLING = 8;

/**
 * Base64 of whatever holds a secret, such as `user:secret`: the part that depends on nothing before or behind it, for each
 * of the three places at which it may begin within a group of three bytes.
 */
function withinBase64(secret: string): string[] {
  const bytes = Buffer.byteLength(secret);
  return [0, 1, 2].flatMap((before) => {
    const written = Buffer.from(`${'x'.repeat(before)}${secret}`);
    const [from, to] = [Math.ceil((before * 8) / 6), Math.floor(((before + bytes) * 8) / 6)];
    return (['base64', 'base64url'] as const).map((kind) => written.toString(kind).slice(from, to));
  });
}

/** The ways in which a secret as a whole may come back: as it is, percent-encoded, in JSON, in base64, in hexadecimal. */
function writtenForms(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  return [
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(encodeURIComponent(secret)),
    encodeURIComponent(secret).replace(/[!'()*~]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`),
    json,
    json.replaceAll('/', '\\/'),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    Buffer.from(secret).toString('base64url'),
    ...[...withinBase64(secret), Buffer.from(secret).toString('hex')].filter(
      ({ length }) => length >= TELLING,
    ),
  ];
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** One character that is percent-encoded, be it over and over, or written as in JSON or HTML. */
const ENCODED =
  /%(?:25)*(?<percent>[0-9a-f]{2})|\\+u00(?<unicode>[0-9a-f]{2})|&#0*(?<decimal>\d{1,3});?|&#x0*(?<hex>[0-9a-f]{1,2});?|&(?<name>amp|lt|gt|quot|apos);/gi;

/** A text with all such characters as they are, and where each of its UTF-16 units, and its end, stood before. */
function decoded(text: string): { readonly plain: string; readonly places: readonly number[] } {
  const places: number[] = [];
  let plain = '';
  let from = 0;
  const copy = (to: number): void => {
    plain += text.slice(from, to);
    for (let place = from; place < to; place += 1) places.push(place);
  };
  for (const found of text.matchAll(ENCODED)) {
    copy(found.index);
    const { percent, unicode, decimal, hex, name } = found.groups ?? {};
    const code =
      decimal === undefined ? Number.parseInt(percent ?? unicode ?? hex ?? '', 16) : Number(decimal);
    plain += name === undefined ? String.fromCharCode(code) : (ENTITIES[name.toLowerCase()] ?? '');
    places.push(found.index);
    from = found.index + found[0].length;
  }
  copy(text.length);
  places.push(text.length);
  return { plain, places };
}

const anyOf = (texts: Iterable<string>): RegExp =>
  new RegExp(
    [...texts]
      .toSorted((a, b) => b.length - a.length)
      .map(escapeForRegExp)
      .join('|'),
    'gi',
  );

/**
 * The value of a header that may be any word: hidden where it stands beside the name, in the ways in which services write
 * down what they were sent (`x-debug: 1`, `"X-Debug":["1"]`, `HTTP_X_DEBUG=1`).
 */
const besideName = ({ name, value }: ExtraHeader): RegExp =>
  new RegExp(
    `(${escapeForRegExp(name).replaceAll('-', '[-_]')}(?:[^a-z0-9]{1,8}value)?[^a-z0-9]{1,8})${escapeForRegExp(value)}(?![a-z0-9])`,
    'gi',
  );

/**
 * What must never be shown: the tokens and headers of the settings and every near miss made of them. Whatever leaves the program
 * passes through {@link Secrets.scrub}, which puts a description in a secret's place (`<TOKEN>`).
 */
export class Secrets {
  /** Labels by what stands for a secret, in lower case. */
  readonly #labels = new Map<string, string>();
  readonly #secrets = new Set<string>();
  #pattern: RegExp | null = null;
  #secret: RegExp | null = null;
  /** Headers by their names in lower case. */
  readonly #headers = new Map<string, { readonly value: string; readonly shown: string }>();
  readonly #beside: { readonly pattern: RegExp; readonly shown: string }[] = [];

  /** Registers a secret and what is shown in its place, without the angle brackets. */
  add(secret: string, label: string): void {
    if (secret === '') return;
    // What looks encoded in a secret is decoded with the text around it.
    const asDecoded = decoded(secret).plain;
    for (const form of [...writtenForms(secret), asDecoded]) {
      const key = form.toLowerCase();
      if (!this.#labels.has(key)) this.#labels.set(key, `<${label}>`);
    }
    this.#secrets.add(secret).add(asDecoded);
    [this.#pattern, this.#secret] = [null, null];
  }

  /** Registers a header that goes with every request. */
  addHeader(header: ExtraHeader): void {
    const { name, value, secrets } = header;
    const shown = `<${labelOf(name)}>`;
    this.#headers.set(name.toLowerCase(), { value, shown });
    for (const secret of secrets) this.add(secret, labelOf(name));
    if (!secrets.includes(value)) this.#beside.push({ pattern: besideName(header), shown });
  }

  /** The value of a header without secrets, also where it is one because of the header's name. */
  scrubHeader(name: string, value: string): Hidden {
    const known = this.#headers.get(name.toLowerCase());
    return known?.value === value ? (known.shown as Hidden) : this.scrub(value);
  }

  /** UTF-16 units of the longest text that stands for a secret: so much of one may stand where a text was cut before. */
  get longest(): number {
    return Math.max(0, ...[...this.#labels.keys()].map(({ length }) => length));
  }

  /** The text with every secret replaced by its description. The longest secret wins where one holds another. */
  readonly scrub: Hide = (whole) => {
    let text = whole;
    for (const { pattern, shown } of this.#beside)
      text = text.replace(pattern, (_, before: string) => before + shown);
    if (this.#labels.size === 0) return text as Hidden;
    this.#pattern ??= anyOf(this.#labels.keys());
    const shown = text.replace(this.#pattern, (found) => this.#labelOf(found));
    return (shown.search(ENCODED) === -1 ? shown : this.#scrubDecoded(shown)) as Hidden;
  };

  #labelOf(found: string): string {
    return this.#labels.get(found.toLowerCase()) ?? '<secret>';
  }

  /** Replaces what is a secret once its characters are decoded, and nothing else. */
  #scrubDecoded(text: string): string {
    this.#secret ??= anyOf(this.#secrets);
    const { plain, places } = decoded(text);
    let [shown, from] = ['', 0];
    for (const found of plain.matchAll(this.#secret)) {
      const end = places[found.index + found[0].length] ?? text.length;
      shown += `${text.slice(from, places[found.index])}${this.#labelOf(found[0])}`;
      from = end;
    }
    return shown + text.slice(from);
  }

  /** The same plain value with every text in it scrubbed. Keys are this program's own, and stay. */
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

/** What must never be shown of a run with these tokens, through this proxy, and with these headers. */
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
