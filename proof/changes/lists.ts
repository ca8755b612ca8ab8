import type { Behaviour, Change } from '../../src/service/behaviour.ts';
import { DEFAULT_SIZE, safeInteger } from '../../src/service/conforming.ts';
import type { ListCall, ServiceRequest, Window } from '../../src/service/request.ts';
import type { Issue } from '../../src/service/world.ts';
import { revise } from './decisions.ts';

/** Returns the requested page size without limits. */
export function givenSize(request: ServiceRequest): number {
  return safeInteger(request.query('per_page')) ?? DEFAULT_SIZE;
}

export function givenPage(request: ServiceRequest): number {
  return safeInteger(request.query('page')) ?? 1;
}

export const isLaterPage = (request: ServiceRequest): boolean => givenPage(request) > 1;

export const isUnversioned = ({ header }: ServiceRequest): boolean =>
  header('x-service-api-version') === undefined;

type Value = string | RegExp;

/** Selects requests with a parameter, or several: with any value, with this one, or with one that matches. */
export const hasQuery =
  (wanted: string | Readonly<Record<string, Value>>, as: Value = /^/) =>
  ({ query }: ServiceRequest): boolean =>
    Object.entries(typeof wanted === 'string' ? { [wanted]: as } : wanted).every(([name, value]) => {
      const given = query(name);
      return given !== undefined && (typeof value === 'string' ? given === value : value.test(given));
    });

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

export const listRows =
  (rows: (arranged: readonly Issue[], listing: ListCall) => readonly Issue[]): Change =>
  (b) => ({ cut: (arranged, window, listing) => b.cut(rows(arranged, listing), window, listing) });

/** Changes pages after they are cut. */
export const changePages = (
  change: (cut: readonly Issue[], window: Window, total: number) => readonly Issue[],
): Change => revise('cut', (cut, { length }, window) => change(cut, window, length));

/** Moves the start of pages. `start` returns it in results from the beginning of the list. */
export const startAt = (start: (window: Window, listing: ListCall, total: number) => number): Change =>
  revise('cut', (_page, arranged, window, listing) => {
    const from = Math.max(0, start(window, listing, arranged.length));
    return arranged.slice(from, from + window.size);
  });

/** Changes how many results a page has. `length` returns it. */
export const endAt = (length: (cut: readonly Issue[], window: Window, listing: ListCall) => number): Change =>
  revise('cut', (cut, arranged, window, listing) => {
    const from = (window.page - 1) * window.size;
    return arranged.slice(from, from + length(cut, window, listing));
  });

export const allOf = (b: Behaviour, { repository, order, request }: ListCall): readonly Issue[] =>
  b.arrange(repository.issues, 'all', order, request);
