import type { CatalogueEntry } from './entry.ts';

/** Which results stand on which page. */
export const listPage = [
  {
    id: 'list.page.second',
    level: 'required',
    sections: ['4.1'],
    phase: 'read',
    needs: [],
    statement: '`per_page=5&page=2` answers 200 with results 6 to 10 of the list.',
    tried:
      "The page is compared with results 6 to 10 of the survey's first page. It is inconclusive where the list is too short to have a second page of five; ten issues decide it. A disagreement counts only if it is seen again on a list at rest.",
    means:
      'A client that turns to the second page sees the first one again, or misses issues between the two.',
  },
  {
    id: 'list.page.slices',
    level: 'implied',
    sections: ['4.1'],
    phase: 'read',
    needs: [],
    statement:
      'Page p at size n skips the first (p-1)n results and holds the next n, or as many as are left.',
    tried:
      'Generated pairs of page size and page number are compared with the slices of the list that the survey read, which is its first 200 results; a page of the default size, without `per_page`, is among them. The short last page is tried where the end of the list lies within them, and so is the one result that would follow it. A list with no second page for any size is inconclusive, and two issues are the least that can decide. A disagreement counts only if it is seen again on a list at rest.',
    means: 'A client that jumps to a page shows the wrong issues there, and nothing tells it so.',
  },
  {
    id: 'list.page.partition',
    level: 'implied',
    sections: ['4.1'],
    phase: 'read',
    needs: [],
    statement:
      'Walking the pages one after another, at any size, meets each issue once and only once, always in the same order.',
    tried:
      "For generated page sizes the pages are walked from the first, and the results laid end to end are compared with the survey's 200. An issue that is missing, repeated or out of order is a violation if it is seen again on a list at rest. It is inconclusive where the list fits on one page or where records cannot be told apart.",
    means: 'A client that copies a repository page by page loses some issues and stores others twice.',
  },
  {
    id: 'list.page.effective-size',
    level: 'implied',
    sections: ['4.1', '8'],
    phase: 'read',
    needs: [],
    statement:
      'Where a size was capped or fell back, page 2 begins right after page 1: at result 101 for `per_page=150`, at 31 for `per_page=0`.',
    tried:
      'Page 2 is asked for with 150, with 0 and with -5, and farther pages in `standard` and `thorough`. Where it must start follows from how many results the first page really has, whatever they should be. The list has to be longer than that page; otherwise it is inconclusive. A disagreement counts only if it is seen again on a list at rest.',
    means: 'A client that asks for 150 a page never sees results 101 to 150, with no error to warn it.',
  },
] as const satisfies readonly CatalogueEntry[];
