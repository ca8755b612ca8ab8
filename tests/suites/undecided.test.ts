import { describe, expect, it } from 'vitest';
import { tryService } from '../support/try-service.ts';

const RULE = 'list.page.effective-size';

describe(RULE, () => {
  it('says what to fix where no size out of range is answered with a page', async () => {
    const { tried } = await tryService(
      { faults: ['per-page-above-422', 'per-page-zero-422', 'per-page-negative-422'] },
      { only: ['list.per-page.above-maximum', RULE] },
    );
    expect(tried.flatMap(({ rule, verdict }) => (rule.id === RULE ? verdict : []))).toEqual([
      {
        verdict: 'inconclusive',
        cause: 'other-rule',
        reason: expect.stringMatching(
          /^No first page .* Fix list\.per-page\.above-maximum first, then run again\.$/,
        ),
      },
    ]);
  });
});
