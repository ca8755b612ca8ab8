import { createColors } from 'picocolors';

const PLAIN = /^[\x20-\x7e]*$/;
const COMBINING = /\p{M}/u;
/** All but the narrow forms of Katakana and Hangul. */
const WIDE =
  /(?![\uff61-\uffdc])[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303e\uff01-\uffe6]/u;

/**
 * Returns the terminal columns of a text without control characters. The library string-width takes twenty times as long, so
 * that a hostile report would take seconds.
 */
export function columnsOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let columns = 0;
  for (const character of text) if (!COMBINING.test(character)) columns += WIDE.test(character) ? 2 : 1;
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

const [NARROWEST, USUAL, WIDEST] = [40, 80, 120];

type StyleOptions = ReturnType<typeof styleOptions>;

/** Returns the style of output: in colours on a terminal unless NO_COLOR is set, and anywhere with FORCE_COLOR. */
export const styleOptions = (stream: { readonly columns?: number; hasColors?(): boolean }) => ({
  color: stream.hasColors?.() ?? !['', '0'].includes(process.env['FORCE_COLOR'] ?? ''),
  /** In columns. */
  width: Math.min(WIDEST, Math.max(NARROWEST, stream.columns || USUAL)),
});

type Paint = (text: string) => string;

export type Style = ReturnType<typeof styleFor>;

const BENEATH = 4;

export const styleFor = ({ color, width }: StyleOptions) => ({
  color,
  width,
  colors: createColors(color),
  /** Returns lines of a text behind `lead`, with later lines indented by its width. A long lead has its own line. */
  hang: (
    lead: string,
    text: string,
    { paint = String, paintLead = String }: { readonly paint?: Paint; readonly paintLead?: Paint } = {},
  ): string[] => {
    if (text === '') return [paintLead(lead.trimEnd())];
    const columns = columnsOf(lead);
    const isLong = columns > width / 2;
    const indent = ' '.repeat(isLong ? BENEATH : columns);
    const lines = wrap(text, width - indent.length).map((line) => paint(line));
    const head = isLong ? wrap(lead.trimEnd(), width).map((line) => paintLead(line)) : [];
    return [...head, ...lines.map((line, at) => (at === 0 && !isLong ? paintLead(lead) : indent) + line)];
  },
});
