import type { Exchange, TransportFault } from '../../src/client/exchange.ts';

/** The answer of a listing: a value is sent as JSON, a text as it is. */
export function answered(
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
  utf8 = true,
): Exchange {
  return {
    request: { method: 'GET', url: 'http://localhost/', headers: {}, body: null },
    response: { status, headers, body: typeof body === 'string' ? body : JSON.stringify(body), utf8 },
    fault: null,
    startedAt: 0,
    ms: 1,
  };
}

/** No complete answer: none at all, or one that broke off behind a status. */
export function faulty(kind: TransportFault, status: number | null = null, message = 'it broke'): Exchange {
  const { response, ...rest } = answered('', status ?? 0);
  return { ...rest, response: status === null ? null : response, fault: { kind, message } };
}

export const records = (from: number, to: number): { id: number }[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ id: from + index }));
