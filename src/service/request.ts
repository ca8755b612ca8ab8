import type { Account, Repository } from './world/repository.ts';
import type { World } from './world/world.ts';

/** One request on the collection of issues, as it came in. */
export interface ServiceRequest {
  /** 1 for the first request since the service started. */
  readonly ordinal: number;
  readonly method: string;
  readonly url: URL;
  /** One value of a header, whatever the case of its name. */
  readonly header: (name: string) => string | undefined;
  /** The first value of a query parameter, decoded. */
  readonly query: (name: string) => string | undefined;
  /** Owner and repository as the path names them, decoded. */
  readonly owner: string;
  readonly repo: string;
  /** The text of the payload; empty where none was sent. */
  readonly body: string;
  readonly world: World;
  /** Waits without being counted as busy. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** Who asks (section 5). */
export type Requester =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'known'; readonly account: Account };

/** A request of which it is known who sends it and which repository it means. */
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
