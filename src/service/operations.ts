import type { Answer } from './answer.ts';
import type { Behaviour, CheckStep, Payload, Refusal } from './behaviour.ts';
import type { ListCall } from './listing.ts';
import type { Call, ServiceRequest } from './request.ts';

/** Handles the list operation (section 4.1). */
export function listIssues(behaviour: Behaviour, request: ServiceRequest): Answer {
  const call = identify(behaviour, request);
  const refusal = firstRefusal(behaviour, behaviour.listChecks, call, undefined);
  if (refusal !== undefined) return refuse(behaviour, refusal, request);
  // Only a fault lets through a request without a repository.
  if (call.repository === undefined) return behaviour.refusalAnswer('repository-unknown', 500, request);

  const { query } = request;
  const listing: ListCall = {
    ...call,
    repository: call.repository,
    state: behaviour.stateFilter(query('state'), request),
    order: behaviour.order(query('sort'), query('direction'), request),
    window: {
      size: behaviour.pageSize(query('per_page'), request),
      page: behaviour.pageNumber(query('page'), request),
    },
  };
  const { repository, state, order } = listing;
  const arranged = repository.arranged(
    `${state} ${order.key} ${order.direction}`,
    (issues) => behaviour.arrange(issues, state, order),
    behaviour.arrange,
  );
  const records = behaviour
    .cut(arranged, listing.window, listing)
    .map((issue, index) => behaviour.renderRecord(issue, { index, listing }, request));
  return behaviour.listAnswer(records, arranged.length, listing);
}

/** Handles the create operation (section 4.2). */
export async function createIssue(behaviour: Behaviour, request: ServiceRequest): Promise<Answer> {
  const call = identify(behaviour, request);
  const payload = behaviour.readPayload(request.body, request);
  const refusal = firstRefusal(behaviour, behaviour.createChecks, call, payload);
  if (refusal !== undefined) {
    behaviour.afterRefusedCreate(refusal, payload, call);
    return refuse(behaviour, refusal, request);
  }
  // Only a fault lets through a request without a repository or with an invalid payload.
  if (call.repository === undefined) return behaviour.refusalAnswer('repository-unknown', 500, request);
  if (payload.kind === 'invalid') return behaviour.refusalAnswer('payload-invalid', 500, request);

  const issue = await behaviour.store(payload.draft, call.repository, call);
  const record = behaviour.renderRecord(issue, { index: 0, listing: undefined }, request);
  return behaviour.createdAnswer(issue, record, call);
}

function identify(behaviour: Behaviour, request: ServiceRequest): Call {
  return {
    request,
    caller: behaviour.authenticate(request.header('authorization'), request),
    repository: behaviour.findRepository(request.owner, request.repo, request),
  };
}

/** Returns the first objection of the checks, in order. */
function firstRefusal(
  behaviour: Behaviour,
  checks: readonly CheckStep[],
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
