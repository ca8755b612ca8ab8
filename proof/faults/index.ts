import { accessFaults } from './access.ts';
import { afterWritesFaults } from './after-writes.ts';
import { anonymousOnlyFaults } from './anonymous-only.ts';
import { answerFaults } from './answer.ts';
import { carriedOverFaults } from './carried-over.ts';
import { createContentFaults } from './create-content.ts';
import { createDisplacingFaults } from './create-displacing.ts';
import { createPayloadFaults } from './create-payload.ts';
import { createRaceFaults } from './create-race.ts';
import { createRefusalFaults } from './create-refusal.ts';
import { createStorageFaults } from './create-storage.ts';
import { erringFaults } from './erring.ts';
import type { Fault } from './fault.ts';
import { httpFaults } from './http.ts';
import { intermittentFaults } from './intermittent.ts';
import { intermittentCreationFaults } from './intermittent-creations.ts';
import { oddAccessFaults } from './odd-access.ts';
import { oddCreationFaults } from './odd-creations.ts';
import { oldestFirstFaults } from './oldest-first.ts';
import { outsiderOnlyFaults } from './outsider-only.ts';
import { pageFaults } from './page.ts';
import { pageBorderFaults } from './page-border.ts';
import { callerPageSizeFaults, pageSizeFaults } from './page-sizes.ts';
import { perPageFaults } from './per-page.ts';
import { perPageBesideFaults } from './per-page-beside.ts';
import { perPageNumberFaults } from './per-page-number.ts';
import { privateFaults } from './private.ts';
import { privateShownFaults } from './private-shown.ts';
import { privateWayFaults } from './private-ways.ts';
import { refusedStoredFaults } from './refused-stored.ts';
import { replicaFaults } from './replicas.ts';
import { sortFaults } from './sort.ts';
import { staleListFaults } from './stale-lists.ts';
import { stateFaults } from './state.ts';
import { stoppingFaults } from './stopping.ts';
import { tokenFaults } from './token.ts';
import { weakRecordFaults } from './weak-records.ts';

export type { Fault } from './fault.ts';

/** List faults that do not depend on caller or time, so that each can be crossed with a circumstance. */
export const listFaults = [
  ...answerFaults,
  ...stateFaults,
  ...perPageFaults,
  ...perPageNumberFaults,
  ...perPageBesideFaults,
  ...pageFaults,
  ...pageBorderFaults,
  ...pageSizeFaults,
  ...sortFaults,
] as const;

/** Faults in access to creations, payloads, and storage. */
const createFaults = [
  ...createRefusalFaults,
  ...createPayloadFaults,
  ...createContentFaults,
  ...createStorageFaults,
  ...createDisplacingFaults,
  ...createRaceFaults,
  ...refusedStoredFaults,
] as const;

/** Faults for some callers only, at some requests only, or after another event. */
const circumstanceFaults = [
  ...anonymousOnlyFaults,
  ...outsiderOnlyFaults,
  ...callerPageSizeFaults,
  ...afterWritesFaults,
  ...staleListFaults,
  ...replicaFaults,
  ...intermittentFaults,
  ...intermittentCreationFaults,
  ...erringFaults,
  ...carriedOverFaults,
] as const;

const all = [
  ...listFaults,
  ...oldestFirstFaults,
  ...httpFaults,
  ...accessFaults,
  ...tokenFaults,
  ...privateFaults,
  ...privateWayFaults,
  ...privateShownFaults,
  ...createFaults,
  ...circumstanceFaults,
  ...oddAccessFaults,
  ...oddCreationFaults,
  ...stoppingFaults,
  ...weakRecordFaults,
] as const;

export type FaultId = (typeof all)[number]['id'];

/** All injected faults, in the order of the specification; faults with circumstances come last. */
export const faults: readonly (Fault & { readonly id: FaultId })[] = all;

/**
 * Returns the fault with this id.
 *
 * @throws Error that lists all faults if the id is unknown
 */
export function findFault(id: string): Fault & { readonly id: FaultId } {
  const found = faults.find((fault) => fault.id === id);
  if (found === undefined) {
    throw new Error(`Unknown fault "${id}"; expected one of ${faults.map((fault) => fault.id).join(', ')}.`);
  }
  return found;
}
