import type { FaultId } from '../../proof/faults/index.ts';
import { findVariant } from '../../proof/variants/index.ts';
import { frozenVerdicts, rulesWith } from '../../proof/verdicts.ts';
import { type Cell, cellName, quickCells } from './cells.ts';

/** Faults with the letters of an earlier one, on which alone a rule fails in some case, or in some way. */
const SHOWN_BY_THEM_ALONE: ReadonlySet<string> = new Set<FaultId>([
  'state-with-size-500',
  'state-open-finds-nothing',
  'per-page-above-default',
  'per-page-huge-64-bits-500',
  'per-page-zero-everything',
  'per-page-negative-from-the-end',
  'per-page-negative-64-bits-500',
  'per-page-exponent',
  'page-later-reversed',
  'page-offset-before-fallback',
  'page-lost-with-cap',
  'sort-inherited-500',
  'sort-invalid-empty',
  'sort-invalid-direction-422',
  'sort-invalid-other-ties',
  'sort-invalid-direction-turns-page',
  'token-compared-by-ends',
  'unknown-repo-500',
  'private-open-with-a-direction',
  'private-403-when-sorted',
  'private-named-in-401',
  'create-anonymous-accepted',
  'create-first-anonymous-let-in',
  'create-empty-bearer-accepted',
  'create-malformed-credential-500',
  'title-missing-taken-from-body',
  'title-null-accepted',
  'title-number-accepted',
  'title-type-500',
  'body-type-500',
  'payload-null-500',
  'payload-null-stops-the-service',
  'create-without-body-500',
  'title-missing-draft',
  'create-database-locked',
  'create-concurrent-422',
  'anonymous-pages-of-ten',
  'stale-later-pages',
  'create-anonymous-500',
  'create-500-after-storing',
  'create-concurrent-doubled',
  'invalid-token-500',
  'page-named-of-ten',
]);

/** Variants that pass everything, and on which a rule would not without something that keeps it from a false alarm. */
const GUARDED_BY_THEM_ALONE: ReadonlySet<string> = new Set(
  [
    'record-text-and-query-link',
    'record-neighbour-without-texts',
    'record-without-id',
    'record-title-20',
    'created-beside-another-503',
  ].map((id) => findVariant(id).id),
);

/** Of the other variants that pass everything, one in so many is tried. */
const ONE_VARIANT_IN = 3;

/**
 * Returns the cells that `npm test` tries: in `quick`, every service that gets other letters than those before it, and some of
 * the others. `npm run proof` tries all that are left.
 */
function sampled(): readonly Cell[] {
  const seen = new Set<string>();
  return quickCells.filter((cell, place) => {
    const letters = frozenVerdicts.get(cellName(cell));
    // One that is new is tried.
    if (letters === undefined || cell.kind === 'conforming' || cell.kind === 'nothing') return true;
    // Causes differ more often than what a check decides.
    const verdicts = `${cell.kind} ${letters.replaceAll(/[A-Z]/g, 'i')}`;
    const isNew = !seen.has(verdicts) && rulesWith(letters, 'fail', 'inconclusive').length > 0;
    seen.add(verdicts);
    const isNamed = SHOWN_BY_THEM_ALONE.has(cell.id) || GUARDED_BY_THEM_ALONE.has(cell.id);
    return isNew || isNamed || (cell.kind === 'variant' && place % ONE_VARIANT_IN === 0);
  });
}

/** The cells that `npm test` tries. */
export const testedCells = sampled();

/**
 * Returns the faults that `npm test` leaves out although it tries no other on which a rule fails so.
 * @param shows returns the rule, the case and the kind of each failure on a cell
 */
export function wronglyLeftOut(shows: (cell: Cell) => readonly string[]): readonly string[] {
  const faults = quickCells.filter(({ kind }) => kind === 'fault');
  const shown = new Set(faults.filter((cell) => testedCells.includes(cell)).flatMap(shows));
  return faults.flatMap((cell) => {
    const others = shows(cell).filter((failure) => !shown.has(failure));
    return others.map(
      (failure) => `${cellName(cell)} alone shows ${failure}: name it in tests/proof/sample.ts`,
    );
  });
}
