import type { Exchange } from '../../src/client/exchange.ts';

/** Returns an exchange: the plain list, answered with 200 and no results, but for the given parts. */
export const exchangeOf = (
  request: Partial<Exchange['request']>,
  response: Partial<NonNullable<Exchange['response']>> = {},
): Exchange => ({
  request: { method: 'GET', url: 'http://service.test/issues', headers: {}, body: null, ...request },
  response: { status: 200, headers: {}, body: '[]', utf8: true, ...response },
  fault: null,
  startedAt: 0,
  ms: 0,
});
