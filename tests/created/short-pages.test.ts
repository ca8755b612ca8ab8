import { expect, it } from 'vitest';
import { gatingIds } from '../../src/model/rule-ids.ts';
import { tryService } from '../support/try-service.ts';

it('takes no short page of known records for the end of a list in which an issue was not seen', async () => {
  // From the second page on there are ten results, which were on the first page already.
  const { tried, verdictOf } = await tryService(
    { faults: ['pages-of-ten-from-the-second'], circumstance: 'while-others-write-a-lot' },
    { only: gatingIds },
  );
  const failed = tried.flatMap(({ rule, verdict }) => (verdict.verdict === 'fail' ? [rule.id] : []));
  expect(failed).not.toContain('create.listed');
  expect(verdictOf('create.accepted')).toBe('pass');
});
