import type { Behaviour } from '../../src/service/behaviour.ts';
import { DEFAULT_SIZE, safeInteger } from '../../src/service/conforming/listing.ts';
import type { ListCall, Window } from '../../src/service/listing.ts';
import type { ServiceRequest } from '../../src/service/request.ts';
import type { Issue } from '../../src/service/world/repository.ts';

/** Returns the requested page size without limits. */
export function givenSize(request: ServiceRequest): number {
  return safeInteger(request.query('per_page')) ?? DEFAULT_SIZE;
}

export function givenPage(request: ServiceRequest): number {
  return safeInteger(request.query('page')) ?? 1;
}

/** Changes the page size if a whole number is requested. */
export function changeSize(
  b: Behaviour,
  change: (given: number, conforming: number, raw: string) => number,
): Pick<Behaviour, 'pageSize'> {
  return {
    pageSize: (raw, request) => {
      const given = safeInteger(raw);
      const size = b.pageSize(raw, request);
      return given === undefined || raw === undefined ? size : change(given, size, raw);
    },
  };
}

/** Moves the start of pages. `start` returns it in results from the beginning of the list. */
export function startAt(
  start: (window: Window, listing: ListCall, total: number) => number,
): Pick<Behaviour, 'cut'> {
  return {
    cut: (arranged, window, listing) => {
      const from = Math.max(0, start(window, listing, arranged.length));
      return arranged.slice(from, from + window.size);
    },
  };
}

/** Caches pages by key; a listing without a key is not cached. */
export function keepPages(
  b: Behaviour,
  keyOf: (listing: ListCall) => readonly (string | number)[] | undefined,
): Pick<Behaviour, 'cut'> {
  const kept = new Map<string, readonly Issue[]>();
  return {
    cut: (arranged, window, listing) => {
      const parts = keyOf(listing);
      if (parts === undefined) return b.cut(arranged, window, listing);
      const { repository } = listing;
      const key = JSON.stringify([repository.owner, repository.name, ...parts]);
      const page = kept.get(key) ?? b.cut(arranged, window, listing);
      kept.set(key, page);
      return page;
    },
  };
}
