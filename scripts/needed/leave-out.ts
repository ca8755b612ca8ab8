import type { Guard } from '../../proof/needed/guard.ts';
import type { LeftOut } from '../../proof/record/needed.ts';
import { nameOf, type ServiceCell } from './cells.ts';
import type { Child } from './children.ts';
import { differenceOf, type Outcome } from './outcome.ts';

/** A cell, and what it showed with all guards in place. */
export interface Seen {
  readonly cell: ServiceCell;
  readonly outcome: Outcome;
}

const KINDS: readonly ServiceCell['kind'][] = ['variant', 'nothing', 'fault', 'program', 'hostile'];

/** A cell in which few guards decide anything is likely to need one of them; a healthy service more so than a broken one. */
const costOf = ({ cell, outcome }: Seen): number =>
  outcome.decided.length +
  20 * (cell.kind === 'fault' && cell.circumstance !== undefined ? 1 : KINDS.indexOf(cell.kind));

const GRAVITY = { verdict: 3, reason: 2, requests: 1 } as const;

/** Tries cells without a guard until one of them has another verdict. A change counts if it is seen twice. */
export async function leaveOut(
  child: Child,
  { id }: Guard,
  seen: readonly Seen[],
  most: number,
): Promise<LeftOut> {
  const deciding = seen
    .filter(({ outcome }) => outcome.decided.includes(id))
    .toSorted((a, b) => costOf(a) - costOf(b));
  const reached = seen.filter(({ outcome }) => outcome.reached.includes(id)).length;
  let [tried, changed]: [number, LeftOut['changed']] = [0, null];
  for (const { cell, outcome } of deciding.slice(0, most)) {
    tried += 1;
    const difference = differenceOf(outcome, await child.try({ cell, out: id }));
    if (difference === null) continue;
    if (changed !== null && GRAVITY[changed.what] >= GRAVITY[difference.what]) continue;
    const again = await child.try({ cell, out: null });
    const isSteady = differenceOf(outcome, again) === null;
    const second = differenceOf(again, await child.try({ cell, out: id }));
    if (!isSteady || second?.what !== difference.what) continue;
    changed = { ...difference, cell: nameOf(cell) };
    if (difference.what === 'verdict') break;
  }
  return { reached, decided: deciding.length, tried, changed };
}
