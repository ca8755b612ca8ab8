import type { CatalogueEntry } from './entry.ts';

/** How many results a page holds, and what becomes of sizes outside 1 to 100. */
export const listPerPage = [
  {
    id: 'list.per-page.default',
    level: 'required',
    sections: ['4.1', '8'],
    phase: 'read',
    needs: [],
    statement: 'Without `per_page` a full page holds 30 results.',
    tried:
      'The plain list, as each caller is given it, is counted and compared with the first 30 results of `per_page=100`. With 30 issues or fewer any larger default looks the same, so it is inconclusive; 31 issues decide it. A disagreement counts only if it is seen again on a list at rest.',
    means: 'A client that works out page numbers from the default of 30 skips issues or shows them twice.',
  },
  {
    id: 'list.per-page.at-most',
    level: 'required',
    sections: ['4.1'],
    phase: 'read',
    needs: [],
    statement: 'For any `per_page` from 1 to 100 a page holds at most that many results.',
    tried:
      '10 is always tried; `quick` adds a few generated sizes, the others every size from 1 to 100. A size says something only where the survey has seen more results than that; a list too short for every size tried is inconclusive, and 101 issues decide all of them. A size that is exceeded is tried again on a list at rest before it counts.',
    means:
      'A client that sizes a screen or a buffer by what it asked for overflows it, or silently drops the rest.',
  },
  {
    id: 'list.per-page.fills',
    level: 'implied',
    sections: ['4.1'],
    phase: 'read',
    needs: [],
    statement:
      'For any `per_page` from 1 to 100 a page holds exactly that many results while that many or more remain.',
    tried:
      'The sizes of list.per-page.at-most are compared with the list as the survey read it, 100 results at a time: every size from 1 to 100, a few of them in `quick`. A size larger than what remains says nothing, so an empty list is inconclusive and 100 issues decide every size. A page that comes short is tried again on a list at rest before it counts.',
    means:
      'A client that takes a short page for the last one stops there and never sees the issues behind it.',
  },
  {
    id: 'list.per-page.maximum',
    level: 'required',
    sections: ['4.1', '8'],
    phase: 'read',
    needs: [],
    statement: '`per_page=100` is honoured in full: 100 results where 100 or more exist.',
    tried:
      'The first page of `per_page=100` is counted. Whether 100 issues exist is found out with other page sizes too, so that a lower cap cannot hide itself. With fewer than 100 issues it is inconclusive; 100 decide it.',
    means:
      'A client that asks for the documented maximum and gets less takes the page for the last one, or needs several times the requests it planned for.',
  },
  {
    id: 'list.per-page.above-maximum',
    level: 'required',
    sections: ['8'],
    phase: 'read',
    needs: [],
    statement:
      'Any `per_page` above 100 answers 200 with just what `per_page=100` gives: never more than 100 results.',
    tried:
      '101 and 150 are always tried, then sizes that wrap round in 16 bits and larger ones that still fit 32 bits. Each must give the same results in the same order as `per_page=100`. With 100 issues or fewer a missing cap cannot show, so it is inconclusive; 101 issues decide it. A disagreement counts only if it is seen again on a list at rest.',
    means:
      'A client that asks for too many gets an error where it was promised a page, or an answer so large that it runs out of time or memory.',
  },
  {
    id: 'list.per-page.huge',
    level: 'implied',
    sections: ['7', '8'],
    phase: 'read',
    needs: [],
    statement:
      'A `per_page` too large for a 32-bit or 64-bit integer answers 200 and is capped at 100 like any other large one.',
    tried:
      'The values on both sides of the signed and unsigned 32-bit and 64-bit limits are tried, and generated numbers with more digits than that. Each must give the results of `per_page=100`. With 100 issues or fewer a number that wraps round to a larger page cannot be told from one that is capped; 101 issues decide it.',
    means:
      'A client that sends the largest integer of its language to mean all there is meets a server error, or an empty page that looks like an empty repository.',
  },
  {
    id: 'list.per-page.zero',
    level: 'required',
    sections: ['8'],
    phase: 'read',
    needs: [],
    statement: '`per_page=0` answers 200 and falls back to 30: the same results as without `per_page`.',
    tried:
      'The page is compared, result by result, with the plain list. With 30 issues or fewer a fallback to some other size looks the same, so it is inconclusive; 31 issues decide it. A disagreement counts only if it is seen again on a list at rest.',
    means:
      'A client that walks pages until an empty one takes the empty answer for the end of the list, and reports a repository without issues.',
  },
  {
    id: 'list.per-page.negative',
    level: 'required',
    sections: ['8'],
    phase: 'read',
    needs: [],
    statement:
      'Any negative `per_page` answers 200 and falls back to 30: the same results as without `per_page`.',
    tried:
      '-1 and -5 are always tried, as are the lowest 32-bit and 64-bit integers and their neighbours, then generated negative numbers. Each page is compared, result by result, with the plain list. With 30 issues or fewer it is inconclusive; 31 decide it. A disagreement counts only if it is seen again on a list at rest.',
    means: 'A client that uses -1 for no limit gets a server error, or the whole table in one answer.',
  },
] as const satisfies readonly CatalogueEntry[];
