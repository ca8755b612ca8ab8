import { startAt } from '../changes/sizes-and-pages.ts';
import type { Fault } from './fault.ts';

const BLOCK = 50;

/** Faults that lose, repeat or move results at page borders. */
export const pageBorderFaults = [
  {
    id: 'page-three-is-two',
    description: 'The handler of the third page is a copy of that of the second.',
    breaks: ['list.page.slices', 'list.page.partition'],
    change: (b) => ({
      pageNumber: (raw, request) => {
        const page = b.pageNumber(raw, request);
        return page === 3 ? 2 : page;
      },
    }),
  },
  {
    id: 'page-offset-in-a-byte',
    description: 'The offset of a page is stored in a signed byte.',
    breaks: ['list.page.slices', 'list.page.partition'],
    change: () => startAt(({ page, size }) => Number(BigInt.asIntN(8, BigInt((page - 1) * size)))),
  },
  {
    id: 'page-count-rounded',
    description: 'The number of pages is rounded to the nearest integer, so a short last page may be lost.',
    breaks: ['list.page.slices'],
    change: (b) => ({
      cut: (arranged, window, listing) =>
        window.page > Math.max(1, Math.round(arranged.length / window.size))
          ? []
          : b.cut(arranged, window, listing),
    }),
  },
  {
    id: 'page-block-border-lost',
    description:
      'Results are read in blocks of fifty, and a page that begins with a block lacks its first result.',
    breaks: ['list.page.slices', 'list.page.partition'],
    change: (b) => ({
      cut: (arranged, window, listing) => {
        const page = b.cut(arranged, window, listing);
        const isAtBorder = window.page > 1 && ((window.page - 1) * window.size) % BLOCK === 0;
        return isAtBorder ? page.slice(1) : page;
      },
    }),
  },
  {
    id: 'page-of-joined-rows',
    description:
      'The page is cut from a join in which some issues have two rows; duplicates are removed afterwards.',
    breaks: [
      'list.per-page.fills',
      'list.page.slices',
      'list.per-page.default',
      'list.per-page.maximum',
      'list.per-page.zero',
      'list.per-page.negative',
    ],
    change: (b) => ({
      cut: (arranged, window, listing) => {
        const rows = arranged.flatMap((issue) => (issue.comments > 9 ? [issue, issue] : [issue]));
        return [...new Set(b.cut(rows, window, listing))];
      },
    }),
  },
  {
    id: 'page-counted-before-filter',
    description:
      'Pages are read from the end of the list, whose length is counted before filtering by state.',
    breaks: [
      'list.per-page.default',
      'list.per-page.fills',
      'list.per-page.maximum',
      'list.per-page.zero',
      'list.per-page.negative',
    ],
    change: () => ({
      cut: (arranged, { size, page }, { repository }) => {
        const hidden = repository.issues.length - arranged.length;
        return arranged.slice(Math.max(0, (page - 1) * size - hidden), Math.max(0, page * size - hidden));
      },
    }),
  },
  {
    id: 'page-offset-before-filter',
    description: 'The offset counts issues of all states, and the page is filled with open ones.',
    breaks: ['list.page.slices', 'list.page.partition'],
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
  {
    id: 'page-after-the-second',
    description:
      "A page starts after the second of the previous page's last result, so other issues of that second are lost.",
    breaks: ['list.page.slices', 'list.page.partition', 'list.page.second'],
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
  {
    id: 'page-short-loses-last',
    description: 'The last result of a page that is not full is taken for an end mark.',
    breaks: ['list.page.slices'],
    change: (b) => ({
      cut: (arranged, window, listing) => {
        const page = b.cut(arranged, window, listing);
        return page.length < window.size ? page.slice(0, -1) : page;
      },
    }),
  },
] as const satisfies readonly Fault[];
