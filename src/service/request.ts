import type { Account, Repository, World } from './world.ts';

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
  readonly pause: (milliseconds: number) => Promise<void>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /**
   * `cut`: announces more bytes than it sends, then closes the connection. `reset`: breaks the connection
   * before the first byte. Default: sends the whole reply.
   */
  readonly delivery?: 'cut' | 'reset';
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** The caller of a request (section 5). */
export type Requester =
  | { readonly kind: 'anonymous' | 'unknown' }
  | { readonly kind: 'known'; readonly account: Account };

export interface Call {
  readonly request: ServiceRequest;
  readonly caller: Requester;
  readonly repository: Repository | undefined;
}

export interface Order {
  /** `created`, `updated` or `comments` if conforming. */
  readonly key: string;
  readonly direction: 'asc' | 'desc';
}

/** The requested part of a list: results per page, and the page, counted from 1. */
export interface Window {
  readonly size: number;
  readonly page: number;
}

/** A call of the list operation with its parsed query. */
export interface ListCall extends Call {
  readonly repository: Repository;
  /** `open`, `closed` or `all` if conforming; a fault may use another value. */
  readonly state: string;
  readonly order: Order;
  readonly window: Window;
}

/** The position of a record in an answer: its index, counted from 0, and the listing, if it is one. */
export interface Place {
  readonly index: number;
  readonly listing: ListCall | undefined;
}

export const isCreate = ({ method }: ServiceRequest): boolean => method === 'POST';
export const isList = ({ method }: ServiceRequest): boolean => method === 'GET' || method === 'HEAD';
