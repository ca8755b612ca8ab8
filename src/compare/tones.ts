import type { RuleReport } from '../report/model.ts';

/** What is told apart at a glance: the verdicts, failures that the baseline lists, and rules that were not in a run. */
export const toneNames = ['fail', 'known', 'inconclusive', 'skip', 'pass', 'observed', 'absent'] as const;

export type Tone = (typeof toneNames)[number];

/** A sign and a word, so that no reader depends on a colour. */
interface ToneWords {
  readonly sign: string;
  readonly word: string;
  /** Where columns are dear, and a legend says the rest. */
  readonly short?: string;
}

export const toneWords: Readonly<Record<Tone, ToneWords>> = {
  pass: { sign: '✓', word: 'pass' },
  fail: { sign: '✗', word: 'fail' },
  known: { sign: '≈', word: 'known failure', short: 'known' },
  inconclusive: { sign: '?', word: 'inconclusive' },
  skip: { sign: '–', word: 'skip' },
  observed: { sign: '•', word: 'observed' },
  absent: { sign: '∅', word: 'not in run' },
};

/** What became of a rule; of none where a report has none. */
export function toneOf(rule: RuleReport | undefined): Tone {
  if (rule === undefined) return 'absent';
  return rule.verdict === 'fail' && rule.known === true ? 'known' : rule.verdict;
}
