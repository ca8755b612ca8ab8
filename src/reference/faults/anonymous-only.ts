import { changeSize } from '../changes/change-size.ts';
import { failure } from '../changes/failure.ts';
import { findOtherwise } from '../changes/find-otherwise.ts';
import { givenSize } from '../changes/given-size.ts';
import { onlyWhere } from '../changes/only-where.ts';
import { isList } from '../changes/operation.ts';
import { orderIfInvalid } from '../changes/order-if-invalid.ts';
import { refuseLists } from '../changes/refuse-lists.ts';
import { isAnonymous } from '../changes/who-asks.ts';
import { DEFAULT_ORDER, MAXIMUM_SIZE } from '../conforming/listing.ts';
import type { Fault } from './fault.ts';

/** What is wrong only for those who send no credential. */
export const anonymousOnlyFaults = [
  {
    id: 'anonymous-list-login',
    mistake: 'Who sends no credential is redirected to the page for logging in, also from a list.',
    rules: ['list.anonymous'],
    change: (b) => onlyWhere(b, isAnonymous, { listAnswer: () => failure(302, { location: '/login' }) }),
  },
  {
    id: 'anonymous-default-10',
    mistake: 'To save work, strangers get ten results where they name no size.',
    rules: ['list.per-page.default'],
    change: (b) =>
      onlyWhere(b, isAnonymous, {
        pageSize: (raw, request) => (raw === undefined ? 10 : b.pageSize(raw, request)),
      }),
  },
  {
    id: 'anonymous-maximum-60',
    mistake: 'To save work, strangers get sixty results at most.',
    rules: ['list.per-page.maximum', 'list.per-page.above-maximum'],
    change: (b) =>
      onlyWhere(
        b,
        isAnonymous,
        changeSize(b, (_, size) => Math.min(size, 60)),
      ),
  },
  {
    id: 'anonymous-size-checked',
    mistake: 'The gateway that only strangers pass refuses sizes out of range.',
    rules: ['list.per-page.zero', 'list.per-page.negative', 'list.per-page.above-maximum'],
    change: (b) =>
      refuseLists(b, 422, (request) => {
        const size = givenSize(request);
        return isAnonymous(request) && (size < 1 || size > MAXIMUM_SIZE);
      }),
  },
  {
    id: 'anonymous-page-ignored',
    mistake: 'Strangers are given a preview, and its one page whatever they ask for.',
    rules: ['list.page.second', 'list.page.slices'],
    change: (b) => onlyWhere(b, isAnonymous, { pageNumber: () => 1 }),
  },
  {
    id: 'anonymous-sort-403',
    mistake: 'Sorting is for those who are logged in, and is refused before anybody looks at the sort.',
    rules: ['list.sort.invalid-ok', 'list.sort.invalid-default-order'],
    change: (b) =>
      refuseLists(b, 403, (request) => isAnonymous(request) && request.query('sort') !== undefined),
  },
  {
    id: 'anonymous-direction-obeyed',
    mistake: 'The public pages have a query of their own, which keeps the direction of an unknown sort.',
    rules: ['list.sort.invalid-ignores-direction'],
    change: (b) =>
      onlyWhere(
        b,
        isAnonymous,
        orderIfInvalid(b, (direction) =>
          direction === 'asc' ? { ...DEFAULT_ORDER, direction: 'asc' } : undefined,
        ),
      ),
  },
  {
    id: 'anonymous-state-401',
    mistake: 'Filters are for those who are logged in, the one for the default too.',
    rules: ['list.state.open'],
    change: (b) =>
      refuseLists(b, 401, (request) => isAnonymous(request) && request.query('state') !== undefined),
  },
  {
    id: 'anonymous-default-all',
    mistake: 'The public pages have a query of their own, which filters no state unless told to.',
    rules: ['list.state.default-open'],
    change: (b) =>
      onlyWhere(b, isAnonymous, {
        stateFilter: (raw, request) => (raw === undefined ? 'all' : b.stateFilter(raw, request)),
      }),
  },
  {
    id: 'anonymous-record-null',
    mistake: 'Issues whose author is hidden from strangers become null for them.',
    rules: ['list.records'],
    change: (b) =>
      onlyWhere(b, isAnonymous, {
        renderRecord: (issue, place, request) =>
          issue.user.id % 2 === 1 ? 'null' : b.renderRecord(issue, place, request),
      }),
  },
  {
    id: 'anonymous-owner-ignored',
    mistake: 'The public pages find repositories by their own name alone.',
    rules: ['list.unknown-owner'],
    change: (b) =>
      findOtherwise(
        b,
        ({ name, isPrivate }, _owner, repo) => !isPrivate && name === repo,
        (request) => isList(request) && isAnonymous(request),
      ),
  },
] as const satisfies readonly Fault[];
