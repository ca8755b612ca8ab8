import { JSON_TYPE } from '../../src/service/answer.ts';
import type { Change, Refusal } from '../../src/service/behaviour.ts';
import { isList, type ServiceRequest } from '../../src/service/request.ts';
import { type Applies, revise } from './decisions.ts';

/** Changes the status of a refusal. */
export const changeStatus =
  (refusal: Refusal, status: number, applies: Applies = () => true): Change =>
  (b) =>
    revise('refusalStatus', (usual, given, request) =>
      given === refusal && applies(request, b) ? status : usual,
    )(b);

/** Changes the status for unknown credentials that `applies` selects by the Authorization header. */
export const unknownCredentialAs = (
  status: number,
  applies: (authorization: string) => boolean = () => true,
): Change =>
  changeStatus('credential-unknown', status, ({ header }) => applies(header('authorization') ?? ''));

/** Refuses the listings that `applies` selects, after caller and repository were accepted. */
export const refusing =
  (status: number, applies: Applies): Change =>
  (b) => {
    const refuses = (request: ServiceRequest) => request.method !== 'POST' && applies(request, b);
    return {
      refuseQuery: (call) => (refuses(call.request) ? 'query-invalid' : b.refuseQuery(call)),
      refusalStatus: (refusal, request) =>
        refusal === 'query-invalid' && refuses(request) ? status : b.refusalStatus(refusal, request),
    };
  };

/** Returns an empty list instead of refusing a listing for a reason. */
export const listNothing = (
  refusal: Refusal,
  applies: (request: ServiceRequest) => boolean = isList,
): Change =>
  revise('refusalAnswer', (answer, given, _status, request) =>
    given === refusal && applies(request) && isList(request)
      ? { status: 200, headers: { 'content-type': JSON_TYPE }, body: '[]' }
      : answer,
  );

/** True if a query parameter is given and its value matches. */
export function isGivenAs(request: ServiceRequest, name: string, pattern: RegExp): boolean {
  const value = request.query(name);
  return value !== undefined && pattern.test(value);
}
