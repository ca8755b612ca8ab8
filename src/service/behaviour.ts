import type { Call, ListCall, Order, Place, Reply, Requester, ServiceRequest, Window } from './request.ts';
import type { Issue, IssueDraft, Repository } from './world.ts';

/**
 * Every decision of the service, so that a fault or a variant can replace a single one. `conforming.ts` holds
 * the defaults. The operations combine the decisions and decide nothing themselves. A decision may use the
 * whole request: a fault may depend on a header or the request number.
 */
export interface Behaviour {
  // Caller and repository (section 5)
  readonly authenticate: (authorization: string | undefined, request: ServiceRequest) => Requester;
  readonly findRepository: (owner: string, repo: string, request: ServiceRequest) => Repository | undefined;
  readonly mayUse: (caller: Requester, repository: Repository, request: ServiceRequest) => boolean;

  // Refusals (section 7); the first check that objects decides
  readonly listChecks: readonly CheckStep[];
  readonly createChecks: readonly CheckStep[];
  readonly refuseCredential: (call: Call) => RefusalReason | undefined;
  readonly refuseRepository: (call: Call, mayUse: boolean) => RefusalReason | undefined;
  readonly refuseQuery: (call: Call) => RefusalReason | undefined;
  readonly refusePayload: (draft: IssueDraft | undefined, call: Call) => RefusalReason | undefined;
  readonly refusalStatus: (refusal: RefusalReason, request: ServiceRequest) => number;
  readonly refusalAnswer: (refusal: RefusalReason, status: number, request: ServiceRequest) => Reply;

  // Listing (sections 3, 4.1 and 8); `raw` is the query value, or undefined if left out
  readonly pageSize: (raw: string | undefined, request: ServiceRequest) => number;
  readonly pageNumber: (raw: string | undefined, request: ServiceRequest) => number;
  readonly stateFilter: (raw: string | undefined, request: ServiceRequest) => string;
  readonly order: (sort: string | undefined, direction: string | undefined, request: ServiceRequest) => Order;
  readonly arrange: (
    issues: readonly Issue[],
    state: string,
    order: Order,
    request: ServiceRequest,
  ) => readonly Issue[];
  readonly cut: (arranged: readonly Issue[], window: Window, listing: ListCall) => readonly Issue[];
  /** Returns the JSON text of one record. */
  readonly renderRecord: (issue: Issue, place: Place, request: ServiceRequest) => string;
  readonly listAnswer: (records: readonly string[], total: number, listing: ListCall) => Reply;

  // Creating (sections 2 and 4.2)
  /** Returns undefined if the payload is invalid. */
  readonly readPayload: (text: string, request: ServiceRequest) => IssueDraft | undefined;
  /** Returns the issue that was stored, or that a fault only pretends to have stored. */
  readonly store: (draft: IssueDraft, repository: Repository, call: Call) => Issue | Promise<Issue>;
  readonly createdAnswer: (issue: Issue, record: string, call: Call) => Reply;
  /** Called after a create request was refused. A conforming service does nothing here. */
  readonly afterRefusedCreate: (refusal: RefusalReason, draft: IssueDraft | undefined, call: Call) => void;

  /** Wraps the handling of every request, for failures, proxies and other writers. */
  readonly around: (inner: () => Promise<Reply>, request: ServiceRequest) => Promise<Reply>;
}

/** Returns the decisions that a fault or a variant replaces. */
export type Change = (behaviour: Behaviour) => Partial<Behaviour>;

/** Reasons to refuse a request (section 7, and those of any HTTP service), with status and message. */
export const REFUSAL_ANSWERS = {
  'credential-missing': [401, 'Requires authentication'],
  'credential-unknown': [401, 'Bad credentials'],
  'credential-forbidden': [403, 'Forbidden'],
  'repository-unknown': [404, 'Not Found'],
  // The same as for an unknown name, so that outsiders cannot learn that the repository exists.
  'repository-hidden': [404, 'Not Found'],
  'payload-invalid': [422, 'Validation Failed'],
  'query-invalid': [422, 'Validation Failed'],
  'method-unknown': [405, 'Method Not Allowed'],
  'path-unknown': [404, 'Not Found'],
} as const;
export type RefusalReason = keyof typeof REFUSAL_ANSWERS;

type CheckStep = 'credential' | 'repository' | 'query' | 'payload';
