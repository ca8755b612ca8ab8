import { describe, expect, it } from 'vitest';
import { rulesWith } from '../../proof/verdicts.ts';
import type { Cell } from '../proof/cells.ts';
import { tryCell } from '../proof/try-cell.ts';
import { tryService } from '../support/try-service.ts';

describe('all gating rules', () => {
  it('pass on a conforming service within their requests', async () => {
    const { letters, requests, untrue } = await tryCell({ kind: 'conforming', profile: 'quick' });
    expect([rulesWith(letters, 'fail', 'inconclusive', 'skip'), untrue]).toEqual([[], []]);
    expect(requests).toBeLessThanOrEqual(90);
  });

  it.each<[Extract<Cell, { kind: 'fault' }>['id'], string]>([
    ['page-ignored', 'list.page.second'],
    ['sort-quote-500', 'list.sort.invalid-ok'],
    ['page-in-no-order', 'list.page.partition'],
    ['create-anonymous-in-private', 'create.anonymous'],
  ])('fail %s at %s', async (id, rule) => {
    const { letters } = await tryCell({ kind: 'fault', id, profile: 'quick' });
    expect(rulesWith(letters, 'fail')).toContain(rule);
  });
});

it('shows the plainest case of those that are enough', async () => {
  const { tried } = await tryService(
    { faults: ['title-missing-accepted'] },
    { only: ['create.missing-title'] },
  );
  const [verdict] = tried.map((one) => one.verdict);
  expect(verdict?.verdict === 'fail' ? verdict.violation.case : '').toContain('a body without a title');
});

it.each(['refused-stored-invalid', 'refused-stored-anonymous', 'refused-stored-elsewhere'] as const)(
  'finds %s where no other rule is selected',
  async (fault) => {
    const only = ['create.rejected-no-effect'] as const;
    const { verdictOf } = await tryService({ faults: [fault] }, { only });
    expect(verdictOf('create.rejected-no-effect')).toBe('fail');
  },
);
