import type { Account, Repository } from './world/repository.ts';
import type { World } from './world/world.ts';

/** A request to the issues collection. */
export interface ServiceRequest {
  /** Number of the request since the service started, from 1. */
  readonly ordinal: number;
  readonly method: string;
  readonly url: URL;
  /** Returns the value of a header; the name is case-insensitive. */
  readonly header: (name: string) => string | undefined;
  /** Returns the first value of a query parameter, decoded. */
  readonly query: (name: string) => string | undefined;
  /** Owner and repository of the path, decoded. */
  readonly owner: string;
  readonly repo: string;
  /** The payload; empty if none was sent. */
  readonly body: string;
  readonly world: World;
  /** Waits without counting as busy. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** The caller of a request (section 5). */
export type Requester =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'known'; readonly account: Account };

/** A request with its caller and repository. */
export interface Call {
  readonly request: ServiceRequest;
  readonly caller: Requester;
  readonly repository: Repository | undefined;
}

export function isCreate(request: ServiceRequest): boolean {
  return request.method === 'POST';
}

export function isList(request: ServiceRequest): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}
