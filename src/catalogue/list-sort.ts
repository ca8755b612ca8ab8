import type { CatalogueEntry } from './entry.ts';

/** What a sort key that no service could know does: nothing. */
export const listSort = [
  {
    id: 'list.sort.invalid-ok',
    level: 'required',
    sections: ['4.1', '7'],
    phase: 'read',
    needs: [],
    statement: 'Any invalid value of `sort` still answers 200.',
    tried:
      'The sort keys are ones that no service could mean: random text, other scripts, quotes and punctuation, control characters, very long values, and names that every object inherits such as `constructor`, each percent-encoded. It counts only where a made-up repository is answered differently with the same query. Any other status is tried once more before it counts.',
    means:
      'A client that offers a sort key which the service does not know, or no longer knows, loses the whole list instead of its order.',
  },
  {
    id: 'list.sort.invalid-default-order',
    level: 'required',
    sections: ['4.1'],
    phase: 'read',
    needs: [],
    statement: 'An invalid `sort` leaves the list in its default order, whatever the page and the page size.',
    tried:
      'The sort keys are ones that no service could mean: random text, other scripts, quotes and punctuation, control characters, very long values, and names that every object inherits such as `constructor`, each percent-encoded. They are combined with generated page sizes and page numbers, one is sent right after a sort that the service may know, and each page is compared with the same slice of the plain list. Fewer than two issues have only one order and are inconclusive. A disagreement counts only if it is seen again on a list at rest.',
    means:
      'A client that walks the pages while each is ordered in its own way misses some issues and meets others twice.',
  },
  {
    id: 'list.sort.invalid-ignores-direction',
    level: 'required',
    sections: ['4.1'],
    phase: 'read',
    needs: [],
    statement:
      'With an invalid `sort` the list answers 200 in its default order even when `direction` is given.',
    tried:
      'Implausible sort keys are sent together with `direction=asc`, with `direction=desc` and with generated directions, and each page is compared with the same slice of the plain list. Both documented words are always tried, since one of them may be the default already. Fewer than two issues are inconclusive. A disagreement counts only if it is seen again on a list at rest.',
    means:
      'A client whose sort key is not known gets its list upside down, and takes the oldest issue for the newest.',
  },
] as const satisfies readonly CatalogueEntry[];
