import { expect, it } from 'vitest';
import { cellName } from '../proof/cells.ts';
import { CONCURRENCIES, sampleOf, tryAtAnotherSpeed } from './latencies.ts';

/** One cell of so many; `npm run repeat` tries more of them, each with every CONCURRENCY. */
const EVERY = 150;

const tried = sampleOf(EVERY).map((cell, at) => {
  const concurrency = CONCURRENCIES[at % CONCURRENCIES.length] ?? 1;
  return [cellName(cell), concurrency, cell] as const;
});

it.each(tried)('answers may come in any order: %s, CONCURRENCY=%i', async (_, concurrency, cell) => {
  expect((await tryAtAnotherSpeed(cell, concurrency, concurrency)).wrong).toEqual([]);
});
