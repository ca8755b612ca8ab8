import type { Behaviour } from '../behaviour.ts';
import type { Call, ServiceRequest } from '../request.ts';

export function identify(behaviour: Behaviour, request: ServiceRequest): Call {
  return {
    request,
    caller: behaviour.authenticate(request.header('authorization'), request),
    repository: behaviour.findRepository(request.owner, request.repo, request),
  };
}
