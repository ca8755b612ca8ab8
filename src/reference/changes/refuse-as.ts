import type { Behaviour } from '../behaviour.ts';
import type { ServiceRequest } from '../request.ts';

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
