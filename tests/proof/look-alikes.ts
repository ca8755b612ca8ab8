import fc from 'fast-check';
import type { CircumstanceId } from '../../proof/circumstances.ts';
import { type FaultId, listFaults } from '../../proof/faults/index.ts';
import { variants } from '../../proof/variants/index.ts';
import { PROFILES, type ProfileName } from '../../src/model/profile.ts';
import { gatingIds } from '../../src/model/rule-ids.ts';
import { tryService } from '../support/try-service.ts';

/** Rules on access. */
const ON_ACCESS: ReadonlySet<string> = new Set(
  gatingIds.filter((id) => /^list\.(private|invalid-token)/.test(id)),
);
/** Rules whose requests are searched for leaks too. */
const ON_LISTS = gatingIds.filter((id) => id.startsWith('list.'));

const LOOK_ALIKES = variants.flatMap(({ id }) => (id.startsWith('look-alike-') ? [id] : []));
const OTHERS = variants.flatMap(({ id, kind }) =>
  kind === 'bad-day' || id.startsWith('look-alike-') ? [] : [id],
);
const OTHER_PEOPLE = ['somebody-closes', 'somebody-does-everything', 'somebody-deletes', 'somebody-creates'];
/** Faults that show public issues to strangers that the first reading has not seen. */
const UNSEEN: readonly FaultId[] = [
  'anonymous-state-all',
  'sort-invalid-all-states',
  'page-in-no-order',
  'page-offset-before-filter',
  'state-default-on-first-page-only',
];
const ALL_LISTS: readonly FaultId[] = listFaults.map(({ id }) => id);

/** A service whose private records look like public ones. */
export interface LookAlike {
  readonly variants: readonly string[];
  readonly faults: readonly FaultId[];
  readonly circumstance?: CircumstanceId;
  /** Number of open issues in the public repository: at least as many as in the private one. */
  readonly issues: number;
  readonly profile: ProfileName;
  readonly writes: 'none' | 'rejected' | 'all';
  readonly seed: number;
}

const lookAlikes: fc.Arbitrary<LookAlike> = fc.record(
  {
    variants: fc
      .tuple(
        fc.oneof(
          fc.constant([]),
          fc.constantFrom(...OTHERS).map((id) => [id]),
        ),
        // It comes last, because both may change the fields of records.
        fc.constantFrom(...LOOK_ALIKES),
        fc.oneof(
          fc.constant([]),
          fc.constantFrom(...OTHER_PEOPLE).map((id) => [id]),
        ),
      )
      .map((parts): readonly string[] => parts.flat()),
    faults: fc.oneof(
      fc.constant([]),
      fc.constantFrom(...UNSEEN).map((id) => [id]),
      fc.constantFrom(...ALL_LISTS).map((id) => [id]),
    ),
    issues: fc.constantFrom(5, 41, 137, 450),
    profile: fc.constantFrom<ProfileName[]>('quick', 'standard'),
    writes: fc.constantFrom('none', 'rejected', 'all'),
    seed: fc.nat(1_000_000),
    circumstance: fc.constantFrom<CircumstanceId[]>('anonymous-only', 'one-in-three'),
  },
  { requiredKeys: ['variants', 'faults', 'issues', 'profile', 'writes', 'seed'] },
);

/** Returns services drawn by a seed. */
export const drawnLookAlikes = (numRuns: number, seed: number): LookAlike[] =>
  fc.sample(lookAlikes, { seed, numRuns });

/** Tries the rules on a service that shows nothing private. @returns the failed rules on access */
export async function falseLeaks({
  profile,
  writes,
  seed,
  issues,
  ...service
}: LookAlike): Promise<string[]> {
  const { reading, writing } = PROFILES[profile].maxRequests;
  const { tried } = await tryService(
    { ...service, issues },
    { profile, writes, seed, maxRequests: writes === 'none' ? reading : writing, only: ON_LISTS },
  );
  return tried.flatMap(({ rule, verdict }) =>
    verdict.verdict === 'fail' && ON_ACCESS.has(rule.id)
      ? [`${rule.id}: ${verdict.violation.kind}, ${verdict.violation.actual}`]
      : [],
  );
}
