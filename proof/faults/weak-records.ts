import { combine } from '../changes/decisions.ts';
import { findVariant } from '../variants/index.ts';
import { type Fault, findIn } from './fault.ts';

/** Faults with the variants of records that hide them, or nearly do, because records show little of an issue, or too much. */
const BESIDE = {
  'create-concurrent-lost-and-ids-only': ['create-concurrent-lost', 'record-id-only'],
  'create-concurrent-doubled-and-ids-only': ['create-concurrent-doubled', 'record-id-only'],
  'create-twice-and-ids-only': ['create-twice', 'record-id-only'],
  'create-listed-twice-and-ids-only': ['create-listed-twice', 'record-id-only'],
  'refused-stored-anonymous-and-ids-only': ['refused-stored-anonymous', 'record-id-only'],
  'create-stores-nothing-and-untitled': ['create-stores-nothing', 'created-closed-and-untitled'],
  'create-listed-for-nobody-and-untitled': ['create-listed-for-nobody', 'created-closed-and-untitled'],
  'create-stores-nothing-and-textless': ['create-stores-nothing', 'created-empty-and-textless'],
  'create-twice-beside-neighbours': ['create-twice', 'record-neighbours'],
  'create-twice-beside-the-latest': ['create-twice', 'record-latest'],
  'create-basic-accepted-and-may-not-create': ['create-basic-accepted', 'token-may-not-create-404'],
  'page-overlap-and-titles-only': ['page-overlap', 'record-title-and-text'],
  'page-later-reversed-and-places': ['page-later-reversed', 'record-place-on-page'],
  'page-first-hundred-only-and-cursors': ['page-first-hundred-only', 'record-cursor'],
  'sort-invalid-oldest-first-and-cursors': ['sort-invalid-oldest-first', 'record-cursor'],
  'sort-invalid-direction-obeyed-and-places': ['sort-invalid-direction-obeyed', 'record-place-on-page'],
} as const;

/** Returns the faults that show beside a variant, some of those that are given. */
export const weakRecordFaults = (plain: readonly Fault[]) =>
  Object.entries(BESIDE).map(([id, [fault, variant]]) => {
    const { description, breaks, change } = findIn('fault', plain, fault);
    const { difference, change: other } = findVariant(variant);
    const both = { description: `${difference} ${description}`, breaks, change: combine(other, change) };
    return Object.assign({ id: id as keyof typeof BESIDE }, both);
  });
