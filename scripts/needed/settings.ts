import { PROFILES } from '../../src/engine/profile.ts';
import type { RunSettings } from '../../src/engine/run.ts';

/** Settings with which the matrix runs no service, each as a change of those that it has. */
const settings = {
  'WRITES=none': (all) => ({
    ...all,
    writes: 'none',
    maxRequests: PROFILES[all.profile].maxRequests.reading,
  }),
  'WRITES=rejected': (all) => ({ ...all, writes: 'rejected' }),
  'no TOKEN': (all) => ({
    ...all,
    writes: 'none',
    bed: { ...all.bed, token: undefined, outsiderToken: undefined, privateRepository: undefined },
  }),
  'an invalid TOKEN': (all) => ({ ...all, bed: { ...all.bed, token: 'nobody-knows-this' } }),
  'an invalid OUTSIDER_TOKEN': (all) => ({ ...all, bed: { ...all.bed, outsiderToken: 'nobody-knows-this' } }),
  'LISTED_WITHIN_MS=0': (all) => ({ ...all, listedWithinMs: 0 }),
  'CONCURRENCY=1': (all) => ({ ...all, concurrency: 1 }),
} as const satisfies Record<string, (all: RunSettings) => RunSettings>;

export type SettingId = keyof typeof settings;

export const settingIds = Object.keys(settings) as readonly SettingId[];

export const settingOf = (id: SettingId, all: RunSettings): RunSettings => settings[id](all);
