import { isGating } from '../model/words.ts';
import type { RuleReport } from '../report/model.ts';
import { countOf } from '../report/text.ts';
import { knownFailures, knownUndecided } from './standing.ts';

/** Results with their own sign: the verdicts, known failures, and rules that were not in a run. */
export type Tone = RuleReport['verdict'] | 'known' | 'absent';

/** A sign and a word, because some readers see no colours. */
interface ToneWords {
  readonly sign: string;
  readonly word: string;
}

/** Ordered by urgency: what needs attention comes first. */
export const tones: Readonly<Record<Tone, ToneWords>> = {
  fail: { sign: '✗', word: 'fail' },
  known: { sign: '≈', word: 'known failure' },
  inconclusive: { sign: '?', word: 'undecided' },
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

/** Returns the tone of a rule; `absent` if there is no rule. */
export function toneOf(rule: RuleReport | undefined): Tone {
  if (rule === undefined) return 'absent';
  return rule.verdict === 'fail' && rule.known === true ? 'known' : rule.verdict;
}

/** A count of rules, in words. */
export interface CountInWords {
  readonly tone: Tone;
  readonly count: number;
  /** `9 of 45 gating rules fail` */
  readonly text: string;
}

const whole = (count: number): string => count.toLocaleString('en');

/**
 * Returns the counts of results, the worst first: `9 of 45 gating rules fail`, `36 pass`, `39 of 41
 * observations made`. Zero counts are omitted, except for passes if nothing fails.
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

/** Returns the number of rules by tone, without zero counts. */
export function tonesOf(
  rules: readonly RuleReport[],
): readonly { readonly tone: Tone; readonly count: number }[] {
  const all = rules.map(toneOf);
  return toneNames.flatMap((tone) => {
    const count = all.filter((each) => each === tone).length;
    return count === 0 ? [] : [{ tone, count }];
  });
}
