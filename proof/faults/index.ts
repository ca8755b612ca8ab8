import { accessFaults } from './access.ts';
import { afterWritesFaults, carriedOverFaults } from './after-requests.ts';
import { answerFaults, httpFaults } from './answer.ts';
import { callerFaults } from './callers.ts';
import { createPayloadFaults } from './create-payload.ts';
import { createRaceFaults } from './create-races.ts';
import { createRefusalFaults, refusedStoredFaults } from './create-refusal.ts';
import { createStorageFaults } from './create-storage.ts';
import { type Fault, findIn } from './fault.ts';
import { intermittentFaults } from './intermittent.ts';
import { pageFaults } from './page.ts';
import { pageSizeFaults, perPageFaults } from './per-page.ts';
import { privateFaults } from './private.ts';
import { reportedFaults } from './reported.ts';
import { oldestFirstFaults, sortFaults, stateFaults } from './sort-and-state.ts';
import { valueFaults } from './values.ts';
import { weakRecordFaults } from './weak-records.ts';

/** List faults that do not depend on caller or time, so that each can be crossed with a circumstance. */
export const listFaults = [
  ...answerFaults,
  ...stateFaults,
  ...perPageFaults,
  ...pageFaults,
  ...pageSizeFaults,
  ...sortFaults,
] as const;

const plain = [
  ...listFaults,
  ...oldestFirstFaults,
  ...httpFaults,
  ...accessFaults,
  ...privateFaults,
  ...createRefusalFaults,
  ...createPayloadFaults,
  ...createStorageFaults,
  ...createRaceFaults,
  ...refusedStoredFaults,
  ...callerFaults,
  ...afterWritesFaults,
  ...intermittentFaults,
  ...carriedOverFaults,
] as const;

const all = [...plain, ...weakRecordFaults(plain), ...reportedFaults, ...valueFaults] as const;

export type FaultId = (typeof all)[number]['id'];

/** All faults, in the order of the specification; those that depend on caller, time or records come last. */
export const faults: readonly (Fault & { readonly id: FaultId })[] = all;

export const findFault = (id: string): Fault & { readonly id: FaultId } => findIn('fault', faults, id);
