import { accessFaults } from './access.ts';
import { answerFaults } from './answer.ts';
import { circumstanceFaults } from './circumstances.ts';
import { createFaults } from './create.ts';
import type { Fault } from './fault.ts';
import { httpFaults } from './http.ts';
import { pageFaults } from './page.ts';
import { pageBorderFaults } from './page-border.ts';
import { perPageFaults } from './per-page.ts';
import { perPageNumberFaults } from './per-page-number.ts';
import { privateFaults } from './private.ts';
import { sortFaults } from './sort.ts';
import { stateFaults } from './state.ts';
import { tokenFaults } from './token.ts';

export type { Fault } from './fault.ts';

/** What is wrong with a list whoever asks for it, and whenever: each of these can be crossed with a circumstance. */
export const listFaults = [
  ...answerFaults,
  ...stateFaults,
  ...perPageFaults,
  ...perPageNumberFaults,
  ...pageFaults,
  ...pageBorderFaults,
  ...sortFaults,
] as const;

const all = [
  ...listFaults,
  ...httpFaults,
  ...accessFaults,
  ...tokenFaults,
  ...privateFaults,
  ...createFaults,
  ...circumstanceFaults,
] as const;

export type FaultId = (typeof all)[number]['id'];

/** Every mistake that the service can make, in the order of the document, those of circumstance last. */
export const faults: readonly (Fault & { readonly id: FaultId })[] = all;

/**
 * The fault of that name, for names that come from outside.
 *
 * @throws Error that lists the faults there are.
 */
export function findFault(id: string): Fault & { readonly id: FaultId } {
  const found = faults.find((fault) => fault.id === id);
  if (found === undefined) {
    throw new Error(`There is no fault "${id}". There are: ${faults.map((fault) => fault.id).join(', ')}.`);
  }
  return found;
}
