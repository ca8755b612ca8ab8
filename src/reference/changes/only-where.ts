import type { Behaviour } from '../behaviour.ts';
import type { ServiceRequest } from '../request.ts';

/** What is decided for one request. An arrangement serves many, and so do the lists of checks. */
type PerRequest = Omit<Behaviour, 'arrange' | 'listChecks' | 'createChecks'>;

/** Decides otherwise for the requests that `applies` to, and as ever for all others. */
export function onlyWhere(
  b: Behaviour,
  applies: (request: ServiceRequest) => boolean,
  changed: Partial<PerRequest>,
): PerRequest {
  const other: PerRequest = { ...b, ...changed };
  const by = (request: ServiceRequest): PerRequest => (applies(request) ? other : b);
  return {
    authenticate: (authorization, request) => by(request).authenticate(authorization, request),
    findRepository: (owner, repo, request) => by(request).findRepository(owner, repo, request),
    mayUse: (caller, repository, request) => by(request).mayUse(caller, repository, request),
    refuseCredential: (call) => by(call.request).refuseCredential(call),
    refuseRepository: (call, mayUse) => by(call.request).refuseRepository(call, mayUse),
    refuseQuery: (call) => by(call.request).refuseQuery(call),
    refusePayload: (payload, call) => by(call.request).refusePayload(payload, call),
    refusalStatus: (refusal, request) => by(request).refusalStatus(refusal, request),
    refusalAnswer: (refusal, status, request) => by(request).refusalAnswer(refusal, status, request),
    pageSize: (raw, request) => by(request).pageSize(raw, request),
    pageNumber: (raw, request) => by(request).pageNumber(raw, request),
    stateFilter: (raw, request) => by(request).stateFilter(raw, request),
    order: (sort, direction, request) => by(request).order(sort, direction, request),
    cut: (arranged, window, listing) => by(listing.request).cut(arranged, window, listing),
    renderRecord: (issue, place, request) => by(request).renderRecord(issue, place, request),
    listAnswer: (records, total, listing) => by(listing.request).listAnswer(records, total, listing),
    readPayload: (text, request) => by(request).readPayload(text, request),
    store: (draft, repository, call) => by(call.request).store(draft, repository, call),
    createdAnswer: (issue, record, call) => by(call.request).createdAnswer(issue, record, call),
    afterRefusedCreate: (refusal, payload, call) =>
      by(call.request).afterRefusedCreate(refusal, payload, call),
    around: (inner, request) => by(request).around(inner, request),
  };
}
