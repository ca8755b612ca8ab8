import { createColors } from 'picocolors';

/** Breaks a text between words; a word that is longer than a line stays whole, because people copy or click it. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > width) lines.push(word);
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
    const isLong = lead.length > width / 2;
    const indent = ' '.repeat(isLong ? BENEATH : lead.length);
    const lines = wrap(text, width - indent.length).map((line) => paint(line));
    const head = isLong ? wrap(lead.trimEnd(), width).map((line) => paintLead(line)) : [];
    return [...head, ...lines.map((line, at) => (at === 0 && !isLong ? paintLead(lead) : indent) + line)];
  },
});
