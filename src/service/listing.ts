import type { Call } from './request.ts';
import type { Repository } from './world/repository.ts';

/** `open`, `closed` or `all` when conforming; a fault may mean something else. */
export type StateFilter = string;

export interface Order {
  /** `created`, `updated` or `comments` when conforming. */
  readonly key: string;
  readonly direction: 'asc' | 'desc';
}

/** The part of a list that was asked for. */
export interface Window {
  /** Results on a page. */
  readonly size: number;
  /** Counted from 1. */
  readonly page: number;
}

/** A call of the list operation, with its query understood. */
export interface ListCall extends Call {
  readonly repository: Repository;
  readonly state: StateFilter;
  readonly order: Order;
  readonly window: Window;
}

/** Where a record stands in an answer. */
export interface Place {
  /** 0 for the first record of the answer. */
  readonly index: number;
  readonly listing: ListCall | undefined;
}
