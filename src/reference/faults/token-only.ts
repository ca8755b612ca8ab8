import { changeStatus } from '../changes/change-status.ts';
import { failure } from '../changes/failure.ts';
import { onlyWhere } from '../changes/only-where.ts';
import { isList } from '../changes/operation.ts';
import { refuseLists } from '../changes/refuse-lists.ts';
import { isKnown, isOutsider } from '../changes/who-asks.ts';
import { MAXIMUM_SIZE } from '../conforming/listing.ts';
import type { Fault } from './fault.ts';

/** What is wrong only for those who send a valid token, or for those of them who are no members. */
export const tokenOnlyFaults = [
  {
    id: 'token-list-moved',
    mistake: 'Who is logged in is redirected from the public address of a list to one for members.',
    rules: ['list.token', 'list.recommended-headers'],
    change: (b) =>
      onlyWhere(b, (request) => isKnown(b, request), {
        listAnswer: (_records, _total, { request }) =>
          failure(302, { location: `/members${request.url.pathname}` }),
      }),
  },
  {
    id: 'token-default-maximum',
    mistake: 'Who is logged in is trusted with the largest page where no size is named.',
    rules: ['list.per-page.default'],
    change: (b) =>
      onlyWhere(b, (request) => isKnown(b, request), {
        pageSize: (raw, request) => (raw === undefined ? MAXIMUM_SIZE : b.pageSize(raw, request)),
      }),
  },
  {
    id: 'token-default-all',
    mistake: 'Members are thought to want all states where they name none.',
    rules: ['list.state.default-open'],
    change: (b) =>
      onlyWhere(b, (request) => isKnown(b, request), {
        stateFilter: (raw, request) => (raw === undefined ? 'all' : b.stateFilter(raw, request)),
      }),
  },
  {
    id: 'outsider-list-403',
    mistake: 'A token without a membership is forbidden to list what everybody may see.',
    rules: ['list.token'],
    change: (b) =>
      refuseLists(b, 403, (request) => {
        const repository = b.findRepository(request.owner, request.repo, request);
        return repository?.isPrivate === false && isOutsider(b, request);
      }),
  },
  {
    id: 'outsider-default-15',
    mistake: 'The page size of an account with settings of its own takes the place of the default.',
    rules: ['list.per-page.default'],
    change: (b) =>
      onlyWhere(b, (request) => isOutsider(b, request), {
        pageSize: (raw, request) => (raw === undefined ? 15 : b.pageSize(raw, request)),
      }),
  },
  {
    id: 'outsider-unknown-403',
    mistake: 'What a token has no membership in is forbidden to it, whether it exists or not.',
    rules: ['list.unknown-repo', 'list.unknown-owner'],
    change: (b) =>
      changeStatus(b, ['repository-unknown'], 403, (request) => isList(request) && isOutsider(b, request)),
  },
] as const satisfies readonly Fault[];
