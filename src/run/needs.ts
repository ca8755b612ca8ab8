import type { Need } from '../catalogue/index.ts';
import type { Premises } from '../survey/callers.ts';

/** What of the settings of a run rules may need. */
interface Given {
  readonly premises: Premises;
  readonly writes: 'none' | 'rejected' | 'all';
}

/** What a rule may need beyond the target: how it is called, and whether settings give it. */
const NEEDS: Readonly<
  Record<Need, { readonly setting: string; readonly isGiven: (given: Given) => boolean }>
> = {
  TOKEN: { setting: 'TOKEN', isGiven: ({ premises }) => premises.token !== undefined },
  OUTSIDER_TOKEN: {
    setting: 'OUTSIDER_TOKEN',
    isGiven: ({ premises }) => premises.outsiderToken !== undefined,
  },
  PRIVATE_REPO: {
    setting: 'PRIVATE_REPO',
    isGiven: ({ premises }) => premises.privateRepository !== undefined,
  },
  'WRITES=rejected': { setting: 'WRITES (rejected or all)', isGiven: ({ writes }) => writes !== 'none' },
  'WRITES=all': { setting: 'WRITES (all)', isGiven: ({ writes }) => writes === 'all' },
};

/** The settings that a rule needs and a run was not given, for people. */
export function missingSettings(needs: readonly Need[], given: Given): string[] {
  return needs.filter((need) => !NEEDS[need].isGiven(given)).map((need) => NEEDS[need].setting);
}
