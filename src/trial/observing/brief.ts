import type { Exchange } from '../../target/exchange.ts';

const LENGTH = 60;
/** How long the value of an observation may be. */
export const VALUE_LENGTH = 200;

/** A text of the target's, cut to what a value has room for, on one line; secrets must be out of it already. */
export function brief(text: string, most = LENGTH): string {
  const line = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  // No half of a surrogate pair is left over at the cut.
  return line.length > most ? `${line.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…` : line;
}

/** Some items of the target's, the first few of them, each cut. */
export function briefly(items: readonly string[], most = 8, length = 24): string {
  const shown = items.slice(0, most).map((item) => brief(item, length));
  return items.length > most ? `${shown.join(', ')} and ${items.length - most} more` : shown.join(', ');
}

/** The media type that an answer is said to have, without parameters; secrets must be out of it, since it is cut. */
export function mediaTypeOf(contentType: string | undefined): string {
  const [type = ''] = (contentType ?? '').split(';');
  return type.trim() === '' ? 'no media type' : brief(type.toLowerCase(), 40);
}

/** An answer's status as it stands in a value; nothing of the wording of a fault, which may differ from run to run. */
export function statusOf({ response, fault }: Exchange): string {
  if (response === null) return 'no answer';
  return fault === null ? String(response.status) : `${response.status}, cut off`;
}
