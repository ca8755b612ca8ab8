import type { Exchange } from '../client/exchange.ts';
import { cut, type Hidden } from '../client/secrets.ts';

const LENGTH = 60;
/** How long the value of an observation may be. */
export const VALUE_LENGTH = 200;

/** A text of the target's, cut to what a value has room for, on one line. */
export const truncate = (text: Hidden, most = LENGTH): string =>
  // Blanks are no part of a secret.
  cut(text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim() as Hidden, most);

/** Some items of the target's, the first few of them, each truncated. */
export function truncateAll(items: readonly Hidden[], most = 8, length = 24): string {
  const shown = items.slice(0, most).map((item) => truncate(item, length));
  return items.length > most ? `${shown.join(', ')} and ${items.length - most} more` : shown.join(', ');
}

/** The media type that an answer is said to have, without parameters. */
export function mediaTypeOf(contentType: Hidden | undefined): string {
  const [type = ''] = (contentType ?? '').split(';');
  return type.trim() === '' ? 'no media type' : truncate(type.toLowerCase() as Hidden, 40);
}

/** An answer's status as it stands in a value; nothing of the wording of a fault, which may differ from run to run. */
export function statusOf({ response, fault }: Exchange): string {
  if (response === null) return 'no answer';
  return fault === null ? String(response.status) : `${response.status}, cut off`;
}

/** A value as it was sent, told from words about it. */
export const code = (value: string): string => `\`${value}\``;

/** What was seen under one name. */
export interface Seen {
  readonly name: string;
  readonly text: string;
}

/** Names for which the same was seen stand together: `` `abc`, empty → 422; `1e2` → 200 ``. One name alone is left out. */
export function together(seen: readonly Seen[]): string {
  const [first] = seen;
  if (first !== undefined && seen.length === 1) return first.text;
  const names = new Map<string, string[]>();
  for (const { name, text } of seen) names.set(text, [...(names.get(text) ?? []), name]);
  return [...names].map(([text, group]) => `${group.join(', ')} → ${text}`).join('; ');
}

/** The same text with every letter in its other case. */
export function inOtherCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
