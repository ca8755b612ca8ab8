import { describe, expect, it } from 'vitest';
import { tryService } from '../support/try-service.ts';

describe('list.page.effective-size', () => {
  it('says what to fix where no size out of range is answered with a page', async () => {
    const { tried } = await tryService(
      { faults: ['per-page-above-422', 'per-page-zero-422', 'per-page-negative-422'] },
      { only: ['list.page.effective-size'] },
    );
    expect(tried.map(({ verdict }) => verdict)).toEqual([
      {
        verdict: 'inconclusive',
        cause: 'other-rule',
        reason: expect.stringMatching(
          /^No first page .* fix list\.per-page\.above-maximum and list\.per-page\.zero/,
        ),
      },
    ]);
  });
});
