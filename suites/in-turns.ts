import type { Caller } from '../src/survey/callers.ts';
import type { Trial } from '../src/trial/trial.ts';

/**
 * Who asks for which example. In `quick` there is one question for each, so every other one is asked without a
 * credential: both profiles of headers are seen at no cost. In other profiles the base caller asks, and others too.
 */
export function inTurns<T>(t: Trial, examples: readonly T[]): (example: T) => Caller {
  const { base } = t.survey;
  return (example) =>
    t.isQuick && !t.context.again && examples.indexOf(example) % 2 === 1 ? 'anonymous' : base;
}
