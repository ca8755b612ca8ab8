import type { SeenLists } from '../../src/checks/same.ts';
import type { Attempt } from '../../src/context/rule.ts';
import type { Keys } from '../../src/listings/compare.ts';
import type { Answer, Query } from '../../src/model/planned-request.ts';
import { exchangeOf } from '../support/exchanges.ts';

/** Returns an answer to a listing: results by their names, or a status. */
export function answer(results: Keys | number, query: Query = {}): Answer {
  const status = typeof results === 'number' ? results : 200;
  const list = typeof results === 'number' ? null : results;
  const exchange = exchangeOf({}, { status });
  const ask = {
    repository: { owner: 'a', repo: 'b' },
    query,
    caller: { kind: 'anonymous', credential: { validity: 'none' }, label: 'no credential' },
  } as const;
  return { ask, exchange, transmissions: [exchange], marker: '', status, list, unsaid: null };
}

/** Returns what a check reads of a run that saw so many open issues. Results are their own names. */
export const seen = (issues = 0): SeenLists => ({
  keys: (one) => (one?.list == null ? null : one.list.map(String)),
  listed: { count: () => issues },
  stability: { inconclusive: null },
});

/** Returns an attempt with the same twins before and after, unless others are given. */
export const attempt = (
  own: readonly Answer[],
  before: Attempt['before'],
  after: Attempt['before'] = before,
): Attempt => ({ answers: own, before, after, beforeConfirming: {} });

/** Returns names of results: `names(3)` is 1, 2, 3. */
export const names = (length: number, from = 1): string[] =>
  Array.from({ length }, (_, index) => String(from + index));
