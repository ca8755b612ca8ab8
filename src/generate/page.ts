import fc from 'fast-check';
import { MAX_PER_PAGE } from './per-page.ts';

/** A page of a list: its number, from 1, and its size. */
export interface Page {
  readonly size: number;
  readonly number: number;
}

/** How many pages of a size lie within what is known of a list; a short last one only where the list ends with it. */
export function pageCount(
  known: { readonly total: number; readonly complete: boolean },
  size: number,
): number {
  return Math.max(1, known.complete ? Math.ceil(known.total / size) : Math.floor(known.total / size));
}

/** Pages within what is known of a list; the last one of them, often a short one, is among them. */
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
