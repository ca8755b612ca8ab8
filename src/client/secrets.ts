import { unescapeOnce } from './escapes.ts';
import { type ExtraHeader, labelOf } from './extra-header.ts';
import { KnownTexts } from './known-texts.ts';
import { type ProxyServer, secretsOfProxy } from './route.ts';
import { type Finding, searchBase64, searchHex, searchPlain } from './searches.ts';

declare const hidden: unique symbol;
/** A text without secrets in it: only such a one may be cut, since a part of a secret is not found any more. */
export type Hidden = string & { readonly [hidden]: true };
/** Takes all secrets out of a text. */
export type Hide = (text: string) => Hidden;

/** Stands where something is left out. */
export const CUT = '…';

/** The beginning of a text, with a mark where something is left out. @param most UTF-16 units, the mark included */
export const cut = (text: Hidden, most: number): string =>
  // No half of a surrogate pair is left over.
  text.length > most ? `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}${CUT}` : text;

const escapeForRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Shorter texts stand in others by chance, once those are read in some other way. */
const TELLING = 8;
/** So many bytes stand nowhere by chance in base64 or hexadecimal: they have eight digits there, or more. */
const TELLING_BYTES = 6;
/** How often escapes are undone, of one kind within another. */
const PASSES = 3;
/** UTF-16 units of what a target says that are looked through: far more than anybody is shown of one text. */
const MOST_SEARCHED = 16 * 1024;

/** As {@link KnownTexts} reads it. */
const inSmallLetters = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * The texts that stand for a secret once escapes are undone: what looks like one in the secret itself is undone with the
 * text around it. Nobody knows what stands behind a last character that begins one.
 */
function formsOf(secret: string): string[] {
  const forms = [JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
  let text: string | undefined = secret;
  for (let pass = 0; pass < PASSES && text !== undefined; pass += 1) {
    text = unescapeOnce(text)?.text;
    if (text !== undefined) forms.push(text);
  }
  const whole = [...forms, ...[secret, ...forms].map((form) => form.replace(/[%&\\]$/, ''))];
  // Bytes beyond ASCII are read one by one.
  return [...whole, ...whole.map((form) => Buffer.from(form).toString('latin1'))].filter(
    ({ length }) => length >= TELLING,
  );
}

/** Characters that {@link besideName} allows between a name and its value. */
const BETWEEN = 8 + 'value'.length + 8;

/**
 * The value of a header that may be any word: hidden where it stands beside the name, in the ways in which services write
 * down what they were sent (`x-debug: 1`, `"X-Debug":["1"]`, `HTTP_X_DEBUG=1`).
 */
const besideName = ({ name, value }: ExtraHeader): RegExp =>
  new RegExp(
    `(${escapeForRegExp(name).replaceAll('-', '[-_]')}(?:[^a-z0-9]{1,8}value)?[^a-z0-9]{1,8})${escapeForRegExp(value)}(?![a-z0-9])`,
    'gi',
  );

/** What is hidden of a text, and what is shown there. */
interface Secret {
  from: number;
  to: number;
  readonly label: string;
  /** How long what was found is: of secrets that overlap, the longest one is named. */
  readonly length: number;
}

/** Those that overlap as one each, in their order. */
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
 * What must never be shown: the tokens and headers of the settings and every near miss made of them. Whatever leaves the program
 * passes through here, where a description takes a secret's place (`<TOKEN>`).
 */
export class Secrets {
  /** Labels by what stands for a secret, in small letters. */
  readonly #labels = new Map<string, string>();
  #known: { readonly texts: KnownTexts; readonly labels: readonly string[] } | null = null;
  /** Headers by their names in lower case. */
  readonly #headers = new Map<string, { readonly value: string; readonly shown: string }>();
  readonly #beside: { readonly pattern: RegExp; readonly shown: string; readonly longest: number }[] = [];

  /** Registers a secret and what is shown in its place, without the angle brackets. */
  add(secret: string, label: string): void {
    if (secret === '') return;
    for (const form of [secret, ...formsOf(secret)]) {
      const key = inSmallLetters(form);
      if (!this.#labels.has(key)) this.#labels.set(key, `<${label}>`);
    }
    this.#known = null;
  }

  /** Registers a header that goes with every request. */
  addHeader(header: ExtraHeader): void {
    const { name, value, secrets } = header;
    const shown = `<${labelOf(name)}>`;
    this.#headers.set(name.toLowerCase(), { value, shown });
    for (const secret of secrets) this.add(secret, labelOf(name));
    if (secrets.includes(value)) return;
    this.#beside.push({ pattern: besideName(header), shown, longest: name.length + BETWEEN + value.length });
  }

  /** The value of a header without secrets, also where it is one because of the header's name. */
  scrubHeader(name: string, value: string): Hidden {
    const known = this.#headers.get(name.toLowerCase());
    return known?.value === value ? (known.shown as Hidden) : this.hide(value);
  }

  /** The whole text with every secret replaced by its description. */
  readonly scrub: Hide = (text) => this.#hideIn(text, false);

  /** The same of the beginning of a text that goes on: what may be a part of a secret at its end is left out. */
  readonly scrubBeginning: Hide = (text) => this.#hideIn(text, true);

  /** What a target says, without secrets. Of a long text the beginning, which is more than anybody is shown of it. */
  readonly hide: Hide = (text) => {
    const isCut = text.length > MOST_SEARCHED || text.endsWith(CUT);
    if (!isCut) return this.scrub(text);
    const end = Math.min(text.length - (text.endsWith(CUT) ? 1 : 0), MOST_SEARCHED);
    return `${this.scrubBeginning(text.slice(0, end))}${CUT}` as Hidden;
  };

  /** What is looked for, with labels in the same order: made anew only where something was added. */
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

  /** All secrets in a text, however it is written, and where it ends if what may be a part of one is left out. */
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
        // One that overlaps itself may stand there as often as the text has characters.
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
      searchBase64(plain, texts, TELLING_BYTES, told);
      searchHex(plain, texts, TELLING_BYTES, told);
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
