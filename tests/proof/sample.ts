import { circumstances } from '../../proof/circumstances.ts';
import { type FaultId, faults, listFaults } from '../../proof/faults/index.ts';
import { record } from '../../proof/record/record.ts';
import type { ProfileName } from '../../src/engine/profile.ts';
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

/** So many faults of each rule are in the sample at least. */
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
 * Whether `npm test` tries a fault in a profile: each in `quick`, which is a fifth of the requests; in `standard` those that
 * `quick` does not find, and some of each rule.
 */
export const isInSample = (id: FaultId, profile: ProfileName): boolean =>
  profile === 'quick' ||
  firstOfEachRule.has(id) ||
  (record.faults[id]?.quick.length === 0 && record.faults[id]?.standard.length > 0);
