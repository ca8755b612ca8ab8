import { isList } from '../../src/service/request.ts';
import { isAnonymous, sendsNoCredential } from '../changes/callers.ts';
import { onlyWhere } from '../changes/moments.ts';
import { hasInvalidSort, orderIfInvalid } from '../changes/orders.ts';
import { refuseLists } from '../changes/refusals.ts';
import type { Fault } from './fault.ts';

const LEAST_OF_64_BITS = -(2n ** 63n);

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
  {
    id: 'anonymous-last-page-missing',
    description:
      'The pages that are made for visitors are the full ones, and the rest of the list is left out.',
    breaks: ['list.page.slices'],
    change: (b) =>
      onlyWhere(b, (request) => isList(request) && sendsNoCredential(request), {
        cut: (arranged, window, listing) => {
          const page = b.cut(arranged, window, listing);
          return page.length < window.size && window.page > 1 ? [] : page;
        },
      }),
  },
  {
    id: 'anonymous-other-order-each-time',
    description: 'Visitors are answered by many caches, of which each has the list in an order of its own.',
    breaks: ['list.page.partition'],
    change: (b) =>
      onlyWhere(b, (request) => isList(request) && sendsNoCredential(request), {
        cut: (arranged, window, listing) => {
          const weight = (id: number): number => (id * (2 * listing.request.ordinal + 3) * 40_503) % 65_521;
          return b.cut(
            arranged.toSorted((one, other) => weight(one.id) - weight(other.id)),
            window,
            listing,
          );
        },
      }),
  },
  {
    id: 'anonymous-sort-marks-403',
    description: 'The firewall in front of visitors takes brackets in a sort for an attack.',
    breaks: ['list.sort.invalid-ok'],
    change: (b) =>
      refuseLists(
        b,
        403,
        (request) =>
          sendsNoCredential(request) && hasInvalidSort(request) && /[[({<]/.test(request.query('sort') ?? ''),
      ),
  },
  {
    id: 'anonymous-sort-inherited-by-update',
    description: 'The public site looks up sorts in an object, and finds what every object inherits.',
    breaks: ['list.sort.invalid-default-order', 'list.sort.invalid-ignores-direction'],
    change: (b) =>
      orderIfInvalid(b, (_direction, request) =>
        sendsNoCredential(request) && (request.query('sort') ?? '') in Object.prototype
          ? { key: 'updated', direction: 'desc' }
          : undefined,
      ),
  },
  {
    id: 'anonymous-lowest-size-400',
    description:
      'The gateway for visitors reads sizes as integers of 64 bits, and refuses what is below them.',
    breaks: ['list.per-page.negative'],
    change: (b) =>
      refuseLists(b, 400, (request) => {
        const raw = request.query('per_page') ?? '';
        return sendsNoCredential(request) && /^-\d+$/.test(raw) && BigInt(raw) < LEAST_OF_64_BITS;
      }),
  },
  {
    id: 'anonymous-third-page-is-first',
    description: 'Visitors who go on beyond the second page are led back to the first one.',
    breaks: ['list.page.slices', 'list.page.partition'],
    change: (b) => ({
      pageNumber: (raw, request) => {
        const page = b.pageNumber(raw, request);
        return page > 2 && isList(request) && sendsNoCredential(request) ? 1 : page;
      },
    }),
  },
] as const satisfies readonly Fault[];
