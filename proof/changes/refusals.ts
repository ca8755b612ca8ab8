import { JSON_TYPE } from '../../src/service/answer.ts';
import type { Behaviour, Change, Refusal } from '../../src/service/behaviour.ts';
import { isList, type ServiceRequest } from '../../src/service/request.ts';
import { revise } from './decisions.ts';

/** Changes the status of some refusals. */
export const changeStatus = (
  b: Behaviour,
  refusals: readonly Refusal[],
  status: number,
  applies: (request: ServiceRequest) => boolean = () => true,
): Partial<Behaviour> =>
  revise('refusalStatus', (usual, refusal, request) =>
    refusals.includes(refusal) && applies(request) ? status : usual,
  )(b);

/** Changes the status for unknown credentials that `applies` selects by the Authorization header. */
export const unknownCredentialAs =
  (status: number, applies: (authorization: string) => boolean = () => true): Change =>
  (b) =>
    changeStatus(b, ['credential-unknown'], status, ({ header }) => applies(header('authorization') ?? ''));

/** Refuses the listings that `applies` selects, after caller and repository were accepted. */
export function refuseLists(
  b: Behaviour,
  status: number,
  applies: (request: ServiceRequest) => boolean,
): Pick<Behaviour, 'refuseQuery' | 'refusalStatus'> {
  const refuses = (request: ServiceRequest) => request.method !== 'POST' && applies(request);
  return {
    refuseQuery: (call) => (refuses(call.request) ? 'query-invalid' : b.refuseQuery(call)),
    refusalStatus: (refusal, request) =>
      refusal === 'query-invalid' && refuses(request) ? status : b.refusalStatus(refusal, request),
  };
}

/** Refuses listings by a status, as `refuseLists` does. */
export const refusing =
  (status: number, applies: (request: ServiceRequest, b: Behaviour) => boolean): Change =>
  (b) =>
    refuseLists(b, status, (request) => applies(request, b));

/** Returns an empty list instead of refusing a listing for one of some reasons. */
export const listNothing = (
  refusals: readonly Refusal[],
  applies: (request: ServiceRequest) => boolean = isList,
): Change =>
  revise('refusalAnswer', (answer, refusal, _status, request) =>
    refusals.includes(refusal) && applies(request) && isList(request)
      ? { status: 200, headers: { 'content-type': JSON_TYPE }, body: '[]' }
      : answer,
  );

/** Changes the body of refusals; the status stays. */
export const refuseAs = (
  b: Behaviour,
  type: string | undefined,
  body: (status: number, request: ServiceRequest) => string,
): Partial<Behaviour> =>
  revise('refusalAnswer', (answer, _refusal, status, request) => {
    const { 'content-type': _type, ...headers } = answer.headers;
    const typed = type === undefined ? headers : { ...headers, 'content-type': type };
    return { status, headers: typed, body: body(status, request) };
  })(b);

/** True if a query parameter is given and its value matches. */
export function isGivenAs(request: ServiceRequest, name: string, pattern: RegExp): boolean {
  const value = request.query(name);
  return value !== undefined && pattern.test(value);
}
