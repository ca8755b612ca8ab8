import { createColors } from 'picocolors';

const PLAIN = /^[\x20-\x7e]*$/;
const COMBINING = /\p{M}/u;
const NARROW_FORMS = /[\uff61-\uffdc]/;
const WIDE =
  /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;

/**
 * Returns the terminal columns of a text without control characters. The library string-width takes twenty times as long, so
 * that a hostile report would take seconds.
 */
export function columnsOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let columns = 0;
  for (const character of text) {
    if (COMBINING.test(character)) continue;
    columns += WIDE.test(character) && !NARROW_FORMS.test(character) ? 2 : 1;
  }
  return columns;
}

function piecesOf(word: string, width: number): string[] {
  const pieces = [''];
  let left = width;
  for (const character of word) {
    const columns = columnsOf(character);
    if (columns > left) {
      pieces.push('');
      left = width;
    }
    pieces.push(`${pieces.pop() ?? ''}${character}`);
    left -= columns;
  }
  return pieces;
}

/** Truncates a text to a number of columns, with an ellipsis if something is missing. */
export const fitted = (text: string, width: number): string =>
  columnsOf(text) <= width ? text : `${(piecesOf(text, width - 1)[0] ?? '').trimEnd()}…`;

/**
 * Breaks a text between words. The libraries wrap-ansi and cli-truncate are a column off for wide characters.
 *
 * @param keepWords keeps a word that is longer than a line whole, because people copy or click it
 */
export function wrap(text: string, width: number, { keepWords = false } = {}): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && columnsOf(line) + 1 + columnsOf(word) <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else if (keepWords || columnsOf(word) <= width) lines.push(word);
    else lines.push(...piecesOf(word, width));
  }
  return lines.map((line) => line.trimEnd());
}

const NARROWEST = 40;
const WIDEST = 120;
const USUAL = 80;

/** True if output should be coloured: on a terminal unless NO_COLOR is set, and anywhere with FORCE_COLOR. */
export function colorWanted(stream: { readonly isTTY?: boolean }, environment = process.env): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = environment;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0';
  return stream.isTTY === true && TERM !== 'dumb';
}

/** Returns the width for output: that of the terminal within limits, or a default. */
export function widthOf(stream: { readonly columns?: number }): number {
  return Math.min(WIDEST, Math.max(NARROWEST, stream.columns ?? USUAL));
}

type Paint = (text: string) => string;

const plain: Paint = (text) => text;

interface Hanging {
  readonly paint?: Paint;
  readonly paintLead?: Paint;
  readonly keepWords?: boolean;
}

export interface Style {
  readonly width: number;
  readonly colors: ReturnType<typeof createColors>;
  /**
   * Returns lines of a text behind `lead`, with later lines indented by its width. A long lead has its own
   * line.
   */
  readonly hang: (lead: string, text: string, how?: Hanging) => string[];
}

const BENEATH = 4;

/** Returns the style for a width in columns, limited to what a person can read. */
export function styleFor(options: { readonly color: boolean; readonly width: number }): Style {
  const width = Math.min(WIDEST, Math.max(NARROWEST, Math.floor(options.width) || NARROWEST));
  return {
    width,
    colors: createColors(options.color),
    hang: (lead, text, { paint = plain, paintLead = plain, keepWords = false } = {}) => {
      if (text === '') return [paintLead(lead.trimEnd())];
      const columns = columnsOf(lead);
      const isLong = columns > width / 2;
      const indent = ' '.repeat(isLong ? BENEATH : columns);
      const lines = wrap(text, width - indent.length, { keepWords }).map(paint);
      const head = isLong ? wrap(lead.trimEnd(), width).map(paintLead) : [];
      return [...head, ...lines.map((line, at) => (at === 0 && !isLong ? paintLead(lead) : indent) + line)];
    },
  };
}
