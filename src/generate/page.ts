import fc from 'fast-check';
import { MAX_PER_PAGE } from './per-page.ts';

/** A page of a list: its number, from 1, and its size. */
export interface Page {
  readonly size: number;
  readonly number: number;
}

/** Pages that begin within the first `total` results of a list; the last one of them, often a short one, is among them. */
export function pagesWithin(total: number): fc.Arbitrary<Page> {
  return fc.integer({ min: 1, max: Math.max(1, Math.min(MAX_PER_PAGE, total)) }).chain((size) => {
    const last = Math.max(1, Math.ceil(total / size));
    return fc
      .oneof(
        { weight: 3, arbitrary: fc.integer({ min: 1, max: last }) },
        { weight: 1, arbitrary: fc.constant(last) },
      )
      .map((number) => ({ size, number }));
  });
}
