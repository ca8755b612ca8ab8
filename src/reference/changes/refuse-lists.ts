import type { Behaviour } from '../behaviour.ts';
import type { ServiceRequest } from '../request.ts';

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
