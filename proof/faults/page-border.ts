import { revise } from '../changes/decisions.ts';
import { startAt } from '../changes/sizes-and-pages.ts';
import { FULL, LATER_PAGES, PAGES } from './broken-rules.ts';
import { faultsOf } from './fault.ts';

const BLOCK = 50;

/** Faults that lose, repeat or move results at page borders. */
export const pageBorderFaults = faultsOf({
  'page-three-is-two': {
    description: 'The handler of the third page is a copy of that of the second.',
    breaks: LATER_PAGES,
    change: revise('pageNumber', (page) => (page === 3 ? 2 : page)),
  },
  'page-offset-in-a-byte': {
    description: 'The offset of a page is stored in a signed byte.',
    breaks: LATER_PAGES,
    change: startAt(({ page, size }) => Number(BigInt.asIntN(8, BigInt((page - 1) * size)))),
  },
  'page-count-rounded': {
    description: 'The number of pages is rounded to the nearest integer, so a short last page may be lost.',
    breaks: ['list.page.slices'],
    change: revise('cut', (cut, { length }, { page, size }) =>
      page > Math.max(1, Math.round(length / size)) ? [] : cut,
    ),
  },
  'page-block-border-lost': {
    description: 'Results are read in blocks of fifty; a page that begins with a block lacks its first one.',
    breaks: LATER_PAGES,
    change: revise('cut', (cut, _arranged, { page, size }) =>
      page > 1 && ((page - 1) * size) % BLOCK === 0 ? cut.slice(1) : cut,
    ),
  },
  'page-of-joined-rows': {
    description:
      'The page is cut from a join with two rows of some issues, and rid of duplicates afterwards.',
    breaks: [...FULL, 'list.page.slices'],
    change: (b) => ({
      cut: (arranged, window, listing) => {
        const rows = arranged.flatMap((issue) => (issue.comments > 9 ? [issue, issue] : [issue]));
        return [...new Set(b.cut(rows, window, listing))];
      },
    }),
  },
  'page-counted-before-filter': {
    description: 'Pages are read from the end of the list, which is counted before filtering by state.',
    breaks: FULL,
    change: () => ({
      cut: (arranged, { size, page }, { repository }) => {
        const hidden = repository.issues.length - arranged.length;
        return arranged.slice(Math.max(0, (page - 1) * size - hidden), Math.max(0, page * size - hidden));
      },
    }),
  },
  'page-offset-before-filter': {
    description: 'The offset counts issues of all states, and the page is filled with open ones.',
    breaks: LATER_PAGES,
    change: (b) => ({
      cut: (arranged, { size, page }, { repository, order }) => {
        const all = repository.arranged(`offset before filter ${order.key} ${order.direction}`, (issues) =>
          b.arrange(issues, 'all', order),
        );
        const passed = new Set(all.slice(0, (page - 1) * size));
        return arranged.filter((issue) => !passed.has(issue)).slice(0, size);
      },
    }),
  },
  'page-after-the-second': {
    description: "A page starts after the second of the previous page's last result, and loses the others.",
    breaks: PAGES,
    change: () => ({
      cut: (arranged, { size, page }) => {
        let from = 0;
        for (let number = 1; number < page && from < arranged.length; number += 1) {
          const end = from + size;
          const last = arranged[end - 1]?.created_at;
          const next = arranged.findIndex(({ created_at }, index) => index >= end && created_at !== last);
          from = next === -1 ? arranged.length : next;
        }
        return arranged.slice(from, from + size);
      },
    }),
  },
  'page-short-loses-last': {
    description: 'The last result of a page that is not full is taken for an end mark.',
    breaks: ['list.page.slices'],
    change: revise('cut', (cut, _arranged, { size }) => (cut.length < size ? cut.slice(0, -1) : cut)),
  },
});
