import { combine } from '../changes/decisions.ts';
import { findVariant } from '../variants/index.ts';
import { createRaceFaults } from './create-races.ts';
import { createRefusalFaults, refusedStoredFaults } from './create-refusal.ts';
import { createStorageFaults } from './create-storage.ts';
import { type Fault, faultsOf, findIn } from './fault.ts';
import { pageFaults } from './page.ts';
import { sortFaults } from './sort-and-state.ts';

const plain: readonly Fault[] = [
  ...createStorageFaults,
  ...createRaceFaults,
  ...createRefusalFaults,
  ...refusedStoredFaults,
  ...pageFaults,
  ...sortFaults,
];

/** A fault with a variant of records. */
const beside = (fault: string, variant: string) => {
  const { description, breaks, change } = findIn('fault', plain, fault);
  const { difference, change: other } = findVariant(variant);
  return { description: `${difference} ${description}`, breaks, change: combine(other, change) };
};

/** Faults that records hide, or nearly hide, because they show little of an issue, or too much. */
export const weakRecordFaults = faultsOf({
  'create-concurrent-lost-and-ids-only': beside('create-concurrent-lost', 'record-id-only'),
  'create-concurrent-doubled-and-ids-only': beside('create-concurrent-doubled', 'record-id-only'),
  'create-twice-and-ids-only': beside('create-twice', 'record-id-only'),
  'create-listed-twice-and-ids-only': beside('create-listed-twice', 'record-id-only'),
  'refused-stored-anonymous-and-ids-only': beside('refused-stored-anonymous', 'record-id-only'),
  'create-stores-nothing-and-untitled': beside('create-stores-nothing', 'created-closed-and-untitled'),
  'create-listed-for-nobody-and-untitled': beside('create-listed-for-nobody', 'created-closed-and-untitled'),
  'create-stores-nothing-and-textless': beside('create-stores-nothing', 'created-empty-and-textless'),
  'create-twice-beside-neighbours': beside('create-twice', 'record-neighbours'),
  'create-twice-beside-the-latest': beside('create-twice', 'record-latest'),
  'create-basic-accepted-and-may-not-create': beside('create-basic-accepted', 'token-may-not-create-404'),
  'page-overlap-and-titles-only': beside('page-overlap', 'record-title-and-text'),
  'page-later-reversed-and-places': beside('page-later-reversed', 'record-place-on-page'),
  'page-first-hundred-only-and-cursors': beside('page-first-hundred-only', 'record-cursor'),
  'sort-invalid-oldest-first-and-cursors': beside('sort-invalid-oldest-first', 'record-cursor'),
  'sort-invalid-direction-obeyed-and-places': beside('sort-invalid-direction-obeyed', 'record-place-on-page'),
});
