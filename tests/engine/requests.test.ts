import { expect, it } from 'vitest';
import { failure } from '../../proof/changes/answers.ts';
import { revise } from '../../proof/changes/decisions.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { tryService } from '../support/try-service.ts';

/** Every creation is answered 503, and so is each third listing. */
const failing: Change = revise('around', (usual, _inner, { method, ordinal }) =>
  method === 'POST' || ordinal % 3 === 0 ? Promise.resolve(failure(503)) : usual,
);

it.each([
  ['a healthy service', 'quick', 40, []],
  ['a healthy service', 'quick', 80, []],
  ['a healthy service', 'standard', 150, []],
  ['a service that errs', 'quick', 40, [failing]],
  ['a service that errs', 'quick', 80, [failing]],
  ['a service that errs', 'standard', 150, [failing]],
  ['a service that errs', 'standard', 1500, [failing]],
] as const)(
  'on %s, rules are undecided for want of requests only if all of them were sent (%s, %i)',
  async (_, profile, maxRequests, changes) => {
    const { tried, requests } = await tryService({ changes, profile, maxRequests });
    const open = tried.flatMap(({ rule, verdict }) =>
      'reason' in verdict && verdict.reason?.includes('MAX_REQUESTS') ? [rule.id] : [],
    );
    expect(requests).toBeLessThanOrEqual(maxRequests);
    if (requests < maxRequests) expect(open).toEqual([]);
    // Each listing that was sent decides it.
    if (maxRequests > 100) expect(open).not.toContain('list.ok');
  },
);

it('a token behind another scheme counts among the invalid credentials, for which limits are waited for once', async () => {
  let refused = 0;
  const limiting: Change = revise('around', async (usual, _inner, { header }) => {
    const answer = await usual;
    const isMore = answer.status === 401 && header('authorization') !== undefined && (refused += 1) > 10;
    return isMore ? failure(429, { 'retry-after': '1' }) : answer;
  });
  const { failed, waited } = await tryService({ changes: [limiting], listedWithinMs: 0 });
  expect(failed).toEqual([]);
  expect(waited['limits, retries and outages']).toBeLessThan(20_000);
});
