import { failure, refusing } from '../changes/answers.ts';
import { revise } from '../changes/decisions.ts';
import { givenPage, listRows } from '../changes/lists.ts';
import { breaks, family, faultsOf } from './fault.ts';

const defaultState = (other: string) =>
  revise('stateFilter', (state, raw) => (raw === undefined ? other : state));

const otherDefault = family(['list.state.default-open'], defaultState);

/** Faults in the filter by state and its default. */
export const stateFaults = faultsOf({
  'state-open-422': breaks('list.state.open')(
    'The default state must not be given explicitly.',
    refusing(422, ({ query }) => query('state') === 'open'),
  ),
  'state-open-400': breaks('list.state.open')(
    'State names are compared in upper case.',
    refusing(400, ({ query }) => /[a-z]/.test(query('state') ?? '')),
  ),
  'state-default-all': otherDefault('Without `state`, the list is not filtered.', 'all'),
  'state-default-closed': otherDefault('Without `state`, closed issues are listed.', 'closed'),
  'state-open-301': breaks('list.state.open')(
    'The default state is removed from the address by a redirect.',
    revise('listAnswer', (answer, _records, _total, { request }) => {
      const target = new URL(request.url);
      if (target.searchParams.get('state') !== 'open') return answer;
      target.searchParams.delete('state');
      return failure(301, { location: target.href });
    }),
  ),
  'state-with-size-500': breaks('list.state.open')(
    'A prepared query fails if both a state and a size are given.',
    refusing(500, ({ query }) => query('state') !== undefined && query('per_page') !== undefined),
  ),
  'state-open-finds-nothing': breaks('list.state.default-open')(
    'The table names the state "opened", and the parameter is not translated.',
    revise('stateFilter', (state, raw) => (raw === 'open' ? 'opened' : state)),
  ),
  'state-default-without-pull-requests': breaks('list.state.default-open')(
    'Pull requests are listed only if a state is given.',
    listRows((arranged, { request }) =>
      request.query('state') === undefined ? arranged.filter((issue) => !issue.pull_request) : arranged,
    ),
  ),
  'state-default-on-first-page-only': breaks(
    'list.page.second',
    'list.page.slices',
    'list.state.default-open',
    'list.page.partition',
  )(
    'The default state is applied to the first page only.',
    revise('stateFilter', (state, raw, request) =>
      raw === undefined && givenPage(request) > 1 ? 'all' : state,
    ),
  ),
});
