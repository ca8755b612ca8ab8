import { expect, it } from 'vitest';
import { failure } from '../../proof/changes/answers.ts';
import { limitRate } from '../../proof/changes/selected-requests.ts';
import { isCreate } from '../../src/service/request.ts';
import { tryService } from '../support/try-service.ts';

const MINUTE_MS = 60_000;

it.each([
  ['all', 'A valid creation got 403, although others were accepted.'],
  ['rejected', 'A creation with TOKEN also got 403; the service may limit creations.'],
] as const)(
  'takes a 403 that every creation gets by then for a limit (WRITES=%s)',
  async (writes, reason) => {
    const changes = [limitRate(12, MINUTE_MS, () => failure(403), isCreate)];
    const { tried } = await tryService({ changes }, { writes });
    const reasons = tried.map(({ verdict }) => ('reason' in verdict ? verdict.reason : ''));
    const failed = tried.flatMap(({ rule, verdict }) => (verdict.verdict === 'fail' ? [rule.id] : []));
    expect(failed).toEqual([]);
    expect(reasons).toContain(reason);
    // The plain list was answered all the time.
    expect(reasons.join()).not.toContain('the plain list with TOKEN got 403');
  },
);
