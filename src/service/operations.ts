import type { Behaviour, CheckStep, RefusalReason } from './behaviour.ts';
import { type Call, isCreate, isList, type ListCall, type Reply, type ServiceRequest } from './request.ts';
import type { IssueDraft, Repository } from './world.ts';

/** Carries out a request: lists issues, creates one, or refuses. */
export async function carryOut(behaviour: Behaviour, request: ServiceRequest): Promise<Reply> {
  const refuse = (refusal: RefusalReason, status = behaviour.refusalStatus(refusal, request)): Reply =>
    behaviour.refusalAnswer(refusal, status, request);
  if (request.owner === '') return refuse('path-unknown');
  if (!isList(request) && !isCreate(request)) return refuse('method-unknown');

  const { owner, repo, body } = request;
  const caller = behaviour.authenticate(request.header('authorization'), request);
  const repository = behaviour.findRepository(owner, repo, request);
  const call = { request, caller, repository };
  const draft = isCreate(request) ? behaviour.readPayload(body, request) : undefined;
  const checks = isCreate(request) ? behaviour.createChecks : behaviour.listChecks;
  const refusal = firstRefusal(behaviour, checks, call, draft);
  if (refusal !== undefined) {
    if (isCreate(request)) behaviour.afterRefusedCreate(refusal, draft, call);
    return refuse(refusal);
  }
  // Only a fault lets through a request without a repository or with an invalid payload.
  if (repository === undefined) return refuse('repository-unknown', 500);
  if (isList(request)) return listIssues(behaviour, { ...call, repository });
  return draft === undefined
    ? refuse('payload-invalid', 500)
    : createIssue(behaviour, { ...call, repository }, draft);
}

/** A call to a repository that exists. */
type Addressed = Call & { readonly repository: Repository };

/** Carries out the list operation (section 4.1). */
function listIssues(behaviour: Behaviour, call: Addressed): Reply {
  const { request, repository } = call;
  const { query } = request;
  const listing: ListCall = {
    ...call,
    state: behaviour.stateFilter(query('state'), request),
    order: behaviour.order(query('sort'), query('direction'), request),
    window: {
      size: behaviour.pageSize(query('per_page'), request),
      page: behaviour.pageNumber(query('page'), request),
    },
  };
  const arranged = behaviour.arrange(repository.issues, listing.state, listing.order, request);
  const records = behaviour
    .cut(arranged, listing.window, listing)
    .map((issue, index) => behaviour.renderRecord(issue, { index, listing }, request));
  return behaviour.listAnswer(records, arranged.length, listing);
}

/** Carries out the create operation (section 4.2). */
async function createIssue(behaviour: Behaviour, call: Addressed, draft: IssueDraft): Promise<Reply> {
  const issue = await behaviour.store(draft, call.repository, call);
  const record = behaviour.renderRecord(issue, { index: 0, listing: undefined }, call.request);
  return behaviour.createdAnswer(issue, record, call);
}

/** Returns the first objection of the checks, in order. */
function firstRefusal(
  behaviour: Behaviour,
  checks: readonly CheckStep[],
  call: Call,
  draft: IssueDraft | undefined,
): RefusalReason | undefined {
  const { caller, repository, request } = call;
  const objections = {
    credential: () => behaviour.refuseCredential(call),
    repository: () =>
      behaviour.refuseRepository(
        call,
        repository !== undefined && behaviour.mayUse(caller, repository, request),
      ),
    query: () => behaviour.refuseQuery(call),
    payload: () => behaviour.refusePayload(draft, call),
  };
  for (const check of checks) {
    const refusal = objections[check]();
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}
