import type { LeftOut, VerdictChange } from '../../proof/record/needed.ts';
import { cellName, type ServiceCell } from './cells.ts';
import type { Child } from './children.ts';
import { type CellOutcome, differenceOf } from './outcome.ts';

/** A cell and its outcome with all guards. */
export interface SeenCell {
  readonly cell: ServiceCell;
  readonly outcome: CellOutcome;
}

/** Returns the group of a cell: its kind, profile, circumstance and setting. */
const groupOf = ({ cell }: SeenCell): string =>
  [
    cell.kind,
    cell.profile,
    'circumstance' in cell ? cell.circumstance : '',
    cell.kind === 'setting' ? cell.id : '',
  ].join(' ');

/**
 * Sorts cells so that one of each group comes first. Within a group, cells in which few guards decide come
 * first.
 */
function inTurn(seen: readonly SeenCell[]): SeenCell[] {
  const places = new Map<string, number>();
  const placed = seen
    .toSorted((a, b) => a.outcome.decided.length - b.outcome.decided.length)
    .map((one) => {
      const place = places.get(groupOf(one)) ?? 0;
      places.set(groupOf(one), place + 1);
      return { one, place };
    });
  return placed.toSorted((a, b) => a.place - b.place).map(({ one }) => one);
}

const GRAVITY = { verdict: 3, reason: 2, requests: 1 } as const;

const gravityOf = (difference: Pick<VerdictChange, 'what'> | null): number =>
  difference === null ? 0 : GRAVITY[difference.what];

/**
 * True if a second try without the guard differs as gravely, and one with it does not. Over a network,
 * responses may differ by chance.
 */
async function isSeenAgain(
  child: Child,
  id: string,
  { cell, outcome }: SeenCell,
  what: VerdictChange['what'],
): Promise<boolean> {
  const again = await child.try({ cell, out: null });
  if (gravityOf(differenceOf(outcome, again)) >= GRAVITY[what]) return false;
  return gravityOf(differenceOf(again, await child.try({ cell, out: id }))) >= GRAVITY[what];
}

/** Tries cells without a guard until a verdict changes. A change counts if it is seen twice. */
export async function leaveOut(
  child: Child,
  id: string,
  seen: readonly SeenCell[],
  most: number,
): Promise<LeftOut> {
  const deciding = inTurn(seen.filter(({ outcome }) => outcome.decided.includes(id)));
  const reached = seen.filter(({ outcome }) => outcome.reached.includes(id)).length;
  let [tried, changed]: [number, LeftOut['changed']] = [0, null];
  for (const { cell, outcome } of deciding.slice(0, most)) {
    tried += 1;
    const difference = differenceOf(outcome, await child.try({ cell, out: id }));
    if (difference === null) continue;
    if (changed !== null && GRAVITY[changed.what] >= GRAVITY[difference.what]) continue;
    if (!(await isSeenAgain(child, id, { cell, outcome }, difference.what))) continue;
    changed = { ...difference, cell: cellName(cell) };
    if (difference.what === 'verdict') break;
  }
  return { reached, decided: deciding.length, tried, changed };
}

/** Adds the results of further cells. */
export const addLeftOut = (one: LeftOut, more: LeftOut): LeftOut => ({
  reached: one.reached + more.reached,
  decided: one.decided + more.decided,
  tried: one.tried + more.tried,
  changed: gravityOf(more.changed) > gravityOf(one.changed) ? more.changed : one.changed,
});
