import { failure } from '../changes/answers.ts';
import { refuseLists } from '../changes/refusals.ts';
import { givenPage } from '../changes/sizes-and-pages.ts';
import type { Fault } from './fault.ts';

/** Faults in the filter by state and its default. */
export const stateFaults = [
  {
    id: 'state-open-301',
    description: 'The default state is removed from the address by a redirect.',
    breaks: ['list.state.open'],
    change: (b) => ({
      listAnswer: (records, total, listing) => {
        const target = new URL(listing.request.url);
        if (target.searchParams.get('state') !== 'open') return b.listAnswer(records, total, listing);
        target.searchParams.delete('state');
        return failure(301, { location: target.href });
      },
    }),
  },
  {
    id: 'state-with-size-500',
    description: 'A prepared query fails if both a state and a size are given.',
    breaks: ['list.state.open'],
    change: (b) =>
      refuseLists(b, 500, ({ query }) => query('state') !== undefined && query('per_page') !== undefined),
  },
  {
    id: 'state-open-finds-nothing',
    description: 'The table names the state "opened", and the parameter is not translated.',
    breaks: ['list.state.default-open'],
    change: (b) => ({
      stateFilter: (raw, request) => (raw === 'open' ? 'opened' : b.stateFilter(raw, request)),
    }),
  },
  {
    id: 'state-default-without-pull-requests',
    description: 'Pull requests are listed only if a state is given.',
    breaks: ['list.state.default-open'],
    change: (b) => ({
      cut: (arranged, window, listing) => {
        const isNamed = listing.request.query('state') !== undefined;
        const rows = isNamed ? arranged : arranged.filter((issue) => issue.pull_request === undefined);
        return b.cut(rows, window, listing);
      },
    }),
  },
  {
    id: 'state-default-on-first-page-only',
    description: 'The default state is applied to the first page only.',
    breaks: ['list.page.second', 'list.page.slices', 'list.state.default-open', 'list.page.partition'],
    change: (b) => ({
      stateFilter: (raw, request) =>
        raw === undefined && givenPage(request) > 1 ? 'all' : b.stateFilter(raw, request),
    }),
  },
] as const satisfies readonly Fault[];
