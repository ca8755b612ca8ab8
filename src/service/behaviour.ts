import type { Answer } from './answer.ts';
import type { ListCall, Order, Place, StateFilter, Window } from './listing.ts';
import type { Call, Requester, ServiceRequest } from './request.ts';
import type { Issue, IssueDraft, Repository } from './world/repository.ts';

/**
 * Every decision of the service, so that a fault or a variant can replace a single one. `conforming/` holds
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
  readonly refuseCredential: (call: Call) => Refusal | undefined;
  readonly refuseRepository: (call: Call, mayUse: boolean) => Refusal | undefined;
  readonly refuseQuery: (call: Call) => Refusal | undefined;
  readonly refusePayload: (payload: Payload, call: Call) => Refusal | undefined;
  readonly refusalStatus: (refusal: Refusal, request: ServiceRequest) => number;
  readonly refusalAnswer: (refusal: Refusal, status: number, request: ServiceRequest) => Answer;

  // Listing (sections 3, 4.1 and 8); `raw` is the query value, or undefined if left out
  readonly pageSize: (raw: string | undefined, request: ServiceRequest) => number;
  readonly pageNumber: (raw: string | undefined, request: ServiceRequest) => number;
  readonly stateFilter: (raw: string | undefined, request: ServiceRequest) => StateFilter;
  readonly order: (sort: string | undefined, direction: string | undefined, request: ServiceRequest) => Order;
  /** Cached per state and order until the next write, so it must be a pure function of its arguments. */
  readonly arrange: (issues: readonly Issue[], state: StateFilter, order: Order) => readonly Issue[];
  readonly cut: (arranged: readonly Issue[], window: Window, listing: ListCall) => readonly Issue[];
  /** Returns the JSON text of one record. */
  readonly renderRecord: (issue: Issue, place: Place, request: ServiceRequest) => string;
  readonly listAnswer: (records: readonly string[], total: number, listing: ListCall) => Answer;

  // Creating (sections 2 and 4.2)
  readonly readPayload: (text: string, request: ServiceRequest) => Payload;
  /** Returns the issue that was stored, or that a fault only pretends to have stored. */
  readonly store: (draft: IssueDraft, repository: Repository, call: Call) => Issue | Promise<Issue>;
  readonly createdAnswer: (issue: Issue, record: string, call: Call) => Answer;
  /** Called after a create request was refused. A conforming service does nothing here. */
  readonly afterRefusedCreate: (refusal: Refusal, payload: Payload, call: Call) => void;

  /** Wraps the handling of every request, for failures, proxies and other writers. */
  readonly around: (inner: () => Promise<Answer>, request: ServiceRequest) => Promise<Answer>;
}

/** Returns the decisions that a fault or a variant replaces. */
export type Change = (behaviour: Behaviour) => Partial<Behaviour>;

/** Result of reading the body of a create request. */
export type Payload =
  | { readonly kind: 'valid'; readonly draft: IssueDraft }
  | { readonly kind: 'invalid'; readonly problem: string };

/** Reasons to refuse a request (section 7, and those of any HTTP service). */
export type Refusal =
  | 'credential-missing'
  | 'credential-unknown'
  | 'credential-forbidden'
  | 'repository-unknown'
  | 'repository-hidden'
  | 'payload-invalid'
  | 'query-invalid'
  | 'method-unknown'
  | 'path-unknown';

/** Checks before an operation. */
export type CheckStep = 'credential' | 'repository' | 'query' | 'payload';
