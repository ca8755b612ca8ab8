import type { Style } from '../../report/terminal/style.ts';
import type { Tone } from '../../report/tones.ts';

const COLORS = {
  pass: 'green',
  fail: 'red',
  known: 'magenta',
  inconclusive: 'yellow',
  skip: 'yellow',
  observed: 'cyan',
  absent: 'dim',
} as const satisfies Record<Tone, string>;

/** The colour of a tone, which is never all that tells it. */
export function paintOf(tone: Tone, { colors }: Style): (text: string) => string {
  return colors[COLORS[tone]];
}
