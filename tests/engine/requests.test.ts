import { describe, expect, it } from 'vitest';
import { failure } from '../../proof/changes/answers.ts';
import { revise } from '../../proof/changes/decisions.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { tryService } from '../support/try-service.ts';

/** Every creation is answered 503, and so is each third listing. */
const failing: Change = revise('around', (usual, _inner, { method, ordinal }) =>
  method === 'POST' || ordinal % 3 === 0 ? Promise.resolve(failure(503)) : usual,
);

describe.each([
  ['a healthy service', []],
  ['a service that errs', [failing]],
])('on %s, rules are undecided for want of requests', (_, changes) => {
  it.each([
    ['quick', 40],
    ['quick', 80],
    ['standard', 150],
    ['standard', 1500],
  ] as const)('only if all of them were sent (%s, %i)', async (profile, maxRequests) => {
    const { tried, requests } = await tryService({ changes }, { profile, maxRequests });
    const open = tried.flatMap(({ rule, verdict }) =>
      'reason' in verdict && verdict.reason?.includes('MAX_REQUESTS') ? [rule.id] : [],
    );
    expect(requests).toBeLessThanOrEqual(maxRequests);
    if (requests < maxRequests) expect(open).toEqual([]);
    // Each listing that was sent decides them.
    if (maxRequests > 100) expect(open).not.toEqual(expect.arrayContaining(['list.ok', 'list.array']));
  });
});
