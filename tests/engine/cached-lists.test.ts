import { expect, it } from 'vitest';
import { tryService } from '../support/try-service.ts';

it.each([
  ['order-pinned-first', 'cached-in-secret-while-somebody-creates'],
  ['order-oldest-first', 'cached-in-secret-while-somebody-creates'],
  ['cached-briefly', 'somebody-comments'],
  ['cached-briefly', 'somebody-deletes-often'],
])('pages of a cache that are of different times accuse nobody: %s, %s', async (...variants) => {
  const { tried } = await tryService({ variants }, { seed: 5 });
  expect(tried.flatMap(({ rule, verdict }) => (verdict.verdict === 'fail' ? [rule.id] : []))).toEqual([]);
});
