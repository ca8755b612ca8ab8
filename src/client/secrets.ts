declare const hidden: unique symbol;
/** A text without secrets in it: only such a one may be cut, since a part of a secret is not found any more. */
export type Hidden = string & { readonly [hidden]: true };

/** The beginning of a text, with a mark where something is left out. @param most UTF-16 units, the mark included */
export const cut = (text: Hidden, most: number): string =>
  // No half of a surrogate pair is left over.
  text.length > most ? `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;

const escapeForRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The ways in which a secret may come back from a target or stand in a URL: as it is, percent-encoded, in JSON, in base64. */
function writtenForms(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  return [
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(secret).replace(/[!'()*~]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`),
    json,
    json.replaceAll('/', '\\/'),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    Buffer.from(secret).toString('base64url'),
  ];
}

/**
 * What must never be shown: the tokens of the settings and every near miss made of them. Whatever leaves the program
 * passes through {@link Secrets.scrub}, which puts a description in a secret's place (`<TOKEN>`).
 */
export class Secrets {
  readonly #labels = new Map<string, string>();
  #pattern: RegExp | null = null;

  /** Registers a secret and what is shown in its place, without the angle brackets. */
  add(secret: string, label: string): void {
    if (secret === '') return;
    for (const form of writtenForms(secret)) {
      const key = form.toLowerCase();
      if (!this.#labels.has(key)) this.#labels.set(key, `<${label}>`);
    }
    this.#pattern = null;
  }

  /** The text with every secret replaced by its description. The longest secret wins where one holds another. */
  scrub(text: string): Hidden {
    if (this.#labels.size === 0) return text as Hidden;
    this.#pattern ??= new RegExp(
      [...this.#labels.keys()]
        .toSorted((a, b) => b.length - a.length)
        .map(escapeForRegExp)
        .join('|'),
      'gi',
    );
    return text.replace(
      this.#pattern,
      (found) => this.#labels.get(found.toLowerCase()) ?? '<secret>',
    ) as Hidden;
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
