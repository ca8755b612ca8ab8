import type { Behaviour } from '../behaviour.ts';
import type { Listing } from '../listing.ts';
import type { Issue } from '../world/issue.ts';

/** Reads a page once and gives it to all whose listing has the same key; without a key it is read anew. */
export function keepPages(
  b: Behaviour,
  keyOf: (listing: Listing) => readonly (string | number)[] | undefined,
): Pick<Behaviour, 'cut'> {
  const kept = new Map<string, readonly Issue[]>();
  return {
    cut: (arranged, window, listing) => {
      const parts = keyOf(listing);
      if (parts === undefined) return b.cut(arranged, window, listing);
      const { repository } = listing;
      const key = JSON.stringify([repository.owner, repository.name, ...parts]);
      const page = kept.get(key) ?? b.cut(arranged, window, listing);
      kept.set(key, page);
      return page;
    },
  };
}
