import { createColors } from 'picocolors';
import { columnsOf, wrap } from './columns.ts';

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
