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

/**
 * Breaks a text between words; a word that is longer than a line stays whole, because people copy or click it. The libraries
 * wrap-ansi and cli-truncate are a column off for wide characters.
 */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined || columnsOf(line) + 1 + columnsOf(word) > width) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.map((line) => line.trimEnd());
}

const NARROWEST = 40;
const WIDEST = 120;
const USUAL = 80;

/** Limits a width in columns to what a person can read. */
const limited = (width: number): number =>
  Math.min(WIDEST, Math.max(NARROWEST, Math.floor(width) || NARROWEST));

/** Returns the style of output: in colours on a terminal unless NO_COLOR is set, and anywhere with FORCE_COLOR. */
export const styleOptions = (stream: { readonly columns?: number; hasColors?(): boolean }): StyleOptions => ({
  color: stream.hasColors?.() ?? !['', '0'].includes(process.env['FORCE_COLOR'] ?? ''),
  width: limited(stream.columns ?? USUAL),
});

interface StyleOptions {
  readonly color: boolean;
  /** In columns. */
  readonly width: number;
}

type Paint = (text: string) => string;

const unpainted: Paint = (text) => text;

export interface Style {
  readonly width: number;
  readonly colors: ReturnType<typeof createColors>;
  /**
   * Returns lines of a text behind `lead`, with later lines indented by its width. A long lead has its own
   * line.
   */
  readonly hang: (
    lead: string,
    text: string,
    how?: { readonly paint?: Paint; readonly paintLead?: Paint },
  ) => string[];
}

const BENEATH = 4;

export function styleFor(options: StyleOptions): Style {
  const width = limited(options.width);
  return {
    width,
    colors: createColors(options.color),
    hang: (lead, text, { paint = unpainted, paintLead = unpainted } = {}) => {
      if (text === '') return [paintLead(lead.trimEnd())];
      const columns = columnsOf(lead);
      const isLong = columns > width / 2;
      const indent = ' '.repeat(isLong ? BENEATH : columns);
      const lines = wrap(text, width - indent.length).map(paint);
      const head = isLong ? wrap(lead.trimEnd(), width).map(paintLead) : [];
      return [...head, ...lines.map((line, at) => (at === 0 && !isLong ? paintLead(lead) : indent) + line)];
    },
  };
}
