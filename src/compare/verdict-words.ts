import type { RuleReport } from '../report/model.ts';

/** How a verdict is shown: a sign and a word, so that no reader depends on a colour. */
export interface VerdictWords {
  readonly sign: string;
  readonly word: string;
  readonly tone: 'good' | 'bad' | 'open' | 'quiet';
}

const WORDS = {
  pass: { sign: '✓', word: 'pass', tone: 'good' },
  fail: { sign: '✗', word: 'fail', tone: 'bad' },
  inconclusive: { sign: '?', word: 'inconclusive', tone: 'open' },
  skip: { sign: '–', word: 'skip', tone: 'open' },
  observed: { sign: '·', word: 'observed', tone: 'quiet' },
} as const satisfies Record<RuleReport['verdict'], VerdictWords>;

/** The verdict of a rule in words; a failure that the baseline lists is called known. */
export function verdictWords({ verdict, known }: RuleReport): VerdictWords {
  const words: VerdictWords = WORDS[verdict];
  return verdict === 'fail' && known === true ? { ...words, word: 'fail, known' } : words;
}

/** For a rule that is not in a report. */
export const notInRun: VerdictWords = { sign: '∅', word: 'not in run', tone: 'quiet' };
