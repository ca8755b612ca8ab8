import type { FaultId } from '../../proof/faults/index.ts';
import { findVariant } from '../../proof/variants/index.ts';
import { frozenVerdicts, type Letters, rulesWith } from '../../proof/verdicts.ts';
import { type Cell, cellName, quickCells } from './cells.ts';

/** Faults that break the rules of an earlier one, and on which alone a rule fails in some case, or in some way. */
const SHOWN_BY_THEM_ALONE: ReadonlySet<string> = new Set<FaultId>([
  'token-list-500',
  'state-default-closed',
  'state-with-size-500',
  'state-open-finds-nothing',
  'per-page-ten-at-least',
  'per-page-above-default',
  'per-page-huge-64-bits-500',
  'per-page-zero-everything',
  'per-page-negative-from-the-end',
  'per-page-negative-64-bits-500',
  'per-page-exponent',
  'page-last-dropped',
  'page-last-padded',
  'page-later-reversed',
  'page-offset-before-fallback',
  'page-lost-with-cap',
  'sort-quote-500',
  'sort-inherited-500',
  'sort-invalid-oldest-first',
  'sort-invalid-empty',
  'sort-invalid-direction-422',
  'sort-invalid-other-ties',
  'sort-invalid-direction-turns-page',
  'oldest-first-half-again',
  'token-compared-by-half',
  'token-compared-by-ends',
  'unknown-repo-500',
  'private-open-with-a-direction',
  'private-403-when-sorted',
  'private-named-in-401',
  'create-first-anonymous-let-in',
  'create-empty-bearer-accepted',
  'create-basic-accepted',
  'title-missing-500',
  'title-number-accepted',
  'title-type-500',
  'body-type-500',
  'payload-null-500',
  'payload-null-stops-the-service',
  'create-without-body-500',
  'title-missing-draft',
  'create-500-after-storing',
  'create-concurrent-doubled',
  'create-database-locked',
  'create-concurrent-422',
  'outsider-default-15',
  'anonymous-pages-of-ten',
  'after-refusal-sizes-checked',
  'stale-later-pages',
  'sixth-list-cut-off',
  'invalid-token-500',
  'create-anonymous-500',
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
const ONE_VARIANT_IN = 8;

/** Returns a function that is true for the first service of a kind that fails these rules, or leaves some rule undecided. */
function isNewIn(): (kind: Cell['kind'], letters: Letters) => boolean {
  const seen = new Set<string>();
  return (kind, letters) => {
    const open = rulesWith(letters, 'inconclusive');
    // Of a variant, all rules that it leaves undecided are told apart.
    const ends = [
      ...(kind === 'fault' ? [`fails ${rulesWith(letters, 'fail').join()}`, ...open] : []),
      ...(kind === 'variant' && open.length > 0 ? [`leaves ${open.join()}`] : []),
    ];
    const isNew = ends.some((end) => !seen.has(end));
    for (const end of ends) seen.add(end);
    return isNew;
  };
}

/**
 * Returns the cells that `npm test` tries: in `quick`, services that show something new, and some of the others. `npm run proof`
 * tries all that are left.
 */
function sampled(): readonly Cell[] {
  const isNew = isNewIn();
  return quickCells.filter((cell, place) => {
    const letters = frozenVerdicts.get(cellName(cell));
    // One that is new is tried.
    if (letters === undefined || cell.kind === 'conforming' || cell.kind === 'nothing') return true;
    const isNamed = SHOWN_BY_THEM_ALONE.has(cell.id) || GUARDED_BY_THEM_ALONE.has(cell.id);
    const isChosen = cell.kind === 'variant' && place % ONE_VARIANT_IN === 0;
    return isNew(cell.kind, letters) || isNamed || isChosen;
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
