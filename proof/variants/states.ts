import { isGivenAs, refuseLists } from '../changes/refusals.ts';
import type { Deviation } from './variant.ts';

export const stateVariants = [
  {
    id: 'state-unknown-422',
    difference: 'A state that is not known is refused.',
    change: (b) => refuseLists(b, 422, (request) => isGivenAs(request, 'state', /^(?!(open|closed|all)$)/)),
  },
  {
    id: 'state-open-only',
    cannotShow: ['list.state.default-open'],
    difference: 'No state but `open` is known; any other is refused.',
    change: (b) => refuseLists(b, 422, (request) => isGivenAs(request, 'state', /^(?!open$)/)),
  },
  {
    id: 'state-ignored',
    cannotShow: ['list.state.default-open'],
    difference: 'Whatever the state is, the open ones are listed.',
    change: () => ({ stateFilter: () => 'open' }),
  },
  {
    id: 'state-all-unknown-422',
    difference: 'Open and closed are known; any other state, `all` too, is refused.',
    change: (b) => refuseLists(b, 422, (request) => isGivenAs(request, 'state', /^(?!(open|closed)$)/)),
  },
  {
    id: 'state-empty-422',
    difference: 'A state that is empty is refused.',
    change: (b) => refuseLists(b, 422, (request) => isGivenAs(request, 'state', /^$/)),
  },
  {
    id: 'state-unknown-empty',
    difference: 'In a state that is not known there are no issues.',
    change: (b) => ({
      stateFilter: (raw, request) =>
        raw === undefined || isGivenAs(request, 'state', /^(open|closed|all)$/)
          ? b.stateFilter(raw, request)
          : raw,
    }),
  },
  {
    id: 'state-other-words',
    difference: 'Issues that are not open are listed by `done` and `any`; any other state is refused.',
    change: (b) => ({
      ...refuseLists(b, 422, (request) => isGivenAs(request, 'state', /^(?!(open|done|any)$)/)),
      stateFilter: (raw, request) =>
        b.stateFilter(raw === 'done' ? 'closed' : raw === 'any' ? 'all' : raw, request),
    }),
  },
] as const satisfies readonly Deviation[];
