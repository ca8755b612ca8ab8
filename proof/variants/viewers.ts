import { hideFromAnonymous, isAnonymous } from '../changes/callers.ts';
import type { Deviation } from './variant.ts';

/** Number of the hundredth open issue of the public repository. */
const OF_THE_HUNDREDTH = 108;

/** What is shown depends on who asks. */
export const viewerVariants = [
  {
    id: 'anonymous-without-pull-requests',
    difference: 'Who sends no credential sees no pull requests.',
    change: (b) => hideFromAnonymous(b, (issue) => issue.pull_request !== undefined),
  },
  {
    id: 'anonymous-sees-less',
    difference: 'Who sends no credential does not see every seventh issue.',
    change: (b) => hideFromAnonymous(b, ({ number }) => number % 7 === 0),
  },
  {
    id: 'anonymous-sees-no-oldest',
    difference: 'Who sends no credential does not see the oldest issues, so that his list ends before.',
    change: (b) => hideFromAnonymous(b, ({ number }) => number <= 20),
  },
  {
    id: 'anonymous-short-records',
    difference: 'Who sends no credential gets a number and a title of each issue.',
    change: (b) => ({
      renderRecord: (issue, place, request) =>
        isAnonymous(b, request)
          ? JSON.stringify({ number: issue.number, title: issue.title })
          : b.renderRecord(issue, place, request),
    }),
  },
  {
    id: 'anonymous-sees-a-hundred',
    difference: 'Who sends no credential sees the hundred oldest open issues.',
    cannotShow: ['list.per-page.above-maximum', 'list.per-page.huge', 'list.page.partition'],
    change: (b) => hideFromAnonymous(b, ({ number }) => number > OF_THE_HUNDREDTH),
  },
  {
    id: 'anonymous-sees-fifty',
    difference: 'Who sends no credential sees about fifty issues, the oldest.',
    cannotShow: [
      'list.per-page.above-maximum',
      'list.per-page.huge',
      'list.per-page.maximum',
      'list.page.partition',
    ],
    change: (b) => hideFromAnonymous(b, ({ number }) => number > 55),
  },
  {
    id: 'anonymous-sees-twenty',
    difference: 'Who sends no credential sees about twenty issues, the oldest.',
    cannotShow: [
      'list.per-page.above-maximum',
      'list.per-page.huge',
      'list.per-page.maximum',
      'list.per-page.default',
      'list.per-page.zero',
      'list.per-page.negative',
      'list.page.slices',
      'list.page.partition',
      'list.page.effective-size',
    ],
    change: (b) => hideFromAnonymous(b, ({ number }) => number > 22),
  },
] as const satisfies readonly Deviation[];
