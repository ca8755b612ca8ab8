import type { Behaviour, Change } from '../../src/service/behaviour.ts';
import { DEFAULT_ORDER, DEFAULT_SIZE, isSortKey, safeInteger } from '../../src/service/conforming/listing.ts';
import {
  isList,
  type ListCall,
  type Order,
  type Reply,
  type ServiceRequest,
  type Window,
} from '../../src/service/request.ts';
import type { Issue } from '../../src/service/world.ts';
import { combine, revise } from './decisions.ts';

/** Returns the requested page size without limits. */
export function givenSize(request: ServiceRequest): number {
  return safeInteger(request.query('per_page')) ?? DEFAULT_SIZE;
}

export function givenPage(request: ServiceRequest): number {
  return safeInteger(request.query('page')) ?? 1;
}

/** Changes the page size if a whole number is requested. */
export const changeSize = (
  change: (given: number, conforming: number, request: ServiceRequest) => number,
): Change =>
  revise('pageSize', (size, raw, request) => {
    const given = safeInteger(raw);
    return given === undefined ? size : change(given, size, request);
  });

/** Changes the digits of a page size before they are parsed. */
export const rewriteSize =
  (rewrite: (raw: string) => string): Change =>
  (b) => ({
    pageSize: (raw, request) =>
      b.pageSize(raw !== undefined && /^-?\d+$/.test(raw) ? rewrite(raw) : raw, request),
  });

/** Cuts pages from other results. */
export const listRows =
  (rows: (arranged: readonly Issue[], listing: ListCall) => readonly Issue[]): Change =>
  (b) => ({ cut: (arranged, window, listing) => b.cut(rows(arranged, listing), window, listing) });

/** Moves the start of pages. `start` returns it in results from the beginning of the list. */
export const startAt = (start: (window: Window, listing: ListCall, total: number) => number): Change =>
  revise('cut', (_page, arranged, window, listing) => {
    const from = Math.max(0, start(window, listing, arranged.length));
    return arranged.slice(from, from + window.size);
  });

/** Caches pages by key; a listing without a key is not cached. */
export const keepPages =
  (keyOf: (listing: ListCall) => readonly (string | number)[] | undefined): Change =>
  (b) => {
    const kept = new Map<string, readonly Issue[]>();
    return revise('cut', (cut, _arranged, _window, listing) => {
      const parts = keyOf(listing);
      if (parts === undefined) return cut;
      const { repository } = listing;
      const key = JSON.stringify([repository.owner, repository.name, ...parts]);
      const page = kept.get(key) ?? cut;
      kept.set(key, page);
      return page;
    })(b);
  };

/** Returns the issues of all states in the order of a listing. */
export const arrangeAll = (b: Behaviour, { repository, order, request }: ListCall): readonly Issue[] =>
  b.arrange(repository.issues, 'all', order, request);

export const OLDEST_FIRST: Order = { ...DEFAULT_ORDER, direction: 'asc' };
export const LAST_UPDATE_FIRST: Order = { key: 'updated', direction: 'desc' };
// No request can select this order.
const OWN_ORDER: Order = { key: 'own', direction: 'asc' };

/** Uses another default order. A `direction` without `sort` is ignored. */
export const defaultOrder = (other: Order): Change =>
  revise('order', (order, sort) => (sort === undefined || !isSortKey(sort) ? other : order));

/** Sorts by `compare` by default; equal issues are sorted newest first. */
export const defaultOrderBy = (compare: (a: Issue, b: Issue) => number): Change =>
  combine(defaultOrder(OWN_ORDER), (b) => ({
    arrange: (issues, state, order, request) =>
      order.key === OWN_ORDER.key
        ? b.arrange(issues, state, DEFAULT_ORDER, request).toSorted(compare)
        : b.arrange(issues, state, order, request),
  }));

/** True if `sort` is given and invalid. */
export function hasInvalidSort(request: ServiceRequest): boolean {
  const sort = request.query('sort');
  return sort !== undefined && !isSortKey(sort);
}

/** Uses another order if `sort` is invalid, unless `other` returns undefined. */
export const orderIfInvalid = (
  other: (direction: string | undefined, request: ServiceRequest) => Order | undefined,
): Change =>
  revise('order', (order, _sort, direction, request) =>
    hasInvalidSort(request) ? (other(direction, request) ?? order) : order,
  );

/** Returns issues newest first, with ties by ascending number, as another query plan might. */
export function anotherPlan(issues: readonly Issue[]): readonly Issue[] {
  return issues.toSorted((a, b) => b.created_at.localeCompare(a.created_at) || a.number - b.number);
}

/** Orders issues by their ids, mixed with a number, so that each number gives another order. */
export function shuffledBy(issues: readonly Issue[], weight: (id: number) => number): readonly Issue[] {
  return issues.toSorted((one, other) => weight(one.id) - weight(other.id));
}

/** Returns the key under which a response is cached. */
type KeyOf = (request: ServiceRequest) => readonly (string | undefined)[];

/** The key of a correct cache. */
const wholeRequest: KeyOf = (request) => [request.url.href, request.header('authorization')];

/** Returns a key with some of the query parameters only. */
export const someParameters =
  (...names: readonly string[]): KeyOf =>
  (request) => [
    request.url.pathname,
    request.header('authorization'),
    ...names.map((name) => request.query(name)),
  ];

/** A cache in front of the service, by RFC 9111: a cached response states its age in whole seconds. */
export const cachedFor =
  (milliseconds: number, keyOf = wholeRequest): Change =>
  (b) => {
    const kept = new Map<string, { readonly answer: Reply; readonly at: number }>();
    return {
      around: async (inner, request) => {
        if (!isList(request)) return b.around(inner, request);
        const key = JSON.stringify(keyOf(request));
        const now = request.world.clock.date();
        const before = kept.get(key);
        if (before !== undefined && now - before.at < milliseconds)
          return aged(before.answer, Math.floor((now - before.at) / 1000));
        const answer = await b.around(inner, request);
        if (answer.status === 200) kept.set(key, { answer, at: now });
        return aged(answer, 0, milliseconds);
      },
    };
  };

function aged(answer: Reply, seconds: number, keptMs = 0): Reply {
  const fresh = keptMs > 0 && { 'cache-control': `public, max-age=${Math.ceil(keptMs / 1000)}` };
  return { ...answer, headers: { ...answer.headers, age: String(seconds), ...fresh } };
}
