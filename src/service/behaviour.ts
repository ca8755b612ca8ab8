import type { Answer } from './answer.ts';
import type { ListCall, Order, Place, StateFilter, Window } from './listing.ts';
import type { Call, Requester, ServiceRequest } from './request.ts';
import type { Draft, Issue, Repository } from './world/repository.ts';

/**
 * Every decision of the service, each on its own, so that a fault or a variant can replace just one of them. The
 * defaults stand in `conforming/`; the operations put the decisions together and decide nothing themselves.
 *
 * Each decision may look at the whole request: a fault may depend on a header or on the number of the request.
 */
export interface Behaviour {
  // Who asks, and for what (section 5)
  readonly authenticate: (authorization: string | undefined, request: ServiceRequest) => Requester;
  readonly findRepository: (owner: string, repo: string, request: ServiceRequest) => Repository | undefined;
  readonly mayUse: (caller: Requester, repository: Repository, request: ServiceRequest) => boolean;

  // What is refused (section 7); the first check that objects decides
  readonly listChecks: readonly Check[];
  readonly createChecks: readonly Check[];
  readonly refuseCredential: (call: Call) => Refusal | undefined;
  readonly refuseRepository: (call: Call, mayUse: boolean) => Refusal | undefined;
  readonly refuseQuery: (call: Call) => Refusal | undefined;
  readonly refusePayload: (payload: Payload, call: Call) => Refusal | undefined;
  readonly refusalStatus: (refusal: Refusal, request: ServiceRequest) => number;
  readonly refusalAnswer: (refusal: Refusal, status: number, request: ServiceRequest) => Answer;

  // Listing (sections 3, 4.1 and 8); `raw` is the query value, undefined where it is left out
  readonly pageSize: (raw: string | undefined, request: ServiceRequest) => number;
  readonly pageNumber: (raw: string | undefined, request: ServiceRequest) => number;
  readonly stateFilter: (raw: string | undefined, request: ServiceRequest) => StateFilter;
  readonly order: (sort: string | undefined, direction: string | undefined, request: ServiceRequest) => Order;
  /** Kept per state and order until something is written, so it must depend on its arguments only. */
  readonly arrange: (issues: readonly Issue[], state: StateFilter, order: Order) => readonly Issue[];
  readonly cut: (arranged: readonly Issue[], window: Window, listing: ListCall) => readonly Issue[];
  /** The JSON text of one record. */
  readonly renderRecord: (issue: Issue, place: Place, request: ServiceRequest) => string;
  readonly listAnswer: (records: readonly string[], total: number, listing: ListCall) => Answer;

  // Creating (sections 2 and 4.2)
  readonly readPayload: (text: string, request: ServiceRequest) => Payload;
  /** The issue that was stored, or would have been. */
  readonly store: (draft: Draft, repository: Repository, call: Call) => Issue | Promise<Issue>;
  readonly createdAnswer: (issue: Issue, record: string, call: Call) => Answer;
  /** After a create request was refused; a conforming service does nothing here. */
  readonly afterRefusedCreate: (refusal: Refusal, payload: Payload, call: Call) => void;

  /** Around the handling of every request: bad days, proxies, other people at work. */
  readonly around: (inner: () => Promise<Answer>, request: ServiceRequest) => Promise<Answer>;
}

/** How a fault or a variant differs from what it is applied to. */
export type Change = (behaviour: Behaviour) => Partial<Behaviour>;

/** What the body of a create request turned out to be. */
export type Payload =
  | { readonly kind: 'valid'; readonly draft: Draft }
  | { readonly kind: 'invalid'; readonly problem: string };

/** Why a request is not carried out (section 7, and those that any HTTP service has). */
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

/** What may be checked before an operation is carried out. */
export type Check = 'credential' | 'repository' | 'query' | 'payload';
