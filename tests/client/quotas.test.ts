import { expect, it } from 'vitest';
import type { Quotas } from '../../src/client/client.ts';
import { get, outcomeOf, virtualClient } from './sending.ts';

/** Requests by their credentials; an exclamation mark confirms a finding. */
type Sent = readonly ('none' | 'none!' | 'invalid' | 'valid')[];
const NO = 'not-sent';

it.each<[string, Quotas, status: number, Sent, outcomes: readonly (number | string)[], arrived: number]>([
  [
    'ends for its credentials alone',
    { none: { most: 3, kept: 0 }, invalid: { most: 1, kept: 0 } },
    200,
    ['none', 'none', 'none', 'none', 'invalid', 'valid', 'invalid', 'valid'],
    [200, 200, 200, NO, 200, 200, NO, 200],
    6,
  ],
  [
    'is kept in part for confirmations',
    { none: { most: 5, kept: 3 } },
    200,
    ['none', 'none', 'none', 'none!', 'none!', 'none!', 'none!'],
    [200, 200, NO, 200, 200, 200, NO],
    5,
  ],
  ['is not exceeded by retries', { none: { most: 2, kept: 0 } }, 503, ['none', 'none'], [503, NO], 2],
  [
    'is not used up by retries: after four of them an error is the answer',
    { invalid: { most: 40, kept: 4 } },
    500,
    Array(20).fill('invalid'),
    Array(20).fill(500),
    24,
  ],
])('a quota %s', async (_, quotas, status, sent, outcomes, arrived) => {
  const { client } = virtualClient(() => () => ({ status }), { quotas });
  const seen: unknown[] = [];
  for (const one of sent) {
    const as = one === 'none!' ? 'none' : one;
    seen.push(outcomeOf(await client.send(() => get('http://a/'), { as, confirming: one === 'none!' })));
  }
  expect([seen, client.requests]).toEqual([outcomes, arrived]);
});
