import { expect, it } from 'vitest';
import { cachedFor, wholeRequest } from '../../proof/changes/caches.ts';
import { gatingIds } from '../../src/model/rule-ids.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { tryService } from '../support/try-service.ts';
import { undecidedReason } from './trying.ts';

const cached: Change = (b) => cachedFor(b, 600, wholeRequest);

// A case and its twin are copies of two moments then, and neither of them changes while it is asked for.
it.each(['somebody-creates', 'somebody-creates-seldom', 'somebody-closes', 'somebody-creates-by-the-clock'])(
  'raises no alarm where listings are cached for a while and others write: %s',
  async (variant) => {
    const { tried } = await tryService({ variants: [variant], changes: [cached] }, { only: gatingIds });
    expect(tried.filter(({ verdict }) => verdict.verdict === 'fail').map(({ rule }) => rule.id)).toEqual([]);
  },
);

it.each([4000, 3_600_000])(
  'raises no alarm where listings are cached for %i ms, which is too long',
  async (keptMs) => {
    const change: Change = (b) => cachedFor(b, keptMs, wholeRequest);
    const { tried } = await tryService({ changes: [change] }, { only: gatingIds });
    const reasons = tried.map(undecidedReason).filter((reason) => reason.includes('from a cache'));
    expect(tried.filter(({ verdict }) => verdict.verdict === 'fail').map(({ rule }) => rule.id)).toEqual([]);
    // Four seconds are waited for, and an hour is not.
    expect(reasons.length > 0).toBe(keptMs > 60_000);
  },
);
