import { expect, it } from 'vitest';
import type { Injected } from '../../proof/injected.ts';
import { PROFILES } from '../../src/model/profile.ts';
import { gatingIds } from '../../src/model/rule-ids.ts';
import { type Trying, tryService } from '../support/try-service.ts';

const LISTS = gatingIds.filter((id) => id.startsWith('list.'));
const ON_ACCESS = new Set<string>(gatingIds.filter((id) => /^list\.(private|invalid-token)/.test(id)));

/** Services whose private records look like public ones, and that show nothing private. Each was accused once. */
const ONCE_ACCUSED: [Injected, Trying][] = [
  [
    {
      variants: ['look-alike-relative-links'],
      faults: ['anonymous-state-all'],
      circumstance: 'one-in-three',
      issues: 5,
    },
    { profile: 'quick', writes: 'none', seed: 999_993 },
  ],
  [
    { variants: ['list-ascii', 'look-alike-relative-links', 'somebody-creates'], issues: 450 },
    { writes: 'none', seed: 999_994 },
  ],
  [
    {
      variants: ['errors-as-html', 'look-alike-seeded', 'somebody-closes'],
      faults: ['page-in-no-order'],
      circumstance: 'one-in-three',
      issues: 450,
    },
    { profile: 'quick', writes: 'none', seed: 619_030 },
  ],
  [
    {
      variants: ['order-anonymous-oldest-first', 'look-alike-seeded', 'somebody-does-everything'],
      faults: ['anonymous-state-all'],
      circumstance: 'anonymous-only',
      issues: 450,
    },
    { profile: 'quick', seed: 951_138 },
  ],
];

it.each(ONCE_ACCUSED)('no rule on access fails where records look alike: %j', async (service, settings) => {
  const { maxRequests } = PROFILES[settings.profile ?? 'standard'];
  const most = settings.writes === 'none' ? maxRequests.reading : maxRequests.writing;
  const { failed } = await tryService(service, { ...settings, maxRequests: most, only: LISTS });
  expect(failed.filter((id) => ON_ACCESS.has(id))).toEqual([]);
});
