import fc from 'fast-check';
import { allHonoured, honoured } from '../src/generate/per-page.ts';
import type { Trial } from '../src/trial/trial.ts';

/** The sizes from 1 to 100 that several rules look at, so that each is asked for once; all of them but in `quick`. */
export function honouredSizes(t: Trial): number[] {
  const seed = t.runSeed('honoured');
  const drawn = t.isQuick
    ? fc.sample(honoured, { seed, numRuns: 1 })
    : (fc.sample(allHonoured, { seed, numRuns: 1 })[0] ?? []);
  return [...new Set([10, 100, 1, 99, ...drawn])];
}
