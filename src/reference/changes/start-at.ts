import type { Behaviour } from '../behaviour.ts';
import type { Listing, Window } from '../listing.ts';

/** Lets a page begin somewhere else: `start` is given in results from the beginning of the list. */
export function startAt(
  start: (window: Window, listing: Listing, total: number) => number,
): Pick<Behaviour, 'cut'> {
  return {
    cut: (arranged, window, listing) => {
      const from = Math.max(0, start(window, listing, arranged.length));
      return arranged.slice(from, from + window.size);
    },
  };
}
