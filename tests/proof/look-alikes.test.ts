import { describe, it } from 'vitest';
import { drawnLookAlikes, falseLeaks, type LookAlike } from './look-alikes.ts';

/** Number of services drawn. */
const DRAWN = 24;
const SEED = 20_261_123;

/** Services that an earlier version accused because records looked alike. */
const ONCE_ACCUSED: readonly LookAlike[] = [
  {
    variants: ['look-alike-relative-links'],
    faults: ['anonymous-state-all'],
    circumstance: 'one-in-three',
    issues: 5,
    profile: 'quick',
    writes: 'none',
    seed: 999_993,
  },
  {
    variants: ['list-ascii', 'look-alike-relative-links', 'somebody-creates'],
    faults: [],
    issues: 450,
    profile: 'standard',
    writes: 'none',
    seed: 999_994,
  },
  {
    variants: ['errors-as-html', 'look-alike-seeded', 'somebody-closes'],
    faults: ['page-in-no-order'],
    circumstance: 'one-in-three',
    issues: 450,
    profile: 'quick',
    writes: 'none',
    seed: 619_030,
  },
  {
    variants: ['order-anonymous-oldest-first', 'look-alike-seeded', 'somebody-does-everything'],
    faults: ['anonymous-state-all'],
    circumstance: 'anonymous-only',
    issues: 450,
    profile: 'quick',
    writes: 'all',
    seed: 951_138,
  },
];

describe('services on which private records look like public ones', () => {
  for (const one of [...ONCE_ACCUSED, ...drawnLookAlikes(DRAWN, SEED)]) {
    it(JSON.stringify(one), async ({ expect }) => {
      expect(await falseLeaks(one)).toEqual([]);
    });
  }
});
