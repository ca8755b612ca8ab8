import { isList, type ServiceRequest } from '../../src/service/request.ts';
import type { Issue } from '../../src/service/world/repository.ts';
import { noteCreated } from '../changes/creations.ts';
import { onlyWhere } from '../changes/moments.ts';
import { anotherPlan } from '../changes/orders.ts';
import type { Fault } from './fault.ts';

/** True for the third of three machines, which take requests in turn. */
function isThird(request: ServiceRequest): boolean {
  return request.ordinal % 3 === 0;
}

/** Faults of one machine of several. */
export const replicaFaults = [
  {
    id: 'replica-other-ties',
    description: 'One of three machines lacks an index and orders issues of the same second differently.',
    breaks: ['list.page.slices', 'list.page.partition'],
    change: (b) =>
      onlyWhere(b, isThird, {
        cut: (arranged, window, listing) => b.cut(anotherPlan(arranged), window, listing),
      }),
  },
  {
    id: 'replica-unaware',
    description: 'One of three machines knows no repository.',
    breaks: ['list.ok', 'list.token'],
    change: (b) =>
      onlyWhere(b, (request) => isThird(request) && isList(request), { findRepository: () => undefined }),
  },
  {
    id: 'replica-behind',
    description: 'One of three machines receives no writes and lists outdated issues.',
    breaks: [
      'list.per-page.zero',
      'list.per-page.default',
      'list.page.effective-size',
      'list.page.slices',
      'list.page.partition',
      'create.listed',
    ],
    change: (b) => {
      const unseen = new WeakSet<Issue>();
      return {
        ...onlyWhere(b, isThird, {
          cut: (arranged, window, listing) =>
            b.cut(
              arranged.filter((issue) => !unseen.has(issue)),
              window,
              listing,
            ),
        }),
        ...noteCreated(b, (issue) => unseen.add(issue)),
      };
    },
  },
  {
    id: 'replica-private-open',
    description: 'One of three machines has a copy from before the repository was made private.',
    breaks: ['list.private.anonymous', 'list.private.outsider'],
    change: (b) => onlyWhere(b, (request) => isThird(request) && isList(request), { mayUse: () => true }),
  },
] as const satisfies readonly Fault[];
