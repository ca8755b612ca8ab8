import type { Behaviour } from '../../src/service/behaviour.ts';
import { DEFAULT_SIZE, wholeNumber } from '../../src/service/conforming/listing.ts';
import type { ListCall, Window } from '../../src/service/listing.ts';
import type { ServiceRequest } from '../../src/service/request.ts';
import type { Issue } from '../../src/service/world/repository.ts';

/** The page size that was asked for, however large or small. */
export function givenSize(request: ServiceRequest): number {
  return wholeNumber(request.query('per_page')) ?? DEFAULT_SIZE;
}

/** The page that was asked for. */
export function givenPage(request: ServiceRequest): number {
  return wholeNumber(request.query('page')) ?? 1;
}

/** Changes the page size where a whole number is given. */
export function changeSize(
  b: Behaviour,
  change: (given: number, conforming: number, raw: string) => number,
): Pick<Behaviour, 'pageSize'> {
  return {
    pageSize: (raw, request) => {
      const given = wholeNumber(raw);
      const size = b.pageSize(raw, request);
      return given === undefined || raw === undefined ? size : change(given, size, raw);
    },
  };
}

/** Lets a page begin somewhere else: `start` is given in results from the beginning of the list. */
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

/** Reads a page once and gives it to all whose listing has the same key; without a key it is read anew. */
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
