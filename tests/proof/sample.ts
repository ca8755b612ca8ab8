import { circumstances } from '../../proof/circumstances.ts';
import { type FaultId, faults, listFaults } from '../../proof/faults/index.ts';
import { record } from '../../proof/record/record.ts';
import type { ProfileName } from '../../src/model/profile.ts';
import { brokenIn, type Crossing } from './breaks.ts';

/** All pairs of list fault and circumstance. */
export const product: readonly Crossing[] = listFaults.flatMap(({ id }) =>
  circumstances.map((circumstance) => ({ fault: id, circumstance: circumstance.id })),
);

/**
 * Returns a sample of the product. It has each fault under one circumstance, and each rule under every
 * circumstance if a fault breaks it.
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

/** Smallest number of faults of each rule in the sample. */
const OF_EACH_RULE = 2;

const firstOfEachRule: ReadonlySet<FaultId> = (() => {
  const seen = new Map<string, number>();
  const chosen = new Set<FaultId>();
  for (const { id, breaks } of faults) {
    if (!breaks.some((rule) => (seen.get(rule) ?? 0) < OF_EACH_RULE)) continue;
    chosen.add(id);
    for (const rule of breaks) seen.set(rule, (seen.get(rule) ?? 0) + 1);
  }
  return chosen;
})();

/**
 * True if `npm test` tries a fault in a profile. `quick` tries all faults with a fifth of the requests.
 * `standard` tries those that `quick` misses, and some of each rule.
 */
export const isInSample = (id: FaultId, profile: ProfileName): boolean =>
  profile === 'quick' ||
  firstOfEachRule.has(id) ||
  (record.faults[id]?.quick.length === 0 && record.faults[id]?.standard.length > 0);
