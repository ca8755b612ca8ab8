import { nthOf } from '../changes/nth-of.ts';
import { onlyWhere } from '../changes/only-where.ts';
import { isList } from '../changes/operation.ts';
import { rewriteList } from '../changes/rewrite-list.ts';
import { isAnonymous, isKnown } from '../changes/who-asks.ts';
import type { Fault } from './fault.ts';

const BUFFER = 4096;

/** Listings of which only one in several is wrong. */
export const nowAndThenFaults = [
  {
    id: 'seventh-list-short',
    mistake: 'Every seventh page is sent off before its last result has been read.',
    rules: ['list.per-page.fills'],
    change: (b) =>
      onlyWhere(b, nthOf(7, isList), {
        cut: (arranged, window, listing) => b.cut(arranged, window, listing).slice(0, -1),
      }),
  },
  {
    id: 'fourth-list-long',
    mistake: 'Every fourth page still has the result more that was read to see whether another page follows.',
    rules: ['list.per-page.at-most', 'list.per-page.default', 'list.per-page.above-maximum'],
    change: (b) =>
      onlyWhere(b, nthOf(4, isList), {
        cut: (arranged, { size, page }) => arranged.slice((page - 1) * size, page * size + 1),
      }),
  },
  {
    id: 'fifth-list-first-page',
    mistake: 'Every fifth listing falls to a worker that has not been taught to turn pages.',
    rules: ['list.page.slices', 'list.page.partition'],
    change: (b) => onlyWhere(b, nthOf(5, isList), { pageNumber: () => 1 }),
  },
  {
    id: 'third-list-repeats-a-result',
    mistake: 'Every third page is filled by two threads, and its first result overwrites its last one.',
    rules: ['list.page.slices', 'list.page.partition'],
    change: (b) =>
      onlyWhere(b, nthOf(3, isList), {
        cut: (arranged, window, listing) => {
          const page = b.cut(arranged, window, listing);
          return page.length > 1 ? [...page.slice(0, -1), ...page.slice(0, 1)] : page;
        },
      }),
  },
  {
    id: 'fifth-list-with-null',
    mistake: 'Every fifth listing meets a record that is just being written, and puts null in its place.',
    rules: ['list.records'],
    change: (b) =>
      onlyWhere(b, nthOf(5, isList), {
        renderRecord: (issue, place, request) =>
          place.index === 0 ? 'null' : b.renderRecord(issue, place, request),
      }),
  },
  {
    id: 'sixth-list-cut-off',
    mistake: 'Every sixth body is taken for complete when the first buffer of it is full.',
    rules: ['list.array'],
    change: (b) =>
      onlyWhere(
        b,
        nthOf(6, isList),
        rewriteList(b, (body) => body.slice(0, BUFFER)),
      ),
  },
  {
    id: 'third-anonymous-list-401',
    mistake: 'Every third listing without a credential is sent to a machine where all must log in.',
    rules: ['list.anonymous'],
    change: (b) =>
      onlyWhere(
        b,
        nthOf(3, (request) => isList(request) && isAnonymous(request)),
        { refuseCredential: () => 'credential-missing' },
      ),
  },
  {
    id: 'fourth-token-list-401',
    mistake: 'Every fourth listing with a token asks a cache of accounts that has lost them.',
    rules: ['list.token', 'list.ok'],
    change: (b) =>
      onlyWhere(
        b,
        nthOf(4, (request) => isList(request) && isKnown(b, request)),
        { refuseCredential: () => 'credential-unknown' },
      ),
  },
] as const satisfies readonly Fault[];
