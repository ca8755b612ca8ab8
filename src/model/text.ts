/**
 * Characters that a terminal obeys or that are invisible: controls, formats, default ignorables, line and paragraph separators,
 * lone surrogates, private use, and noncharacters. All other characters are valid in XML 1.0.
 */
export const HARMFUL = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{NChar}]/gu;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Makes foreign text safe to show: harmful characters become visible escapes such as `\u{1b}`. */
export function escapeHarmful(text: string, { keepNewlines = false } = {}): string {
  // Most texts are plain ASCII, and the search for harmful characters is much slower.
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return text.replace(HARMFUL, (character) => {
    if (keepNewlines && character === '\n') return character;
    return SHORT[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** Truncates a text in the middle, because similar values tend to differ at their ends. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const note = ` … ${text.length} characters … `;
  const kept = Math.max(2, most - note.length);
  // Removes halves of surrogate pairs.
  const head = text.slice(0, Math.ceil(kept / 2)).replace(/[\ud800-\udbff]$/, '');
  return head + note + text.slice(-Math.floor(kept / 2)).replace(/^[\udc00-\udfff]/, '');
}

/** Returns a text of a report that is safe to show: on one line, sanitised, of about `most` UTF-16 units at most. */
export const sanitise = (text: string, most = 300): string => escapeHarmful(shorten(text, most));

/** Returns a number with its noun: `1 rule`, `2 rules`, `1,200 rules`. */
export function countOf(count: number, thing: string, things = `${thing}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? thing : things}`;
}

/** Returns words as a sentence lists them: "a, b and c". */
export const joinAnd = (parts: readonly string[]): string => new Intl.ListFormat('en-GB').format(parts);

/** Returns a time of a report: `31 Jan 2025, 12:00 UTC`. */
export function dayAndTimeOf(iso: string): string {
  const [, day = '', month = '', year = '', time = ''] = new Date(iso).toUTCString().split(' ');
  return `${Number(day)} ${month} ${year}, ${time.slice(0, 5)} UTC`;
}

export const begunAt = ({ run }: { readonly run: { readonly startedAt: string } }): string =>
  dayAndTimeOf(run.startedAt);

/** Swaps upper and lower case of the letters a to z. */
export const swapCase = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
