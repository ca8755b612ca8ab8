import { cut, type Hidden } from '../client/secrets.ts';

/** Length of the value of an observation, in UTF-16 units. */
export const VALUE_LENGTH = 200;

/** Returns a text of the target on one line, truncated. */
export const truncate = (text: Hidden, most = 60): string =>
  // Blanks are no part of a secret.
  cut(text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim() as Hidden, most);

/** Returns the first of some items of the target, each truncated. */
export function truncateAll(items: readonly Hidden[], most = 8, length = 24): string {
  const shown = items.slice(0, most).map((item) => truncate(item, length));
  return items.length > most ? `${shown.join(', ')} and ${items.length - most} more` : shown.join(', ');
}

/** Returns the media type of a Content-Type, without parameters. */
export function mediaTypeOf(contentType: Hidden): string {
  const [type = ''] = contentType.split(';');
  return type.trim() === '' ? 'no media type' : truncate(type.toLowerCase() as Hidden, 40);
}

/** The description of one answer, by its name in the value. */
export interface Told {
  readonly name: string;
  readonly text: string;
}

/** Puts names of equal descriptions together: `` `abc`, empty → 422; `1e2` → 200 ``. A single name is left out. */
export function together(told: readonly Told[]): string {
  const [first] = told;
  if (first !== undefined && told.length === 1) return first.text;
  const names = new Map<string, string[]>();
  for (const { name, text } of told) names.set(text, [...(names.get(text) ?? []), name]);
  return [...names].map(([text, group]) => `${group.join(', ')} → ${text}`).join('; ');
}

/** Returns the different ones of some texts, the first few of them; `null` if there is none. */
export function alternatives(texts: Iterable<string>, most = 3, otherwise = ''): string | null {
  const different = [...new Set(texts)].toSorted();
  const more = different.length > most ? otherwise : '';
  return different.length === 0 ? null : `${different.slice(0, most).join(' or ')}${more}`;
}

/** Returns a text with the case of each letter swapped. */
export const inOtherCase = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
