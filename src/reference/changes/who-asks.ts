import type { Behaviour } from '../behaviour.ts';
import type { ServiceRequest } from '../request.ts';

export function isAnonymous(request: ServiceRequest): boolean {
  return (request.header('authorization') ?? '') === '';
}

/** Whether a token is sent that the service knows, and that opens no private repository. */
export function isOutsider(b: Behaviour, request: ServiceRequest): boolean {
  const caller = b.authenticate(request.header('authorization'), request);
  return (
    caller.kind === 'known' &&
    [...request.world.repositories].every((one) => !one.isPrivate || !b.mayUse(caller, one, request))
  );
}
