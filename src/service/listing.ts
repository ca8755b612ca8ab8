import type { Call } from './request.ts';
import type { Repository } from './world/repository.ts';

/** `open`, `closed` or `all` if conforming; a fault may use another value. */
export type StateFilter = string;

export interface Order {
  /** `created`, `updated` or `comments` if conforming. */
  readonly key: string;
  readonly direction: 'asc' | 'desc';
}

/** The requested part of a list. */
export interface Window {
  /** Results per page. */
  readonly size: number;
  /** Counted from 1. */
  readonly page: number;
}

/** A call of the list operation with its parsed query. */
export interface ListCall extends Call {
  readonly repository: Repository;
  readonly state: StateFilter;
  readonly order: Order;
  readonly window: Window;
}

/** The position of a record in an answer. */
export interface Place {
  /** Counted from 0. */
  readonly index: number;
  readonly listing: ListCall | undefined;
}
