import type { Answer } from '../answer.ts';
import type { Behaviour } from '../behaviour.ts';
import type { ServiceRequest } from '../request.ts';
import { identify } from './identify.ts';
import { firstRefusal, refuse } from './refuse.ts';

/** Section 4.2. */
export async function create(behaviour: Behaviour, request: ServiceRequest): Promise<Answer> {
  const call = identify(behaviour, request);
  const payload = behaviour.readPayload(request.body, request);
  const refusal = firstRefusal(behaviour, behaviour.createChecks, call, payload);
  if (refusal !== undefined) {
    behaviour.afterRefusedCreate(refusal, payload, call);
    return refuse(behaviour, refusal, request);
  }
  // Only a fault lets a request through that means no repository or holds no issue.
  if (call.repository === undefined) return behaviour.refusalAnswer('repository-unknown', 500, request);
  if (payload.kind === 'invalid') return behaviour.refusalAnswer('payload-invalid', 500, request);

  const issue = await behaviour.store(payload.draft, call.repository, call);
  const record = behaviour.renderRecord(issue, { index: 0, listing: undefined }, request);
  return behaviour.createdAnswer(issue, record, call);
}
