import type { Report } from './model.ts';

/**
 * Characters that a terminal obeys or that cannot be seen: controls (C0, DEL, C1), formats (bidirectional marks, overrides
 * and isolates, zero-width ones, tags), what is ignored by default (variation selectors, fillers), line and paragraph
 * separators, lone surrogates, private use, and code points that are no characters. What is left may stand in XML 1.0.
 */
export const HARMFUL = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{NChar}]/gu;

const PRINTABLE = /^[\x20-\x7e]*$/;

const SHORT: Readonly<Record<string, string>> = {
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
};

/** Makes a text that came from elsewhere harmless to show: what {@link HARMFUL} names becomes a visible escape like `\u{1b}`. */
export function inert(text: string, { keepNewlines = false } = {}): string {
  // Most texts hold nothing but these, and looking for the others takes far longer.
  if (PRINTABLE.test(text)) return text;
  return text.replace(HARMFUL, (character) => {
    if (keepNewlines && character === '\n') return character;
    return SHORT[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

const MIDDLE = ' … ';

/** Where a cut at `index` would part a surrogate pair, one place further on. */
function wholeCharacter(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff ? index + 1 : index;
}

/**
 * A text of at most about `most` UTF-16 units: a longer one loses its middle, and says how long it was. Both ends stay,
 * because that is where values that are alike tend to differ.
 */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const note = `${MIDDLE}${text.length} characters${MIDDLE}`;
  const kept = Math.max(2, most - note.length);
  const head = text.slice(0, wholeCharacter(text, Math.ceil(kept / 2)));
  return head + note + text.slice(wholeCharacter(text, text.length - Math.floor(kept / 2)));
}

const USUAL = 300;

/**
 * A text of a report as it may be shown: on one line, of at most about `most` UTF-16 units, and without anything that a
 * screen obeys.
 */
export const shown = (text: string, most = USUAL): string => inert(shorten(text, most));

/** `1 rule`, `2 rules`, `1,200 rules`. */
export function countOf(count: number, thing: string, things = `${thing}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? thing : things}`;
}

/** A time of a report to the minute, in UTC: `2025-01-31 12:00`. */
export const minuteOf = (iso: string): string => iso.slice(0, 16).replace('T', ' ');

/** When a run began, to the minute: `2025-01-31 12:00 UTC`. */
export const begunAt = ({ run }: Pick<Report, 'run'>): string => `${minuteOf(run.startedAt)} UTC`;

const SHORT_MONTH = 3;
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/**
 * A time of a report in words, the same wherever it is rendered: `31 Jan 2025, 12:00 UTC`; what is no time stays as it is.
 *
 * @param month whether the name of the month is written out
 */
export function dayAndTimeOf(iso: string, month: 'short' | 'long' = 'short'): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const [, time = ''] = minuteOf(date.toISOString()).split(' ');
  const name = (MONTHS[date.getUTCMonth()] ?? '').slice(0, month === 'short' ? SHORT_MONTH : undefined);
  return `${date.getUTCDate()} ${name} ${date.getUTCFullYear()}, ${time} UTC`;
}
