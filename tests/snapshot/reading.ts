import type { Exchange, TransportFault } from '../../src/client/exchange.ts';

/** Returns the response to a listing; strings are sent unchanged, other values as JSON. */
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

/** Returns an exchange without a complete response. */
export function faulty(kind: TransportFault, status: number | null = null, message = 'it broke'): Exchange {
  const { response, ...rest } = answered('', status ?? 0);
  return { ...rest, response: status === null ? null : response, fault: { kind, message } };
}

export const records = (from: number, to: number): { id: number }[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ id: from + index }));
