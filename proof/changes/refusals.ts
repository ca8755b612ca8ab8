import { JSON_TYPE } from '../../src/service/answer.ts';
import type { Behaviour, Refusal } from '../../src/service/behaviour.ts';
import { isList, type ServiceRequest } from '../../src/service/request.ts';

/** Gives some refusals another status. */
export function changeStatus(
  b: Behaviour,
  refusals: readonly Refusal[],
  status: number,
  applies: (request: ServiceRequest) => boolean = () => true,
): Pick<Behaviour, 'refusalStatus'> {
  return {
    refusalStatus: (refusal, request) =>
      refusals.includes(refusal) && applies(request) ? status : b.refusalStatus(refusal, request),
  };
}

/** Refuses the listings that `applies` to, once caller and repository were found to be in order. */
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

/** Answers an empty list where a listing should have been refused. */
export function listNothing(b: Behaviour, refusals: readonly Refusal[]): Pick<Behaviour, 'refusalAnswer'> {
  return {
    refusalAnswer: (refusal, status, request) =>
      isList(request) && refusals.includes(refusal)
        ? { status: 200, headers: { 'content-type': JSON_TYPE }, body: '[]' }
        : b.refusalAnswer(refusal, status, request),
  };
}

/** Refuses in another shape, with the same status. */
export function refuseAs(
  b: Behaviour,
  type: string | undefined,
  body: (status: number, request: ServiceRequest) => string,
): Pick<Behaviour, 'refusalAnswer'> {
  return {
    refusalAnswer: (refusal, status, request) => {
      const { 'content-type': _type, ...headers } = b.refusalAnswer(refusal, status, request).headers;
      return {
        status,
        headers: { ...headers, ...(type && { 'content-type': type }) },
        body: body(status, request),
      };
    },
  };
}

/** True if a query parameter is given and its value matches. */
export function isGivenAs(request: ServiceRequest, name: string, pattern: RegExp): boolean {
  const value = request.query(name);
  return value !== undefined && pattern.test(value);
}
