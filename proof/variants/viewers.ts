import { recordsAs } from '../changes/answers.ts';
import { hideFromAnonymous, isAnonymous } from '../changes/callers.ts';
import { onlyWhere } from '../changes/moments.ts';
import { ABOVE, LATER_PAGES, OUT_OF_RANGE } from '../faults/broken-rules.ts';
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
    cannotShow: [
      'list.page.effective-size',
      'list.page.partition',
      'list.page.second',
      'list.page.slices',
      'list.per-page.above-maximum',
      'list.per-page.negative',
      'list.per-page.zero',
      'list.sort.invalid-default-order',
      'list.sort.invalid-ignores-direction',
      'list.state.default-open',
    ],
    change: onlyWhere((request, b) => isAnonymous(b, request))(
      recordsAs(({ number, title }) => ({ number, title })),
    ),
  },
  'anonymous-sees-a-hundred': {
    difference: 'Anonymous callers see the hundred oldest open issues.',
    cannotShow: [...ABOVE, 'list.page.partition'],
    change: hideFromAnonymous(({ number }) => number > OF_THE_HUNDREDTH),
  },
  'anonymous-sees-fifty': {
    difference: 'Anonymous callers see about fifty issues, the oldest.',
    cannotShow: [...ABOVE, 'list.per-page.maximum', 'list.page.partition'],
    change: hideFromAnonymous(({ number }) => number > 55),
  },
  'anonymous-sees-twenty': {
    difference: 'Anonymous callers see about twenty issues, the oldest.',
    cannotShow: [
      ...OUT_OF_RANGE,
      'list.per-page.maximum',
      'list.per-page.default',
      ...LATER_PAGES,
      'list.page.effective-size',
    ],
    change: hideFromAnonymous(({ number }) => number > 22),
  },
});
