import type { Change, LeftOut } from '../../proof/record/needed.ts';
import { nameOf, type ServiceCell } from './cells.ts';
import type { Child } from './children.ts';
import { differenceOf, type Outcome } from './outcome.ts';

/** A cell, and what it showed with all guards in place. */
export interface Seen {
  readonly cell: ServiceCell;
  readonly outcome: Outcome;
}

const KINDS: readonly ServiceCell['kind'][] = [
  'variant',
  'nothing',
  'setting',
  'fault',
  'program',
  'hostile',
];

/** A cell in which few guards decide anything is likely to need one of them; a healthy service more so than a broken one. */
const costOf = ({ cell, outcome }: Seen): number =>
  outcome.decided.length +
  20 * (cell.kind === 'fault' && cell.circumstance !== undefined ? 1 : KINDS.indexOf(cell.kind));

const GRAVITY = { verdict: 3, reason: 2, requests: 1 } as const;

const gravityOf = (difference: Pick<Change, 'what'> | null): number =>
  difference === null ? 0 : GRAVITY[difference.what];

/** True if a second try without the guard differs as gravely, and one with it does not: over a network, answers may differ by chance. */
async function isSeenAgain(
  child: Child,
  id: string,
  { cell, outcome }: Seen,
  what: Change['what'],
): Promise<boolean> {
  const again = await child.try({ cell, out: null });
  if (gravityOf(differenceOf(outcome, again)) >= GRAVITY[what]) return false;
  return gravityOf(differenceOf(again, await child.try({ cell, out: id }))) >= GRAVITY[what];
}

/** Tries cells without a guard until one of them has another verdict. A change counts if it is seen twice. */
export async function leaveOut(
  child: Child,
  id: string,
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
    if (!(await isSeenAgain(child, id, { cell, outcome }, difference.what))) continue;
    changed = { ...difference, cell: nameOf(cell) };
    if (difference.what === 'verdict') break;
  }
  return { reached, decided: deciding.length, tried, changed };
}

/** Adds what further cells showed to what was seen before. */
export const together = (one: LeftOut, more: LeftOut): LeftOut => ({
  reached: one.reached + more.reached,
  decided: one.decided + more.decided,
  tried: one.tried + more.tried,
  changed: gravityOf(more.changed) > gravityOf(one.changed) ? more.changed : one.changed,
});
