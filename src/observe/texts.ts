import type { Exchange } from '../client/exchange.ts';

const LENGTH = 60;
/** How long the value of an observation may be. */
export const VALUE_LENGTH = 200;

/** A text of the target's, truncated to what a value has room for, on one line; secrets must be out of it already. */
export function truncate(text: string, most = LENGTH): string {
  const line = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  // No half of a surrogate pair is left over at the cut.
  return line.length > most ? `${line.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…` : line;
}

/** Some items of the target's, the first few of them, each truncated. */
export function truncateAll(items: readonly string[], most = 8, length = 24): string {
  const shown = items.slice(0, most).map((item) => truncate(item, length));
  return items.length > most ? `${shown.join(', ')} and ${items.length - most} more` : shown.join(', ');
}

/** The media type that an answer is said to have, without parameters; secrets must be out of it, since it is truncated. */
export function mediaTypeOf(contentType: string | undefined): string {
  const [type = ''] = (contentType ?? '').split(';');
  return type.trim() === '' ? 'no media type' : truncate(type.toLowerCase(), 40);
}

/** An answer's status as it stands in a value; nothing of the wording of a fault, which may differ from run to run. */
export function statusOf({ response, fault }: Exchange): string {
  if (response === null) return 'no answer';
  return fault === null ? String(response.status) : `${response.status}, cut off`;
}

/** What was seen under one name. */
export interface Seen {
  readonly name: string;
  readonly text: string;
}

/** Names for which the same was seen stand together: `abc, 1.5 → 422; 1e2 → 200`. One name alone is left out. */
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
