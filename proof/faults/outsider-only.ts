import { isList } from '../../src/service/request.ts';
import { isOutsider } from '../changes/callers.ts';
import { onlyWhere } from '../changes/moments.ts';
import { changeStatus, refuseLists } from '../changes/refusals.ts';
import type { Fault } from './fault.ts';

/** Faults that affect callers with a valid token but without membership. */
export const outsiderOnlyFaults = [
  {
    id: 'outsider-list-403',
    description: 'A token without membership may not list a public repository.',
    breaks: ['list.token'],
    change: (b) =>
      refuseLists(b, 403, (request) => {
        const repository = b.findRepository(request.owner, request.repo, request);
        return repository?.isPrivate === false && isOutsider(b, request);
      }),
  },
  {
    id: 'outsider-default-15',
    description: 'The page size in the account settings replaces the default.',
    breaks: ['list.per-page.default'],
    change: (b) =>
      onlyWhere(b, (request) => isOutsider(b, request), {
        pageSize: (raw, request) => (raw === undefined ? 15 : b.pageSize(raw, request)),
      }),
  },
  {
    id: 'outsider-unknown-403',
    description: 'Listing an unknown repository is answered with 403 for a token without membership.',
    breaks: ['list.unknown-repo', 'list.unknown-owner'],
    change: (b) =>
      changeStatus(b, ['repository-unknown'], 403, (request) => isList(request) && isOutsider(b, request)),
  },
] as const satisfies readonly Fault[];
