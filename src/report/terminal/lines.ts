import { shellLines } from '../commands.ts';
import { shown } from '../text.ts';
import { isShowable } from '../view/card.ts';
import type { Style } from './style.ts';

/** So much of a sentence of a report is shown. */
const SENTENCE = 1000;

/** A text of a report on one line. */
export const onOneLine = (text: string, most = SENTENCE): string => shown(text, most);

/** A command as lines that can be pasted; one that is not fit to be shown is not shown by halves. */
export function commandLines(text: string, lead: string, indent: string, { width, colors }: Style): string[] {
  if (!isShowable(text)) return [`${colors.dim(lead)}not fit to be shown; see conformance.json`];
  return shellLines(text, width - indent.length).map(
    (line, index) => (index === 0 ? colors.dim(lead) : indent) + line,
  );
}
