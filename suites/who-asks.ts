import type { Caller } from '../src/survey/callers.ts';
import type { Trial } from '../src/trial/trial.ts';

/** All who can ask for a public list by turns: one profile of headers may be answered otherwise than another. */
export const everybody = (t: Trial): readonly Caller[] =>
  t.survey.base === 'anonymous' ? ['anonymous'] : [t.survey.base, 'anonymous'];

/** Who asks beside the base caller, where more than the least is tried. */
export const others = (t: Trial): readonly Caller[] => (t.isQuick ? [] : everybody(t).slice(1));

/**
 * Who asks for which example. In `quick` there is one question for each, so every other one is asked without a
 * credential: both profiles of headers are seen at no cost. In other profiles the base caller asks, and others too.
 */
export function inTurns<T>(t: Trial, examples: readonly T[]): (example: T) => Caller {
  const { base } = t.survey;
  return (example) =>
    t.isQuick && !t.context.again && examples.indexOf(example) % 2 === 1 ? 'anonymous' : base;
}
