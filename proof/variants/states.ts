import { isGivenAs, refuseLists } from '../changes/refusals.ts';
import { deviationsOf } from './variant.ts';

export const stateVariants = deviationsOf({
  'state-unknown-422': {
    difference: 'An unknown state is refused.',
    change: (b) => refuseLists(b, 422, (request) => isGivenAs(request, 'state', /^(?!(open|closed|all)$)/)),
  },
  'state-open-only': {
    cannotShow: ['list.state.default-open'],
    difference: 'Every state but `open` is refused.',
    change: (b) => refuseLists(b, 422, (request) => isGivenAs(request, 'state', /^(?!open$)/)),
  },
  'state-ignored': {
    cannotShow: ['list.state.default-open'],
    difference: 'Open issues are listed, whatever the state.',
    change: () => ({ stateFilter: () => 'open' }),
  },
  'state-all-unknown-422': {
    difference: 'Every state but `open` and `closed` is refused, also `all`.',
    change: (b) => refuseLists(b, 422, (request) => isGivenAs(request, 'state', /^(?!(open|closed)$)/)),
  },
  'state-empty-422': {
    difference: 'An empty state is refused.',
    change: (b) => refuseLists(b, 422, (request) => isGivenAs(request, 'state', /^$/)),
  },
  'state-unknown-empty': {
    difference: 'An unknown state yields an empty list.',
    change: (b) => ({
      stateFilter: (raw, request) =>
        raw === undefined || isGivenAs(request, 'state', /^(open|closed|all)$/)
          ? b.stateFilter(raw, request)
          : raw,
    }),
  },
  'state-other-words': {
    difference: 'Issues that are not open are listed with `done` and `any`; other states are refused.',
    change: (b) => ({
      ...refuseLists(b, 422, (request) => isGivenAs(request, 'state', /^(?!(open|done|any)$)/)),
      stateFilter: (raw, request) =>
        b.stateFilter(raw === 'done' ? 'closed' : raw === 'any' ? 'all' : raw, request),
    }),
  },
});
