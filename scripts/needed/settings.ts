import { PROFILES } from '../../src/model/profile.ts';
import type { RunSettings } from '../../src/run/run-settings.ts';

/** Settings that the matrix does not have, as changes of its own. */
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
  'an invalid OUTSIDER_TOKEN': (all) => ({ ...all, bed: { ...all.bed, outsiderToken: 'nobody-knows-this' } }),
  'LISTED_WITHIN_MS=0': (all) => ({ ...all, listedWithinMs: 0 }),
  'CONCURRENCY=1': (all) => ({ ...all, concurrency: 1 }),
  'HEADERS with a Cookie': (all) => ({
    ...all,
    address: { ...all.address, extra: [{ name: 'Cookie', value: 'a=b', secrets: [] }] },
  }),
} as const satisfies Record<string, (all: RunSettings) => RunSettings>;

/** Shorter lists, by the number of open issues. */
const lists = { 'a list of 2': 2, 'a list of 31': 31, 'a list of 100': 100 } as const;

export type SettingId = keyof typeof settings | keyof typeof lists;

export const settingIds = [...Object.keys(settings), ...Object.keys(lists)] as readonly SettingId[];

const isOfList = (id: SettingId): id is keyof typeof lists => id in lists;

export const withoutSetting = (id: SettingId, all: RunSettings): RunSettings =>
  isOfList(id) ? all : settings[id](all);

/** Returns the options of the bundled service for a setting. */
export const listOf = (id: SettingId): { readonly issues?: number } =>
  isOfList(id) ? { issues: lists[id] } : {};
