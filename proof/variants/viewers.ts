import { hideFromAnonymous, isAnonymous } from '../changes/callers.ts';
import { deviationsOf } from './variant.ts';

/** Number of the hundredth open issue in the public repository. */
const OF_THE_HUNDREDTH = 108;

/** Lists that depend on the caller. */
export const viewerVariants = deviationsOf({
  'anonymous-without-pull-requests': {
    difference: 'Anonymous callers see no pull requests.',
    change: hideFromAnonymous((issue) => issue.pull_request !== undefined),
  },
  'anonymous-sees-less': {
    difference: 'Anonymous callers do not see every seventh issue.',
    change: hideFromAnonymous(({ number }) => number % 7 === 0),
  },
  'anonymous-sees-no-oldest': {
    difference: 'Anonymous callers do not see the oldest issues, so their list is shorter.',
    change: hideFromAnonymous(({ number }) => number <= 20),
  },
  'anonymous-short-records': {
    difference: 'Anonymous callers see only the number and the title of an issue.',
    change: (b) => ({
      renderRecord: (issue, place, request) =>
        isAnonymous(b, request)
          ? JSON.stringify({ number: issue.number, title: issue.title })
          : b.renderRecord(issue, place, request),
    }),
  },
  'anonymous-sees-a-hundred': {
    difference: 'Anonymous callers see the hundred oldest open issues.',
    cannotShow: ['list.per-page.above-maximum', 'list.per-page.huge', 'list.page.partition'],
    change: hideFromAnonymous(({ number }) => number > OF_THE_HUNDREDTH),
  },
  'anonymous-sees-fifty': {
    difference: 'Anonymous callers see about fifty issues, the oldest.',
    cannotShow: [
      'list.per-page.above-maximum',
      'list.per-page.huge',
      'list.per-page.maximum',
      'list.page.partition',
    ],
    change: hideFromAnonymous(({ number }) => number > 55),
  },
  'anonymous-sees-twenty': {
    difference: 'Anonymous callers see about twenty issues, the oldest.',
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
    change: hideFromAnonymous(({ number }) => number > 22),
  },
});
