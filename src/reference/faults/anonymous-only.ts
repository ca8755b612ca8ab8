import { isAnonymous } from '../changes/callers.ts';
import type { Fault } from './fault.ts';

/** What is wrong only for those who send no credential. */
export const anonymousOnlyFaults = [
  {
    id: 'anonymous-state-all',
    description:
      'The default of the state is a setting of the account, and whoever has none is shown every issue.',
    breaks: ['list.state.default-open'],
    change: (b) => ({
      stateFilter: (raw, request) =>
        raw === undefined && isAnonymous(b, request) ? 'all' : b.stateFilter(raw, request),
    }),
  },
] as const satisfies readonly Fault[];
