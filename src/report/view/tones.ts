import { isGating } from '../../engine/words.ts';
import type { RuleReport } from '../model.ts';
import { countOf } from '../text.ts';
import { knownFailures, knownUndecided } from './standing.ts';

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

/** A number of rules, in words. */
export interface CountInWords {
  readonly tone: Tone;
  readonly count: number;
  /** `9 of 45 gating rules fail` */
  readonly text: string;
}

const whole = (count: number): string => count.toLocaleString('en');

/**
 * How many rules came to what, the worst first: `9 of 45 gating rules fail`, `36 pass`, `39 of 41 observations made`. What
 * came to nothing is left out, but for what passes where nothing fails.
 */
export function countsInWords(rules: readonly RuleReport[]): readonly CountInWords[] {
  const gating = rules.filter(isGating);
  const observed = rules.filter((rule) => !isGating(rule));
  const count = (verdict: RuleReport['verdict']): number =>
    gating.filter((rule) => rule.verdict === verdict).length;
  const known = knownFailures(gating).length;
  const listed = (verdict: RuleReport['verdict']): string => {
    const among = knownUndecided(gating).filter((rule) => rule.verdict === verdict).length;
    return among === 0 ? '' : ` (${whole(among)} as listed)`;
  };
  const failed = count('fail');
  const parts = [
    {
      tone: failed > 0 && known === failed ? 'known' : 'fail',
      count: failed,
      word: `fail${known > 0 ? ` (${whole(known)} known)` : ''}`,
    },
    { tone: 'pass', count: count('pass'), word: 'pass' },
    { tone: 'inconclusive', count: count('inconclusive'), word: `undecided${listed('inconclusive')}` },
    { tone: 'skip', count: count('skip'), word: `skipped${listed('skip')}` },
  ] as const;
  const shown = parts.filter(
    (part) => part.count > 0 || (part.tone === 'pass' && failed === 0 && gating.length > 0),
  );
  const made = observed.filter(({ verdict }) => verdict === 'observed').length;
  return [
    ...shown.map(({ tone, count: number, word }, index) => ({
      tone,
      count: number,
      text:
        index === 0
          ? `${whole(number)} of ${countOf(gating.length, 'gating rule')} ${number === 1 ? word.replace(/^fail/, 'fails').replace(/^pass/, 'passes') : word}`
          : `${whole(number)} ${word}`,
    })),
    ...(observed.length === 0
      ? []
      : [
          {
            tone: 'observed' as const,
            count: made,
            text: `${whole(made)} of ${countOf(observed.length, 'observation')} made`,
          },
        ]),
  ];
}

/** How many of the rules have which tone; none that none has. */
export function tonesOf(
  rules: readonly RuleReport[],
): readonly { readonly tone: Tone; readonly count: number }[] {
  const all = rules.map(toneOf);
  return toneNames.flatMap((tone) => {
    const count = all.filter((each) => each === tone).length;
    return count === 0 ? [] : [{ tone, count }];
  });
}
