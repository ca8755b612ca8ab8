import type { Style } from '../../document/style.ts';
import { isShowable } from '../../results/card.ts';
import type { Notice } from '../../results/run.ts';
import { shellLines } from '../commands.ts';
import { shown } from '../text.ts';

/** UTF-16 units shown of a sentence. */
const SENTENCE = 1000;

/** Returns a text of a report on one line, made inert. */
export const onOneLine = (text: string, most = SENTENCE): string => shown(text, most);

/**
 * Returns a command as lines that can be pasted. A command that is not safe to show is left out as a whole.
 */
export function commandLines(text: string, lead: string, indent: string, { width, colors }: Style): string[] {
  if (!isShowable(text)) return [`${colors.dim(lead)}not fit to be shown; see conformance.json`];
  return shellLines(text, width - indent.length).map(
    (line, index) => (index === 0 ? colors.dim(lead) : indent) + line,
  );
}

/** Returns notices, each after a blank line and with its command. */
export const noticeLines = (notices: readonly Notice[], style: Style): string[] =>
  notices.flatMap(({ kind, text, quoted, command = '' }) => [
    '',
    ...style.hang('! ', text + onOneLine(quoted), {
      paintLead: style.colors.yellow,
      ...(kind === 'problem' ? { paint: style.colors.yellow } : {}),
    }),
    ...(command === '' ? [] : commandLines(command, '    ', '    ', style)),
  ]);
