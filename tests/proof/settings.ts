import type { FaultId } from '../../proof/faults/index.ts';
import type { RunSettings } from '../../src/context/run-settings.ts';
import { PROFILES } from '../../src/model/profile.ts';
import { withTarget } from '../support/try-service.ts';

const NO_ACCESS = { token: undefined, outsiderToken: undefined, privateRepository: undefined };

/** Settings, or a length of the list, that other cells of the matrix do not have. */
interface Setting {
  /** Number of open issues in the public repository; by default, that of the bundled service. */
  readonly issues?: number;
  readonly change?: (all: RunSettings) => RunSettings;
  /** Variants that are tried with it, beside the conforming service. */
  readonly variants?: readonly string[];
  /** Faults that are tried with it. */
  readonly faults?: readonly FaultId[];
  /** One list fault of this many is tried with it; none by default. */
  readonly oneFaultIn?: number;
}

export const settings = {
  'WRITES=none': {
    change: (all) => ({ ...all, writes: 'none', maxRequests: PROFILES[all.profile].maxRequests.reading }),
    variants: [
      'somebody-does-everything',
      'cached-for-too-long-while-somebody-creates',
      'cached-in-secret-while-somebody-deletes',
    ],
    faults: ['page-from-zero'],
    oneFaultIn: 12,
  },
  'WRITES=rejected': {
    change: (all) => ({ ...all, writes: 'rejected' }),
    variants: ['somebody-creates'],
    faults: ['refused-stored-once', 'refused-stored-closed'],
  },
  'no TOKEN': {
    change: (all) => ({ ...withTarget(NO_ACCESS)(all), writes: 'none' }),
    variants: ['cached-in-secret-while-somebody-creates'],
    faults: ['page-from-zero'],
    oneFaultIn: 12,
  },
  'an invalid OUTSIDER_TOKEN': {
    change: withTarget({ outsiderToken: 'nobody-knows-this' }),
    variants: ['somebody-closes', 'copy-lags-behind'],
  },
  'a WRITE_REPO': {
    change: withTarget({ writeRepository: { owner: 'acme', repo: 'sprockets' } }),
    variants: ['cached-in-secret-while-somebody-creates'],
  },
  'LISTED_WITHIN_MS=0': {
    change: (all) => ({ ...all, listedWithinMs: 0 }),
  },
  'CONCURRENCY=1': {
    change: (all) => ({ ...all, concurrency: 1 }),
    variants: ['state-unknown-422', 'cached-for-long'],
  },
  'MAX_RATE=20': {
    change: (all) => ({ ...all, maxRate: 20 }),
  },
  'HEADERS with a Cookie': {
    change: (all) => ({
      ...all,
      address: { ...all.address, extra: [{ name: 'Cookie', value: 'a=b', secrets: [] }] },
    }),
  },
  'an empty list': { issues: 0, variants: ['created-under-another-title'] },
  'a list of 1': { issues: 1, variants: ['somebody-deletes-throughout', 'record-self-link-repeats-query'] },
  'a list of 2': {
    issues: 2,
    variants: [
      'created-listed-in-batches',
      'record-neighbours',
      'somebody-does-everything',
      'cached-in-secret-while-somebody-creates',
    ],
  },
  'a list of 5': { issues: 5, variants: ['somebody-deletes-throughout', 'page-beyond-end-404'] },
  'a list of 29': { issues: 29, variants: ['cached-for-too-long-while-somebody-creates'] },
  'a list of 30': { issues: 30, variants: ['page-beyond-end-last'] },
  'a list of 31': {
    issues: 31,
    variants: ['page-default-last', 'somebody-closes', 'somebody-comments', 'somebody-deletes'],
  },
  'a list of 99': { issues: 99, variants: ['somebody-closes'] },
  'a list of 100': { issues: 100, variants: ['somebody-closes', 'page-beyond-end-first'] },
  'a list of 140': {
    issues: 140,
    faults: ['page-last-full-lost', 'page-last-full-short', 'page-last-full-404'],
  },
  'a list of 200': {
    issues: 200,
    variants: ['page-beyond-end-404'],
    faults: ['page-last-full-lost', 'page-last-full-short', 'page-last-full-404', 'replica-behind'],
  },
  'a list of 345': {
    issues: 345,
    variants: ['page-beyond-end-404', 'page-beyond-end-last', 'page-beyond-end-first'],
  },
  'a list of 350': { issues: 350, variants: ['order-oldest-first'] },
  'a list of 1150': {
    issues: 1150,
    variants: ['page-beyond-end-404', 'links-none'],
    faults: ['page-window-500', 'page-window-422', 'page-window-empty'],
  },
} as const satisfies Record<string, Setting>;

export type SettingId = keyof typeof settings;

export const settingOf = (id: SettingId): Setting => settings[id];
