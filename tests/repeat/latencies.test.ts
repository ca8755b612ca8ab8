import { expect, it } from 'vitest';
import { cellName } from '../proof/cells.ts';
import { CONCURRENCIES, sampleOf, tryAtAnotherSpeed } from './latencies.ts';

/** One cell of so many; `npm run repeat` tries more of them. */
const EVERY = 400;

it.each(sampleOf(EVERY).map((cell) => [cellName(cell), cell] as const))(
  'answers may come in any order: %s',
  async (_, cell) => {
    for (const concurrency of CONCURRENCIES)
      expect((await tryAtAnotherSpeed(cell, concurrency, concurrency)).wrong).toEqual([]);
  },
);
