import { PROFILES } from '../../src/engine/profile.ts';
import type { RunSettings } from '../../src/engine/run-settings.ts';

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
  'an invalid OUTSIDER_TOKEN': (all) => ({ ...all, bed: { ...all.bed, outsiderToken: 'nobody-knows-this' } }),
  'LISTED_WITHIN_MS=0': (all) => ({ ...all, listedWithinMs: 0 }),
  'CONCURRENCY=1': (all) => ({ ...all, concurrency: 1 }),
  'HEADERS with a Cookie': (all) => ({
    ...all,
    address: { ...all.address, extra: [{ name: 'Cookie', value: 'a=b', secrets: [] }] },
  }),
} as const satisfies Record<string, (all: RunSettings) => RunSettings>;

/** Lists that are shorter than that of the matrix, by how many open issues they hold. */
const lists = { 'a list of 2': 2, 'a list of 31': 31, 'a list of 100': 100 } as const;

export type SettingId = keyof typeof settings | keyof typeof lists;

export const settingIds = [...Object.keys(settings), ...Object.keys(lists)] as readonly SettingId[];

const isOfList = (id: SettingId): id is keyof typeof lists => id in lists;

export const settingOf = (id: SettingId, all: RunSettings): RunSettings =>
  isOfList(id) ? all : settings[id](all);

/** Options of the bundled service for a setting. */
export const listOf = (id: SettingId): { readonly issues?: number } =>
  isOfList(id) ? { issues: lists[id] } : {};
