import type { Answer } from '../answer.ts';
import type { Behaviour } from '../behaviour.ts';
import type { Payload } from '../payload.ts';
import type { Check, Refusal } from '../refusal.ts';
import type { Call, ServiceRequest } from '../request.ts';

/** The first objection among the checks, in their order. */
export function firstRefusal(
  behaviour: Behaviour,
  checks: readonly Check[],
  call: Call,
  payload: Payload | undefined,
): Refusal | undefined {
  const { caller, repository, request } = call;
  for (const check of checks) {
    const refusal = {
      credential: () => behaviour.refuseCredential(call),
      repository: () => {
        const mayUse = repository !== undefined && behaviour.mayUse(caller, repository, request);
        return behaviour.refuseRepository(call, mayUse);
      },
      query: () => behaviour.refuseQuery(call),
      payload: () => (payload === undefined ? undefined : behaviour.refusePayload(payload, call)),
    }[check]();
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

export function refuse(behaviour: Behaviour, refusal: Refusal, request: ServiceRequest): Answer {
  return behaviour.refusalAnswer(refusal, behaviour.refusalStatus(refusal, request), request);
}
