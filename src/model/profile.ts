import type { Quotas } from '../client/client.ts';

/** The depth of a run. All profiles try every gating rule, and differ in the number of generated cases. */
export type ProfileName = 'quick' | 'standard' | 'thorough';

export type ByProfile<T> = Readonly<Record<ProfileName, T>>;

interface Profile {
  /** Default of MAX_REQUESTS, without and with writes: enough for a healthy target, and to confirm faults. */
  readonly maxRequests: { readonly reading: number; readonly writing: number };
  /** The most that a healthy service takes: requests without and with writes, and issues that the run creates. */
  readonly healthy: { readonly reading: number; readonly writing: number; readonly creations: number };
  readonly deadlineS: number;
  /** True if observations may send requests of their own. */
  readonly observes: boolean;
  /** Quotas of requests without a credential, and with an invalid one, if TOKEN is set: an hour's usual allowance. */
  readonly quotas: Quotas;
}

const QUOTAS: Quotas = { none: { most: 60, kept: 11 }, invalid: { most: 40, kept: 4 } };

export const PROFILES: ByProfile<Profile> = {
  quick: {
    maxRequests: { reading: 300, writing: 450 },
    healthy: { reading: 60, writing: 90, creations: 10 },
    deadlineS: 240,
    observes: false,
    quotas: QUOTAS,
  },
  standard: {
    maxRequests: { reading: 1500, writing: 1500 },
    healthy: { reading: 450, writing: 450, creations: 40 },
    deadlineS: 900,
    observes: true,
    quotas: QUOTAS,
  },
  thorough: {
    maxRequests: { reading: 10_000, writing: 10_000 },
    healthy: { reading: 4000, writing: 4000, creations: 100 },
    deadlineS: 5400,
    observes: true,
    quotas: {},
  },
};
