import type { Style } from '../../report/terminal/style.ts';
import type { VerdictWords } from '../verdict-words.ts';

const COLORS = { good: 'green', bad: 'red', open: 'yellow', quiet: 'cyan' } as const;

/** The colour of a tone, which is never all that tells it. */
export function paintOf(tone: VerdictWords['tone'], { colors }: Style): (text: string) => string {
  return colors[COLORS[tone]];
}
