import { countOf } from '../report/count-of.ts';
import { outcomeWords } from '../report/outcome.ts';
import { isWorse } from './change-kind.ts';
import type { Changes } from './changes.ts';

/** What a comparison came to. */
export interface Conclusion {
  readonly worse: boolean;
  readonly title: string;
  readonly sentences: readonly string[];
}

const isAre = (count: number): string => (count === 1 ? 'is' : 'are');

function whatIsWorse({ rules, after, outcomeFell }: Changes): string {
  const failing = rules.newlyFailing.length;
  const lost = rules.newlyUndecided.filter(isWorse).length;
  const parts = [
    ...(outcomeFell ? [`the outcome is ${outcomeWords[after.outcome].title.toLowerCase()} now`] : []),
    ...(failing > 0 ? [`${countOf(failing, 'rule')} ${isAre(failing)} newly failing`] : []),
    ...(lost > 0 ? [`${countOf(lost, 'rule')} passed before and ${isAre(lost)} undecided now`] : []),
  ].join(', and ');
  return `${parts.charAt(0).toUpperCase()}${parts.slice(1)}.`;
}

function whatIsLeft(count: number, has: string, have: string): readonly string[] {
  return count === 0 ? [] : [`${countOf(count, 'rule')} ${count === 1 ? has : have}`];
}

/** What the comparison came to, and what it does not say: that all is well, or that all was compared. */
export function conclusionOf(changes: Changes): Conclusion {
  const { rules, worse, judged, onlyBefore, onlyAfter, judgedInOne, incomparable } = changes;
  if (incomparable !== null) return { worse, title: 'Not comparable', sentences: [incomparable] };
  const alone = [...onlyBefore, ...onlyAfter].filter(({ level }) => level !== 'observed').length;
  const notCompared = alone + judgedInOne.length;
  const left = [
    ...whatIsLeft(rules.stillFailing.length, 'still fails', 'still fail'),
    ...whatIsLeft(rules.stillUndecided.length, 'is still undecided', 'are still undecided'),
    ...whatIsLeft(notCompared, 'that counts was not compared', 'that count were not compared'),
  ];
  const held =
    judged === 1
      ? 'The one rule that both reports judge did not get worse.'
      : `None of the ${countOf(judged, 'rule')} that both reports judge got worse.`;
  return {
    worse,
    title: worse ? 'Got worse' : 'Not worse',
    sentences: [worse ? whatIsWorse(changes) : held, ...(left.length === 0 ? [] : [`${left.join(', ')}.`])],
  };
}
