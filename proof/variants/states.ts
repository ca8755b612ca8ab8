import type { Change } from '../../src/service/behaviour.ts';
import { isGivenAs, refusing } from '../changes/answers.ts';
import { revise } from '../changes/decisions.ts';
import { deviationsOf } from './variant.ts';

const refuseStates = (pattern: RegExp): Change =>
  refusing(422, (request) => isGivenAs(request, 'state', pattern));

export const stateVariants = deviationsOf({
  'state-unknown-422': {
    difference: 'An unknown state is refused.',
    change: refuseStates(/^(?!(open|closed|all)$)/),
  },
  'state-open-only': {
    cannotShow: ['list.state.default-open'],
    difference: 'Every state but `open` is refused.',
    change: refuseStates(/^(?!open$)/),
  },
  'state-ignored': {
    cannotShow: ['list.state.default-open'],
    difference: 'Open issues are listed, whatever the state.',
    change: () => ({ stateFilter: () => 'open' }),
  },
  'state-all-unknown-422': {
    difference: 'Every state but `open` and `closed` is refused, also `all`.',
    change: refuseStates(/^(?!(open|closed)$)/),
  },
  'state-empty-422': {
    difference: 'An empty state is refused.',
    change: refuseStates(/^$/),
  },
  'state-unknown-empty': {
    difference: 'An unknown state yields an empty list.',
    change: revise('stateFilter', (state, raw = 'open') => (/^(open|closed|all)$/.test(raw) ? state : raw)),
  },
  'state-other-words': {
    difference: 'Issues that are not open are listed with `done` and `any`; other states are refused.',
    cannotShow: ['list.state.default-open'],
    change: (b) => ({
      ...refuseStates(/^(?!(open|done|any)$)/)(b),
      stateFilter: (raw, request) =>
        b.stateFilter(raw === 'done' ? 'closed' : raw === 'any' ? 'all' : raw, request),
    }),
  },
});
