import fc from 'fast-check';
import type { Caller } from '../src/client/test-bed.ts';
import { callersFor } from '../src/engine/generated.ts';
import type { Trial } from '../src/engine/trial.ts';
import { allHonoured } from '../src/generate/per-page.ts';

/** A page size from 1 to 100, and who asks for it. */
export interface Sized {
  readonly size: number;
  readonly by: Caller;
}

/** At the ends, around the default, and the documented example first. */
const EDGES = [10, 100, 1, 99, 30, 31, 29, 50, 2] as const;
/** Of them, so many are asked for without a credential as well. */
const BY_ALL = 2;

/** The sizes from 1 to 100 that several rules look at, so that each is asked for once. */
export function honouredSizes(t: Trial): Sized[] {
  const seed = t.seed('honoured sizes');
  const [drawn = []] = fc.sample(allHonoured, { seed, numRuns: 1 });
  const other = t.listers.includes('anonymous') ? 'anonymous' : t.base;
  const edges = EDGES.slice(0, t.pick(3, EDGES.length, EDGES.length));
  const sized: Sized[] = [
    ...edges.map((size, place) => ({ size, by: t.isQuick && place === 2 ? other : t.base })),
    ...edges.slice(0, t.isQuick ? 0 : BY_ALL).map((size) => ({ size, by: other })),
    ...drawn
      .slice(0, t.pick(1, 20, drawn.length))
      .flatMap((size, place) =>
        callersFor(place, seed, t.listers, t.profile === 'thorough').map((by) => ({ size, by })),
      ),
    // All of them by one caller, where there is room for it.
    ...t.pick([], [], drawn).map((size) => ({ size, by: t.base })),
  ];
  const seen = new Set<string>();
  return sized.filter(({ size, by }) => !seen.has(`${size} ${by}`) && seen.add(`${size} ${by}`));
}
