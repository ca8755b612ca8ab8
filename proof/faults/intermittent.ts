import { isList } from '../../src/service/request.ts';
import { rewriteList } from '../changes/answers.ts';
import { nthOf, onlyWhere } from '../changes/moments.ts';
import type { Fault } from './fault.ts';

const BUFFER = 4096;

/** Faults in every n-th listing. */
export const intermittentFaults = [
  {
    id: 'third-list-repeats-a-result',
    description: 'Every third page is filled by two threads, and its first result overwrites its last one.',
    breaks: ['list.page.partition'],
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
    description: 'Every fifth listing meets a record that is being written, and contains null in its place.',
    breaks: ['list.records'],
    change: (b) =>
      onlyWhere(b, nthOf(5, isList), {
        renderRecord: (issue, place, request) =>
          place.index === 0 ? 'null' : b.renderRecord(issue, place, request),
      }),
  },
  {
    id: 'sixth-list-cut-off',
    description: 'Every sixth body ends after the first full buffer.',
    breaks: ['list.array'],
    change: (b) =>
      onlyWhere(
        b,
        nthOf(6, isList),
        rewriteList(b, (body) => body.slice(0, BUFFER)),
      ),
  },
] as const satisfies readonly Fault[];
