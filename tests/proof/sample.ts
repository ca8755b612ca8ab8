import { circumstances } from '../../proof/circumstances.ts';
import { listFaults } from '../../proof/faults/index.ts';
import { brokenIn, type Crossing } from './breaks.ts';

/** Every list fault under every circumstance. */
export const product: readonly Crossing[] = listFaults.flatMap(({ id }) =>
  circumstances.map((circumstance) => ({ fault: id, circumstance: circumstance.id })),
);

/**
 * A part of the product: every fault in at least one circumstance, by turns, and every rule in every one as far as there is
 * a fault that breaks it.
 */
export function covering(): readonly Crossing[] {
  const chosen = listFaults.flatMap(({ id }, index): Crossing[] => {
    const circumstance = circumstances[index % circumstances.length];
    return circumstance === undefined ? [] : [{ fault: id, circumstance: circumstance.id }];
  });
  const pairsOf = (one: Crossing): string[] => brokenIn(one).map((rule) => `${rule} ${one.circumstance}`);
  const covered = new Set(chosen.flatMap(pairsOf));
  for (const one of product) {
    const pairs = pairsOf(one);
    if (pairs.every((pair) => covered.has(pair))) continue;
    chosen.push(one);
    for (const pair of pairs) covered.add(pair);
  }
  return chosen;
}
