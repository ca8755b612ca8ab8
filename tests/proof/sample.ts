import { frozenVerdicts, rulesWith } from '../../proof/verdicts.ts';
import { type Cell, cellName, quickCells } from './cells.ts';

/** Of the variants that pass everything, one in so many is tried. */
const ONE_VARIANT_IN = 8;

/**
 * Returns the cells that `npm test` tries: in `quick`, the first service that fails some rules, or leaves some rules undecided,
 * and some of the others. `npm run proof` tries all that are left.
 */
function sampled(): readonly Cell[] {
  const seen = new Set<string>();
  return quickCells.filter((cell, place) => {
    const letters = frozenVerdicts.get(cellName(cell));
    // One that is new is tried.
    if (letters === undefined || cell.kind === 'conforming' || cell.kind === 'nothing') return true;
    const open = rulesWith(letters, 'inconclusive');
    // Of a variant, all rules that it leaves undecided are told apart.
    const ends = [
      ...(cell.kind === 'fault' ? [`fails ${rulesWith(letters, 'fail').join()}`, ...open] : []),
      ...(cell.kind === 'variant' && open.length > 0 ? [`leaves ${open.join()}`] : []),
    ];
    const isNew = ends.some((end) => !seen.has(end));
    for (const end of ends) seen.add(end);
    return isNew || (cell.kind === 'variant' && place % ONE_VARIANT_IN === 0);
  });
}

/** The cells that `npm test` tries. */
export const testedCells = sampled();
