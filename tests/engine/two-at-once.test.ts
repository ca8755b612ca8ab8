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
    'the other issues cannot be told apart',
    ['record-title-at-a-place', 'after-creation-last-lost'],
    'create.once',
  ],
])('no rule passes because %s', async (_, faults, rule) => {
  const { verdictOf } = await tryService({ faults }, { seed: 5 });
  expect(verdictOf(rule)).toBe('inconclusive');
});
