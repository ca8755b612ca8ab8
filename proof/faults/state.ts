import { failure } from '../changes/answers.ts';
import { revise } from '../changes/decisions.ts';
import { refusing } from '../changes/refusals.ts';
import { givenPage, listRows } from '../changes/sizes-and-pages.ts';
import { familyOf, faultsOf } from './fault.ts';

const defaultState = (other: string) =>
  revise('stateFilter', (state, raw) => (raw === undefined ? other : state));

/** Faults in the filter by state and its default. */
export const stateFaults = faultsOf({
  'state-open-422': {
    description: 'The default state must not be given explicitly.',
    breaks: ['list.state.open'],
    change: refusing(422, ({ query }) => query('state') === 'open'),
  },
  'state-open-400': {
    description: 'State names are compared in upper case.',
    breaks: ['list.state.open'],
    change: refusing(400, ({ query }) => /[a-z]/.test(query('state') ?? '')),
  },
  ...familyOf(['list.state.default-open'], defaultState, {
    'state-default-all': ['Without `state`, the list is not filtered.', 'all'],
    'state-default-closed': ['Without `state`, closed issues are listed.', 'closed'],
  }),
  'state-open-301': {
    description: 'The default state is removed from the address by a redirect.',
    breaks: ['list.state.open'],
    change: revise('listAnswer', (answer, _records, _total, { request }) => {
      const target = new URL(request.url);
      if (target.searchParams.get('state') !== 'open') return answer;
      target.searchParams.delete('state');
      return failure(301, { location: target.href });
    }),
  },
  'state-with-size-500': {
    description: 'A prepared query fails if both a state and a size are given.',
    breaks: ['list.state.open'],
    change: refusing(500, ({ query }) => query('state') !== undefined && query('per_page') !== undefined),
  },
  'state-open-finds-nothing': {
    description: 'The table names the state "opened", and the parameter is not translated.',
    breaks: ['list.state.default-open'],
    change: revise('stateFilter', (state, raw) => (raw === 'open' ? 'opened' : state)),
  },
  'state-default-without-pull-requests': {
    description: 'Pull requests are listed only if a state is given.',
    breaks: ['list.state.default-open'],
    change: listRows((arranged, { request }) =>
      request.query('state') === undefined ? arranged.filter((issue) => !issue.pull_request) : arranged,
    ),
  },
  'state-default-on-first-page-only': {
    description: 'The default state is applied to the first page only.',
    breaks: ['list.page.second', 'list.page.slices', 'list.state.default-open', 'list.page.partition'],
    change: revise('stateFilter', (state, raw, request) =>
      raw === undefined && givenPage(request) > 1 ? 'all' : state,
    ),
  },
});
