import { countOf } from '../count-of.ts';
import { knownFailures, knownUndecided } from '../failures.ts';
import type { RuleReport } from '../model.ts';
import { type Tone, toneNames, toneOf } from '../tones.ts';

/** A number of rules, in words. */
export interface Tally {
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
export function tallyOf(rules: readonly RuleReport[]): readonly Tally[] {
  const gating = rules.filter(({ level }) => level !== 'observed');
  const observed = rules.filter(({ level }) => level === 'observed');
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
  const tones = rules.map(toneOf);
  return toneNames.flatMap((tone) => {
    const count = tones.filter((each) => each === tone).length;
    return count === 0 ? [] : [{ tone, count }];
  });
}
