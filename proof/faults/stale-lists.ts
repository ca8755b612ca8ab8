import type { ListCall } from '../../src/service/listing.ts';
import { cachedFor, someParameters } from '../changes/caches.ts';
import { keepPages } from '../changes/sizes-and-pages.ts';
import type { Fault } from './fault.ts';

/** Returns the key of a page; writes do not change it. */
function address({ state, order, window }: ListCall) {
  return [state, order.key, order.direction, window.size, window.page];
}

/** Caches of lists that a creation does not clear, or whose key lacks a parameter. */
export const staleListFaults = [
  {
    id: 'stale-later-pages',
    description: 'A creation clears only the first page from the cache.',
    breaks: ['list.page.partition', 'list.page.slices', 'create.once', 'list.page.second'],
    change: (b) => keepPages(b, (listing) => (listing.window.page > 1 ? address(listing) : undefined)),
  },
  {
    id: 'stale-first-page',
    description: 'A creation clears only pages with a page number from the cache.',
    breaks: ['list.page.partition', 'create.listed', 'list.page.slices'],
    change: (b) => keepPages(b, (listing) => (listing.window.page > 1 ? undefined : address(listing))),
  },
  {
    id: 'stale-state-open',
    description: 'A creation clears only lists without a state from the cache.',
    breaks: ['list.state.default-open'],
    change: (b) =>
      keepPages(b, (listing) => (listing.request.query('state') === 'open' ? address(listing) : undefined)),
  },
  {
    id: 'cache-forgets-the-size',
    description: 'Later pages are cached by page number, without the page size.',
    breaks: ['list.page.second', 'list.page.slices', 'list.per-page.at-most', 'list.page.partition'],
    change: (b) =>
      keepPages(b, ({ state, order, window, repository }) =>
        window.page > 1
          ? [state, order.key, order.direction, window.page, repository.issues.length]
          : undefined,
      ),
  },
  {
    id: 'cache-forgets-the-page',
    description: 'Lists are cached for 1.5 seconds by a key without `page`.',
    breaks: ['list.page.second', 'list.page.slices', 'list.page.partition'],
    change: (b) => cachedFor(b, 1500, someParameters('state', 'sort', 'direction', 'per_page')),
  },
  {
    id: 'cache-knows-two-parameters',
    description: 'Lists are cached for 1.5 seconds by `state` and `page` only.',
    breaks: [
      'list.state.default-open',
      'list.per-page.default',
      'list.per-page.at-most',
      'list.per-page.fills',
      'list.per-page.zero',
      'list.per-page.negative',
    ],
    change: (b) => cachedFor(b, 1500, someParameters('state', 'page')),
  },
] as const satisfies readonly Fault[];
