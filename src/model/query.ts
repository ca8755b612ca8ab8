import type { Query } from '../client/request.ts';

/** Returns the name of a listing in a sentence: its query. */
export function nameOf(query: Query): string {
  const text = Object.entries(query)
    .flatMap(([name, value]) => [value].flat().map((item) => `${name}=${item}`))
    .join('&');
  return text === '' ? 'the plain list' : text;
}

/** Returns a query without some of its parameters. */
export const without =
  (...names: readonly string[]) =>
  (query: Query): Query =>
    Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));
