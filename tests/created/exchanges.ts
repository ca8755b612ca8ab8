import type { Exchange, TransportFault } from '../../src/client/exchange.ts';

/** A creation and its answer; a status of `null` is no answer at all. */
export const postAnswered = (
  body: string,
  status: number | null,
  fault: TransportFault | null = null,
  answer = '',
): Exchange => ({
  request: { method: 'POST', url: 'http://localhost/repos/acme/widgets/issues', headers: {}, body },
  response: status === null ? null : { status, headers: {}, body: answer, utf8: true },
  fault: fault === null ? null : { kind: fault, message: 'it broke' },
  startedAt: 0,
  ms: 1,
});

/** A page of a listing. */
export const pageShowing = (records: readonly unknown[]): Exchange => ({
  request: { method: 'GET', url: 'http://localhost/repos/acme/widgets/issues', headers: {}, body: null },
  response: { status: 200, headers: {}, body: JSON.stringify(records), utf8: true },
  fault: null,
  startedAt: 0,
  ms: 1,
});
