import type { RuleReport } from './model.ts';

/** What is told apart at a glance: the verdicts, failures that the baseline lists, and rules that were not in a run. */
export type Tone = RuleReport['verdict'] | 'known' | 'absent';

/** A sign and a word, so that no reader depends on a colour. */
interface ToneWords {
  readonly sign: string;
  readonly word: string;
}

/** From what has to be looked at first to what is fine. */
export const tones: Readonly<Record<Tone, ToneWords>> = {
  fail: { sign: '✗', word: 'fail' },
  known: { sign: '≈', word: 'known failure' },
  inconclusive: { sign: '?', word: 'inconclusive' },
  skip: { sign: '–', word: 'skip' },
  pass: { sign: '✓', word: 'pass' },
  observed: { sign: '•', word: 'observed' },
  absent: { sign: '∅', word: 'not in run' },
};

export const toneNames = [
  'fail',
  'known',
  'inconclusive',
  'skip',
  'pass',
  'observed',
  'absent',
] as const satisfies Tone[];

/** What became of a rule; of none where a report has none. */
export function toneOf(rule: RuleReport | undefined): Tone {
  if (rule === undefined) return 'absent';
  return rule.verdict === 'fail' && rule.known === true ? 'known' : rule.verdict;
}
