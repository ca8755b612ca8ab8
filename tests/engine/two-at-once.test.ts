import { expect, it } from 'vitest';
import type { Injected } from '../../proof/injected.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import { tryService } from '../support/try-service.ts';

it.each<[string, Pick<Injected, 'faults' | 'variants'>, readonly RuleId[]]>([
  [
    'passes unseen',
    { faults: ['create-twice-later', 'token-list-memberships-only'] },
    ['create.once', 'create.rejected-no-effect'],
  ],
  ['passes by a 304', { faults: ['answer-304-unasked', 'replica-private-open'] }, ['list.private.anonymous']],
  [
    'fails',
    { faults: ['cache-forgets-the-page', 'per-page-ten-at-least'] },
    ['list.sort.invalid-default-order'],
  ],
  ['fails for equals', { faults: ['page-ties-at-10', 'private-member-list-403'] }, ['list.page.slices']],
  [
    'fails because a limit refuses whoever creates, and TOKEN may not create',
    { variants: ['limit-creations-without-hint', 'token-may-not-create-404'] },
    ['create.invalid-token', 'create.malformed-credential'],
  ],
  [
    'fails because TOKEN expires behind a cache that knows other sizes',
    { variants: ['record-negative-ids', 'cached-for-long', 'token-expires'] },
    ['list.per-page.huge', 'list.per-page.zero', 'list.per-page.negative', 'list.private.outsider'],
  ],
])('no rule %s', async (_, injected, undecided) => {
  const { verdictOf } = await tryService(injected, { seed: 9 });
  for (const rule of undecided) expect([rule, verdictOf(rule)]).toEqual([rule, 'inconclusive']);
});
