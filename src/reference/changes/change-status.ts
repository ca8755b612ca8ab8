import type { Behaviour } from '../behaviour.ts';
import type { Refusal } from '../refusal.ts';
import type { ServiceRequest } from '../request.ts';

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
