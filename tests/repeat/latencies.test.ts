import { expect, it } from 'vitest';
import { cellName, cells } from '../proof/cells.ts';
import { CONCURRENCIES, sampleOf, tryAtAnotherSpeed } from './latencies.ts';

/** One cell of so many; `npm run repeat` tries more of them, each with every CONCURRENCY. */
const EVERY = 150;

const tried = sampleOf(EVERY).map((cell, at) => {
  const concurrency = CONCURRENCIES[at % CONCURRENCIES.length] ?? 1;
  return [cellName(cell), concurrency, cell] as const;
});

it.each(tried)('answers may come in any order: %s, CONCURRENCY=%i', async (_, concurrency, cell) => {
  expect((await tryAtAnotherSpeed(cell, concurrency)).wrong).toEqual([]);
});

it.each([
  ['a limit that lets in a creation every few seconds', 'limit-creations-without-hint', 1],
  ['connections that are reset after an invalid credential', 'invalid-token-locks-out', 3],
])('slow answers accuse nobody: %s', async (_, variant, seed) => {
  const cell = cells.find((one) => cellName(one) === `variant ${variant} (standard)`);
  if (cell === undefined) throw new Error('No such cell');
  expect((await tryAtAnotherSpeed(cell, 8, seed)).wrong).toEqual([]);
});
