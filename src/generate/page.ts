import fc from 'fast-check';
import { MAX_PER_PAGE } from './per-page.ts';

/** A page of a list by its size and its number, counted from 1. */
export interface Page {
  readonly size: number;
  readonly number: number;
}

/**
 * Returns the number of pages within the known part of a list. A short last page counts only if the list is
 * complete.
 */
export function pageCount(
  known: { readonly total: number; readonly complete: boolean },
  size: number,
): number {
  return Math.max(1, known.complete ? Math.ceil(known.total / size) : Math.floor(known.total / size));
}

/** Pages within the known part of a list, often the last one, which may be short. */
export function pagesWithin(known: {
  readonly total: number;
  readonly complete: boolean;
}): fc.Arbitrary<Page> {
  const { total } = known;
  return fc.integer({ min: 1, max: Math.max(1, Math.min(MAX_PER_PAGE, total)) }).chain((size) => {
    const last = pageCount(known, size);
    return fc
      .oneof(
        { weight: 3, arbitrary: fc.integer({ min: 1, max: last }) },
        { weight: 1, arbitrary: fc.constant(last) },
      )
      .map((number) => ({ size, number }));
  });
}
