import { expect, it } from 'vitest';
import type { FaultId } from '../../proof/faults/index.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import { tryService } from '../support/try-service.ts';

it.each<[string, readonly FaultId[], RuleId]>([
  [
    'no listing at the end of the run shows what was created',
    ['create-twice-later', 'token-list-memberships-only'],
    'create.once',
  ],
  [
    'every repeated listing is answered 304, the private one too',
    ['answer-304-unasked', 'replica-private-open'],
    'list.private.anonymous',
  ],
])('no rule passes because %s', async (_, faults, rule) => {
  const { verdictOf } = await tryService({ faults }, { seed: 5 });
  expect(verdictOf(rule)).toBe('inconclusive');
});

it('no rule fails because of one that another failed rule explains', async () => {
  const faults = ['cache-forgets-the-page', 'per-page-ten-at-least'] as const;
  const { tried, verdictOf } = await tryService({ faults }, { seed: 5 });
  expect(verdictOf('list.per-page.at-most')).toBe('fail');
  expect(tried.find(({ rule }) => rule.id === 'list.sort.invalid-default-order')?.verdict).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringContaining('Fix list.per-page.at-most first'),
  });
});

it('no issue is gone because a short page is not the last one', async () => {
  const injected = { faults: ['per-page-without-pull-requests'], variants: ['somebody-closes'] } as const;
  const { verdictOf } = await tryService(injected, { seed: 9 });
  expect(verdictOf('create.once')).toBe('inconclusive');
});

it.each<[string, readonly string[], readonly RuleId[]]>([
  [
    'a limit refuses whoever creates, and TOKEN may not create',
    ['limit-creations-without-hint', 'token-may-not-create-404'],
    ['create.invalid-token', 'create.malformed-credential'],
  ],
  [
    'TOKEN expires behind a cache that lists on',
    ['refused-halfway', 'limit-a-second', 'cached-briefly'],
    ['create.accepted'],
  ],
])('no rule fails because %s', async (_, variants, only) => {
  const { verdictOf } = await tryService({ variants }, { seed: 5 });
  for (const rule of only) expect([rule, verdictOf(rule)]).toEqual([rule, 'inconclusive']);
});
