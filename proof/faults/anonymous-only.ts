import { isList } from '../../src/service/request.ts';
import { isAnonymous, sendsNoCredential } from '../changes/callers.ts';
import { onlyWhere } from '../changes/moments.ts';
import { hasInvalidSort, orderIfInvalid } from '../changes/orders.ts';
import { refuseLists } from '../changes/refusals.ts';
import type { Fault } from './fault.ts';

const LEAST_OF_64_BITS = -(2n ** 63n);

/** Faults that affect anonymous callers only. */
export const anonymousOnlyFaults = [
  {
    id: 'anonymous-state-all',
    description: 'The default state is an account setting; callers without an account see all issues.',
    breaks: ['list.state.default-open'],
    change: (b) => ({
      stateFilter: (raw, request) =>
        raw === undefined && isAnonymous(b, request) ? 'all' : b.stateFilter(raw, request),
    }),
  },
  {
    id: 'anonymous-last-page-missing',
    description: 'The precomputed pages for anonymous callers lack the last page if it is not full.',
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
    description: 'Anonymous callers are served by several caches, each with its own order.',
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
    description: 'A firewall for anonymous callers takes brackets in `sort` for an attack.',
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
    description: 'The public site looks up sorts in a plain object and finds inherited properties.',
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
    description: 'The gateway for anonymous callers refuses sizes below the range of 64 bits.',
    breaks: ['list.per-page.negative'],
    change: (b) =>
      refuseLists(b, 400, (request) => {
        const raw = request.query('per_page') ?? '';
        return sendsNoCredential(request) && /^-\d+$/.test(raw) && BigInt(raw) < LEAST_OF_64_BITS;
      }),
  },
  {
    id: 'anonymous-third-page-is-first',
    description: 'Anonymous callers get the first page again after the second one.',
    breaks: ['list.page.slices', 'list.page.partition'],
    change: (b) => ({
      pageNumber: (raw, request) => {
        const page = b.pageNumber(raw, request);
        return page > 2 && isList(request) && sendsNoCredential(request) ? 1 : page;
      },
    }),
  },
] as const satisfies readonly Fault[];
